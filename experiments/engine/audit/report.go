package audit

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// recomputeSchema names what verify --recompute --format json writes: fields may be added, none is renamed.
const recomputeSchema = "nmfrepro/recompute/1"

// Report is the result of a recomputation, as verify --recompute --format json writes it.
type Report struct {
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
}

// NewReport begins a report of this program on this machine.
func NewReport(seed string, share float64) Report {
	return Report{Schema: recomputeSchema, Program: run.Here().Program, CPU: run.Here().CPU, Seed: seed, Share: share}
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
	By         string `json:"recorded_by"`
	Here       string `json:"computed_by"`
	Command    string `json:"command"`
}

// Take adds the result of a recomputation; where is the part of a command line that finds its records.
func (out *Report) Take(r Recomputed, where string) {
	out.Records, out.Groups, out.Reached, out.Left = r.Records, r.Strata, r.Reached, append([]string{}, r.Left()...)
	out.Tables, out.Differing = []recomputedTable{}, []otherBits{}
	table := func(a Again) string { return a.Run.ID.Experiment }
	same := list.Filter(r.Drawn, func(a Again) bool { return a.Diff == "" })
	out.Computed, out.Same = len(r.Drawn), len(same)
	computed, alike := list.Count(r.Drawn, table), list.Count(same, table)
	for _, name := range slices.Sorted(maps.Keys(computed)) {
		out.Tables = append(out.Tables, recomputedTable{name, computed[name], alike[name]})
	}
	for _, a := range r.Differing() {
		out.Differing = append(out.Differing, otherBits{a.Cell(), a.Diff, store.Machine(a.Old), machineOf(a.New),
			"nmfrepro verify --recompute " + a.Cell() + where})
	}
}

// machineOf returns what computed a record, if anything did.
func machineOf(rec *store.Record) string {
	if rec == nil {
		return "nothing: the record contradicts the run of its key"
	}
	return store.Machine(rec)
}

// End returns the error that sets the exit code.
func (out *Report) End() error {
	wrong := len(out.Differing)
	switch {
	case wrong > 0:
		return workflow.Errorf(workflow.Difference, "%d of %s computed again have other bits", wrong, result.Count(out.Computed, "record"))
	case out.Computed == 0:
		return workflow.Errorf(workflow.Data, "no record could be computed again")
	}
	return nil
}

// Text writes the report: a line for each table, and details of each record that differs.
func (out *Report) Text(w io.Writer) {
	width := 0
	for _, t := range out.Tables {
		width = max(width, len(t.Table))
	}
	for _, t := range out.Tables {
		fmt.Fprintf(w, "  %-*s  %d of %d with the same bits\n", width, t.Table, t.Same, t.Computed)
	}
	for _, d := range out.Differing {
		fmt.Fprintf(w, "≠ %s\n    %s\n    recorded by %s\n    computed by %s\n    again: %s\n", d.Address, d.Difference, d.By, d.Here,
			d.Command)
	}
	for _, left := range out.Left {
		fmt.Fprintf(w, "  %s\n", left)
	}
	fmt.Fprintf(w, "%d of %s computed again on %s, from %d of %d groups: %d with the same bits, %d with others\n",
		out.Computed, result.Count(out.Records, "record"), out.CPU, out.Reached, out.Groups, out.Same, out.Computed-out.Same)
}

// NewSeed returns a random text.
func NewSeed() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// SeedOf makes a seed of any text, as of a commit.
func SeedOf(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.LittleEndian.Uint64(sum[:])
}
