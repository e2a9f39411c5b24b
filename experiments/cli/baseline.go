package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
)

// baselineSchema names the files that verify --write-baseline writes.
const baselineSchema = "nmfrepro/baseline/1"

// baseline is what came of a verification, for another one to be compared with.
type baseline struct {
	Schema    string                  `json:"schema"`
	Program   string                  `json:"program"`
	Addresses []string                `json:"addresses"`
	Cells     map[string]baselineCell `json:"cells"`  // by address
	Claims    map[string]string       `json:"claims"` // standing on our numbers by paper/key
}

type baselineCell struct {
	Verdict string   `json:"verdict"`
	Mean    *float64 `json:"mean"` // of ours, in the unit of the table; null of times, which are the machine's
}

// change is something that is not as in a baseline.
type change struct {
	What string `json:"what"`
	Was  string `json:"was"`
	Is   string `json:"is"`
}

// table has a line for each cell or claim that changed: old mean, new mean, change, and verdict.
func (was baseline) table(is baseline) [][]string {
	lines := [][]string{{"cell or claim", "old mean", "new mean", "change", "verdict"}}
	for _, c := range was.changes(is) {
		what, of, found := strings.Cut(c.What, " of ")
		if !found { // a claim
			of = what
		}
		if last := len(lines) - 1; lines[last][0] != of {
			lines = append(lines, []string{of, "", "", "", ""})
		}
		line := lines[len(lines)-1]
		if what != "mean" {
			line[4] = c.Was + ", now " + c.Is
			continue
		}
		line[1], line[2], line[3] = c.Was, c.Is, "-"
		if old, now := was.Cells[of].Mean, is.Cells[of].Mean; old != nil && now != nil {
			line[3] = result.Signed(*now - *old)
		}
	}
	return lines
}

func (v *verification) baseline(addresses []string) baseline {
	b := baseline{baselineSchema, run.Here().Program, addresses, map[string]baselineCell{}, map[string]string{}}
	for _, c := range v.cells() {
		cell := baselineCell{Verdict: c.Verdict.Kind}
		if c.Verdict.Lack != result.LackClock {
			cell.Mean = result.Finite(stat.Mean(c.Shown()))
		}
		b.Cells[c.Address] = cell
	}
	for _, p := range v.whole {
		for _, c := range p.Claims {
			b.Claims[p.Key+"/"+c.Key] = string(c.Ours.ClaimVerdict)
		}
	}
	return b
}

// changes lists what is not as it was, sorted. What is not there any more counts only if the same was verified.
func (was baseline) changes(is baseline) (all []change) {
	note := func(what, before, now string) {
		if before != now && (now != "" || slices.Equal(was.Addresses, is.Addresses)) {
			all = append(all, change{what, cmp.Or(before, "not there"), cmp.Or(now, "not there")})
		}
	}
	for _, address := range union(was.Cells, is.Cells) {
		before, old := was.Cells[address]
		now, new := is.Cells[address]
		note("verdict of "+address, before.Verdict, now.Verdict)
		if old && new && !sameMean(before.Mean, now.Mean) {
			note("mean of "+address, meanText(before.Mean), meanText(now.Mean))
		}
	}
	for _, key := range union(was.Claims, is.Claims) {
		note("claim "+key, was.Claims[key], is.Claims[key])
	}
	return all
}

func union[T any](a, b map[string]T) []string {
	keys := slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b)))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// sameMeans is how far two means may be apart, of their size, and yet be the same: processors other than amd64 round otherwise.
const sameMeans = 1e-9

func sameMean(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= sameMeans*max(math.Abs(*a), math.Abs(*b))
}

// meanText has as many digits as tell two means apart.
func meanText(mean *float64) string {
	if mean == nil {
		return "none"
	}
	return fmt.Sprintf("%.10g", *mean)
}

func (b baseline) write(env *Env, file string) error {
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	if err := env.Write(file, append(data, '\n')); err != nil {
		return fmt.Errorf("--write-baseline: %w", err)
	}
	return nil
}

// readBaseline reads a file that --write-baseline wrote; of no name it is empty.
func readBaseline(env *Env, file string) (b baseline, err error) {
	if file == "" {
		return b, nil
	}
	data, err := env.readFile(file)
	if err != nil {
		return b, UsageError("--baseline: %w", err)
	}
	if err := json.Unmarshal(data, &b); err != nil || b.Schema != baselineSchema {
		return b, UsageError("--baseline: %s is no file of verify --write-baseline (schema %q, want %q)", file, b.Schema, baselineSchema)
	}
	return b, nil
}
