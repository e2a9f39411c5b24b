package datasets

import "image"

const orlCite = "Samaria and Harter, Parameterisation of a stochastic model for human face identification, WACV 1994"

var orl = Entry{
	Name:     "orl",
	Doc:      "400 faces of 40 people at 32×32 pixels, Deng Cai's crop",
	Cite:     orlCite,
	Licence:  orlLicence,
	Terms:    orlTerms,
	Source:   "http://www.cad.zju.edu.cn/home/dengcai/Data/FaceData.html",
	Prepare:  "cropped and scaled by Deng Cai; cannot be rebuilt from orl-full; Load turns the pixels to row order, from the top left",
	Features: 1024, Samples: 400, Classes: 40,
	Papers: []Use{{"mcnmf", Exact, "Table 1"}, {"rpr", Exact, "Tables 2 and 3"}},
	Defects: []string{
		"the copy with variables X and Y is the one with fea and gnd under other names",
	},
	Files: []File{{"orl/ORL_32x32.mat", 376584, "a71f90c09658eac43f3a6c57cb58c34602b494c030c041a6b021f8aaf3a75f70"}},
	Downloads: []Download{{
		URLs:  secureFirst("http://www.cad.zju.edu.cn/home/dengcai/Data/ORL/ORL_32x32.mat"),
		Path:  "orl/ORL_32x32.mat",
		Limit: 16 << 20,
	}},
	Content: "d47c93b0fb5947a4b4459089d4725698763f32b851baf2eb3a645fb97dd27348",
	New: func() Dataset {
		return &pictures{Scaled: Unscaled, path: "orl/ORL_32x32.mat", side: image.Pt(32, 32), classes: 40}
	},
}
