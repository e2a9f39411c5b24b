package workflow

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// What is kept of the readings is what they say when they are worked out, as they are where the results folder has anything of the paper;
// and it
// is not taken for other conclusions than those that it was made of.
func TestRecall(t *testing.T) {
	lib, err := spec.Embedded("pnmf")
	if err != nil {
		t.Fatal(err)
	}
	paper, shelf := lib.Paper("pnmf"), store.NewShelf(nil)
	outcome := func(own bool) (*Pass, result.Paper) {
		folder := t.TempDir()
		if own {
			if err := os.MkdirAll(filepath.Join(folder, "pnmf", "table3"), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		p, err := Open(lib, store.NewRecords(store.Open(folder, nil), shelf),
			Request{Addresses: []string{"pnmf"}, Kind: Either, Amount: Amount{Profile: "quick"}, Lookup: Lookup{Cached: true, Blind: true}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Outcome(paper)
		if err != nil {
			t.Fatal(err)
		}
		return p, r
	}
	p, kept := outcome(false)
	own, live := outcome(true)
	live.Says.Sources = own.sources(paper)
	texts := [2]string{}
	for i, r := range []result.Paper{kept, live} {
		text, err := json.MarshalIndent([]any{r.Says, r.Claims, reasonsOf(r)}, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	if difference := cmp.Diff(texts[0], texts[1]); difference != "" {
		t.Errorf("kept (-), and worked out (+):\n%s", difference)
	}
	if len(live.Says.NotRun) == 0 {
		t.Error("no reading is not run")
	}
	if recalled(own, paper, &live.Says) {
		t.Error("the results folder has runs, and what is kept was taken")
	}
	if !recalled(p, paper, &kept.Says) {
		t.Error("nothing is kept of pnmf: make document")
	}
	for i, x := range kept.Says.Rows {
		if x.Readings != nil {
			kept.Says.Rows[i].Low += 1e-12
			break
		}
	}
	if recalled(p, paper, &kept.Says) {
		t.Error("what is kept was taken for another conclusion")
	}
}

func recalled(p *Pass, paper *reported.Paper, says *result.Conclusions) bool {
	_, ok := p.recall(paper, nil, says)
	return ok
}

func reasonsOf(r result.Paper) (all [][]result.Reason) {
	for _, t := range r.Tables {
		all = append(all, t.Reasons)
	}
	return all
}
