package workflow

import (
	"io"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/render"
	"nmfrepro/reports/result"
)

// Document writes RESULTS.md of a paper: the results of the records of an archive beside the reported numbers, in short. The same archive
// gives the same bytes. It returns the path.
func Document(w io.Writer, lib *spec.Library, p *reported.Paper, a *store.Archive, data string) (result.Paper, error) {
	look, err := Open(lib, store.NewRecords(a), Request{Addresses: []string{p.Key}, Kind: Either, Amount: Amount{Profile: spec.DefaultProfile},
		Lookup: Lookup{Data: data, Archive: a, Blind: true}})
	if err != nil {
		return result.Paper{}, err
	}
	r, err := look.Paper(p)
	if err != nil {
		return r, err
	}
	return r, render.Document(w, r)
}
