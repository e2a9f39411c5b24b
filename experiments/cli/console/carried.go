package console

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// showsCarried are the verbs that have --cached.
var showsCarried = map[string]bool{
	"claims": true, "compare": true, "explain": true, "figure": true, "report": true, "sensitivity": true, "table": true, "verify": true,
}

// OfferCarried says, before anything else, that data or results are missing which the program carries, and the command that
// shows them.
func (e *Env) OfferCarried(addresses []string) {
	verb := e.Verb
	if len(addresses) == 0 && verb != "report" {
		return
	}
	if !showsCarried[verb] {
		verb = "table"
		if _, name := reports.SplitAddress(addresses[0]); strings.HasPrefix(name, "fig") {
			verb = "figure"
		}
	}
	made := ""
	if len(addresses) == 1 {
		paper, _ := reports.SplitAddress(addresses[0])
		if a, err := e.Shelf().Committed(paper); err == nil {
			made = madeOn(a, addresses[0])
		}
	}
	why := "Not all of it can be computed here, but"
	if verb == "report" || verb == "claims" {
		why, made = "The results folder does not have all of it, but", ""
	}
	command := strings.Join(slices.Concat([]string{"nmfrepro", verb}, addresses, []string{"--cached"}), " ")
	fmt.Fprintf(Messages(e.Stderr), "%s this program carries results%s:\n  %s\n", why, made, command)
}

// madeOn is how many replicates were published of an experiment.
func madeOn(a *store.Archive, address string) string {
	for _, made := range a.Experiments {
		if made.Address == address {
			return fmt.Sprintf(" of %s (%s profile)", reports.Count(made.Replicates, "replicate"), made.Profile)
		}
	}
	return ""
}
