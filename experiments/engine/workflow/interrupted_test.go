package workflow

import (
	"context"
	"errors"
	"testing"

	"nmfrepro/datasets/steps"
	"nmfrepro/experiments/engine/store"
)

// emptyHome has no results.
type emptyHome struct {
	Home
	records *store.Records
}

func (h emptyHome) Records(bool) *store.Records { return h.records }

// Who asks a command to end while records become an answer gets no answer, and does not wait for it.
func TestInterruptedAnswer(t *testing.T) {
	lib, err := Library("", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	shown := make(chan struct{}) // never: what is shown does not go on
	ctx = steps.With(ctx, func(*steps.Count) func() {
		cancel()
		<-shown
		return func() {}
	})
	r, err := Reproduce(ctx, Request{Addresses: []string{"pnmf/table5"}, Kind: Tables, Lib: lib, Want: Outcomes, Amount: Amount{Profile: "quick"}, Lookup: Lookup{Data: t.TempDir()},
		Home: emptyHome{records: store.NewRecords(store.Open(t.TempDir(), nil))}})
	e, is := errors.AsType[*Error](err)
	if !is || e.Code != Interrupted || r != nil {
		t.Errorf("%v, %v, want an interruption", r, err)
	}
}
