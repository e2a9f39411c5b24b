package matfile

import (
	"bytes"
	"errors"
	"testing"

	"nmfrepro/datasets/budget"
)

// Every variable of the golden files, of both formats, is either read within the budget or refused with the figures; with
// next to none, every variable that holds numbers is refused.
func TestBudget(t *testing.T) {
	defer budget.Set(0)
	files := zipFiles(t, "v73.zip")
	for name, data := range scipyFiles(t) {
		files[name] = data
	}
	refused := 0
	for name, data := range files {
		f, err := Open(bytes.NewReader(data), int64(len(data)), name)
		if err != nil {
			continue // TestScipy tells which are wrong
		}
		for _, v := range f.Vars {
			budget.Set(0)
			a, err := f.Read(v.Name)
			if err != nil || len(a.Real) == 0 {
				continue
			}
			budget.Set(budget.Float64*int64(len(a.Real)) - 1)
			var over *budget.Error
			if _, err = f.Read(v.Name); !errors.As(err, &over) {
				t.Errorf("%s: %s: %v, want it to be beyond the budget", name, v, err)
			}
			refused++
		}
	}
	if refused < 50 {
		t.Errorf("only %d variables were tried", refused)
	}
}
