package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// recomputeSchema names what verify --recompute --format json writes: fields may be added, none is renamed.
const recomputeSchema = "nmfrepro/recompute/1"

// recomputedJSON is what came of computing records again.
type recomputedJSON struct {
	Schema    string            `json:"schema"`
	Program   string            `json:"program"`
	CPU       string            `json:"cpu"`
	Seed      string            `json:"seed"`
	Share     float64           `json:"share"`
	Records   int               `json:"records"` // that could be drawn
	Groups    int               `json:"groups"`  // tables with each of their solvers and each program that ran it
	Reached   int               `json:"groups_reached"`
	Computed  int               `json:"computed"`
	Same      int               `json:"same_bits"`
	Tables    []recomputedTable `json:"tables"`
	Differing []otherBits       `json:"differing"`
	Left      []string          `json:"left"` // which records were not computed, and why
	Crate     *crateFindings    `json:"crate,omitempty"`
}

type recomputedTable struct {
	Table    string `json:"table"`
	Computed int    `json:"computed"`
	Same     int    `json:"same_bits"`
}

// otherBits is a record that this machine does not give.
type otherBits struct {
	Address    string `json:"address"`
	Difference string `json:"first_difference"` // recorded, not computed
	Made       string `json:"recorded_by"`
	Here       string `json:"computed_by"`
	Command    string `json:"command"`
}

func (out *recomputedJSON) take(r workflow.Recomputed, where string) {
	out.Records, out.Groups, out.Reached, out.Left = r.Records, r.Strata, r.Reached, append([]string{}, r.Left()...)
	out.Tables, out.Differing = []recomputedTable{}, []otherBits{}
	table := func(a workflow.Again) string { return a.Unit.Unit.Experiment }
	same := list.Filter(r.Drawn, func(a workflow.Again) bool { return a.Diff == "" })
	out.Computed, out.Same = len(r.Drawn), len(same)
	computed, alike := list.Count(r.Drawn, table), list.Count(same, table)
	for _, name := range slices.Sorted(maps.Keys(computed)) {
		out.Tables = append(out.Tables, recomputedTable{name, computed[name], alike[name]})
	}
	for _, a := range r.Differing() {
		out.Differing = append(out.Differing, otherBits{a.Cell(), a.Diff, store.Machine(a.Old), store.Machine(a.New), "nmfrepro verify --recompute " + a.Cell() + where})
	}
}

// end is the error of the exit code.
func (out *recomputedJSON) end() error {
	wrong := len(out.Differing)
	if out.Crate != nil {
		if n := len(out.Crate.Wrong); n > 0 {
			return workflow.Errorf(workflow.Difference, "%d of %s computed again have other bits, and the crate contradicts itself in %s", wrong, reports.Count(out.Computed, "record"), reports.Count(n, "place"))
		}
	}
	switch {
	case wrong > 0:
		return workflow.Errorf(workflow.Difference, "%d of %s computed again have other bits", wrong, reports.Count(out.Computed, "record"))
	case out.Computed == 0:
		return DataError("no record could be computed again")
	}
	return nil
}

func recomputedText(w io.Writer, out recomputedJSON) {
	width := 0
	for _, t := range out.Tables {
		width = max(width, len(t.Table))
	}
	for _, t := range out.Tables {
		fmt.Fprintf(w, "  %-*s  %d of %d with the same bits\n", width, t.Table, t.Same, t.Computed)
	}
	for _, d := range out.Differing {
		fmt.Fprintf(w, "≠ %s\n    %s\n    recorded by %s\n    computed by %s\n    again: %s\n", d.Address, d.Difference, d.Made, d.Here, d.Command)
	}
	if out.Crate != nil {
		out.Crate.text(w)
	}
	for _, left := range out.Left {
		fmt.Fprintf(w, "  %s\n", left)
	}
	fmt.Fprintf(w, "%d of %s computed again on %s, from %d of %d groups: %d with the same bits, %d with others\n",
		out.Computed, reports.Count(out.Records, "record"), out.CPU, out.Reached, out.Groups, out.Same, out.Computed-out.Same)
}
