package datasets

import "image"

var pie = Entry{
	Name:     "pie",
	Doc:      "2856 faces of 68 people in pose C27, 42 lights each, at 32×32 pixels, Deng Cai's crop",
	Cite:     "Sim, Baker and Bsat, The CMU pose, illumination, and expression database, IEEE TPAMI 25(12), 2003",
	Licence:  "CMU agreement",
	Terms:    "CMU gives the PIE database to those who have signed its agreement, for research; ask there before using a copy.",
	Accept:   true,
	Source:   "http://www.cad.zju.edu.cn/home/dengcai/Data/FaceData.html",
	Prepare:  "cropped and scaled by Deng Cai, 2008; Load turns the pixels to row order, from the top left",
	Features: 1024, Samples: 2856, Classes: 68,
	Papers:  []Use{{"rpr", Exact, "Tables 2 and 3"}},
	Defects: []string{"a side file that circulates with it disagrees with the original"},
	Files:   []File{{"pie/PIE_pose27.mat", 2583034, "035fdd73d5f4234d958b3c88f20bd8aae3871080246139896a23e61487134680"}},
	Content: "940bb0e203a58aa5af975a36201924a94e6a474cf79314bf59cc4117b4589dfa",
	New: func() Dataset {
		return &pictures{Scaled: Unscaled, path: "pie/PIE_pose27.mat", side: image.Pt(32, 32), classes: 68}
	},
}
