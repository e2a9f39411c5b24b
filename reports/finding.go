package reports

import (
	"slices"
	"strings"
)

// Finding is the answer to "does the paper replicate?" in words. The zero value is none.
type Finding struct {
	Answer     string `json:"answer"`          // yes, largely, partly, no or open
	Brief      string `json:"brief,omitempty"` // the finding in one short sentence
	Lead       string `json:"lead,omitempty"`  // whether the paper's own method leads as it reports
	Replicates string `json:"replicates"`      // what does, in a sentence
	Fails      string `json:"fails"`           // what does not
	Why        string `json:"why"`
	Rests      []Rest `json:"rests_on"`
}

// Rest is an outcome on which a finding rests, for example that a claim holds.
type Rest struct {
	What string `json:"what"` // claim, cell, row, lead or ablation
	Want string `json:"want"` // outcome that the sentences tell of
	Got  string `json:"got"`  // the outcome of the runs that are looked at; "" where they are not evaluated

	Readings *Readings `json:"readings,omitempty"` // of a claim
}

// String is the three sentences in one paragraph; "" of none.
func (f Finding) String() string {
	if f.Answer == "" {
		return ""
	}
	return strings.TrimSpace(f.Lead + " " + f.Replicates + " " + f.Fails + " " + f.Why)
}

// Headed is the answer as the head of a sentence: "Replicates partly".
func (f Finding) Headed() string {
	return map[string]string{
		"yes": "Replicates", "largely": "Replicates largely", "partly": "Replicates in part", "no": "Does not replicate", "open": "Not decided yet",
	}[f.Answer]
}

// Otherwise lists the outcomes on which the finding rests and which the present runs do not bear out.
func (f Finding) Otherwise() []Rest {
	return slices.DeleteFunc(slices.Clone(f.Rests), func(r Rest) bool { return r.Got == "" || r.Got == r.Want })
}
