package datasets

// PaperScalings lists, for each paper that the registry names, what it does to the entries of its data before factorising,
// with where that is said or how we know. The sets themselves are as their cards say; experiments ask for a Scale.
var PaperScalings = []PaperScaling{
	{"rpr", "none: grey levels 0 to 255, ratings 1 to 5 (author code); RPR-NMF itself divides by max - min and multiplies W back (author code)"},
	{"pnmf", "none (inferred: raw values fit all methods of Tables III and IV); each feature to mean 0 and deviation 1 before a Gaussian kernel (stated, section IV-C)"},
	{"ornmf", "faces and frames /255 (inferred: raw grey levels drown the penalty); the synthetic set to [0, 1] (stated, section IV-C)"},
	{"dsp", "min-max per feature, (x - min)/(max - min), constant features to 0 (stated, end of section 3)"},
	{"mcnmf", "none: as in the files (inferred)"},
}

// PaperScaling is what a paper does to its data.
type PaperScaling struct {
	Paper   string // its key
	Scaling string
}

// ScalingOf returns what a paper does to its data, "" if the registry does not name the paper.
func ScalingOf(paper string) string {
	for _, s := range PaperScalings {
		if s.Paper == paper {
			return s.Scaling
		}
	}
	return ""
}
