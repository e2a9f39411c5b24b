package workflow

import (
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
)

// program is a solver in another language with one option.
type program struct{ solvers.Outside }

func (program) OptionList() []solvers.Option {
	return []solvers.Option{{Name: "weight", Doc: "by default nobody knows", Value: 3}}
}

// A card tells the default of every option once: that of a program beside what its author says of the option, whatever words it has.
func TestCardsTellDefaults(t *testing.T) {
	lib := &spec.Library{Programs: []solvers.Entry{{Name: "mine", New: func() solvers.Solver { return program{} }}}}
	told := 0
	for _, card := range solverCards(lib, nil) {
		for _, fact := range card.Facts {
			if card.Key == "mine" && fact.Name == "weight" && fact.Value != "by default nobody knows; default 3" {
				t.Errorf("%s: %q", card.Key, fact.Value)
			}
			if card.Key == "hals" && fact.Name != "used as" && fact.Name != "version" {
				if told++; strings.Count(fact.Value, "default") != 1 {
					t.Errorf("hals, %s: %q", fact.Name, fact.Value)
				}
			}
		}
	}
	if told < 5 {
		t.Errorf("%d options of hals", told)
	}
}
