package published

import "nmfrepro/experiments/spec/strict"

// Finding is the answer to "does the paper replicate?" in three sentences, with the outcomes that it rests on. A test fails
// when the committed records give one of them another outcome: then the sentences are to be written anew.
type Finding struct {
	Answer     string  `yaml:"answer" strict:"required" doc:"does the paper replicate, in a word: yes, largely, partly, no, or open where the records do not tell"`
	Replicates string  `yaml:"replicates" strict:"required" doc:"what replicates, in a sentence"`
	Fails      string  `yaml:"fails" strict:"required" doc:"what does not, in a sentence"`
	Why        string  `yaml:"why" strict:"required" doc:"the cause as far as runs tell, in a sentence"`
	RestsOn    RestsOn `yaml:"rests-on" strict:"required" doc:"outcomes that the sentences rest on; a test fails if a committed record no longer gives one"`
}

// RestsOn are outcomes of ours.
type RestsOn struct {
	Claims    strict.Map[string] `yaml:"claims" doc:"key of a claim: its standing on our numbers"`
	Cells     strict.Map[string] `yaml:"cells" doc:"address of a cell within the paper: its verdict"`
	Ablations []RestsOnAblation  `yaml:"ablations" doc:"ablations that claims cite"`
}

// RestsOnAblation is the outcome of an ablation.
type RestsOnAblation struct {
	Claim   string `yaml:"claim" strict:"required" doc:"key of the claim that cites it"`
	Without string `yaml:"without" strict:"required" doc:"how its text in removes begins"`
	Verdict string `yaml:"verdict" strict:"required" doc:"supported, not supported or undecided"`
}

// answers are the words for "does it replicate?".
var answers = []string{"yes", "largely", "partly", "no", "open"}

func (c *checker) finding(n strict.Node) {
	f := c.paper.Finding
	if f == nil {
		return
	}
	c.name(n.Get("answer"), "answer", f.Answer, answers)
	n = n.Get("rests-on")
	if len(f.RestsOn.Claims)+len(f.RestsOn.Cells)+len(f.RestsOn.Ablations) == 0 {
		c.bad(n, "it rests on nothing, want claims, cells or ablations")
	}
	for _, e := range f.RestsOn.Claims {
		c.name(e.Key, "claim", e.Name, c.paper.claimKeys())
	}
	for i, a := range f.RestsOn.Ablations {
		c.name(n.Get("ablations").Index(i).Get("claim"), "claim", a.Claim, c.paper.claimKeys())
	}
}
