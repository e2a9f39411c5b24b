package datasets

var hdm05DG = Entry{
	Name:     "hdm05-dg",
	Doc:      "202 frames of an HDM05 take by another actor (dg, 06-03), 62 joint channels, no labels: for trying what reads real motion",
	Cite:     hdm05Citation,
	Licence:  hdm05Licence,
	Terms:    hdm05Terms,
	Share:    true,
	Source:   hdm05Home,
	Prepare:  hdm05Prepare,
	Features: 62, Samples: 202,
	Files: []File{
		{"hdm05/HDM_dg.asf", 7271, "7acea1f4a83389e8de10f67e04a9d506b1f2fcc93a5627036838ec5afa85c1ea"},
		{"hdm05/HDM_dg_06-03_03_120.amc", 161523, "05ec3002b1786c7925179390096294cb4ceae1f018a3ee53f4920812e8d0098b"},
	},
	Downloads: []Download{
		{URLs: []string{hdm05Home + "ASF/HDM_dg.asf"}, Path: "hdm05/HDM_dg.asf", Limit: 1 << 20},
		{URLs: []string{hdm05Home + "AMC/HDM_dg_06-03_03_120.amc"}, Path: "hdm05/HDM_dg_06-03_03_120.amc", Limit: 16 << 20},
	},
	Content: "e4ff78fbcf8724027f1580f656014418d218da07806e29cb08bd452843bce2c2",
	New:     func() Dataset { return &hdm05Set{Unscaled, "HDM_dg", "HDM_dg_06-03_03_120", 1} },
}
