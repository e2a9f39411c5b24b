package spectest

// This file makes the small papers on which claims and errata are tested.

import (
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
)

// OneTable begins a paper.yaml of one table, t, whose panels follow.
const OneTable = `
title: t
cite: c
short: s
tables:
  t:
    number: Table 1
    caption: c
    panels:
`

// Parse reads a paper.yaml that must be right.
func Parse(t *testing.T, file string, data []byte) *reported.Paper {
	t.Helper()
	p := &reported.Paper{File: file}
	root, problems := strict.Decode(file, data, p)
	if problems = append(problems, p.Check(root)...); len(problems) > 0 {
		t.Fatal(problems)
	}
	return p
}
