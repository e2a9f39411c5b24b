package datasets

import "image"

var yale = Entry{
	Name:     "yale",
	Doc:      "165 faces of 15 people, 11 each, at 32×32 pixels, Deng Cai's crop",
	Cite:     "Belhumeur, Hespanha and Kriegman, Eigenfaces vs. Fisherfaces, IEEE TPAMI 19(7), 1997",
	Licence:  "non-commercial research, no redistribution",
	Terms:    "The Yale face images may be used for non-commercial research; they may not be republished in larger sets.",
	Accept:   true,
	Source:   "http://www.cad.zju.edu.cn/home/dengcai/Data/FaceData.html",
	Prepare:  "cropped and scaled by Deng Cai, 2007; Load turns the pixels to row order, from the top left",
	Features: 1024, Samples: 165, Classes: 15,
	Papers:  []Use{{"mcnmf", Exact, "Table 1"}, {"ornmf", Exact, "Table II"}},
	Defects: []string{"in the original release subject04.sad is identical to subject04.normal"},
	Files:   []File{{"yale/Yale_32x32.mat", 161026, "beb3cc9f448c1ab786583c8f5429368c299843ee88263f9650ed463004ef7633"}},
	Downloads: []Download{{
		URLs:  secureFirst("http://www.cad.zju.edu.cn/home/dengcai/Data/Yale/Yale_32x32.mat"),
		Path:  "yale/Yale_32x32.mat",
		Limit: 16 << 20,
	}},
	Content: "4d16b33e86153ead0ed50da932af9a7f5f69dcbb89fde536847e55af323b592f",
	New: func() Dataset {
		return &pictures{Scaled: Unscaled, path: "yale/Yale_32x32.mat", side: image.Pt(32, 32), classes: 15}
	},
}
