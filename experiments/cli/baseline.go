package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
)

// baselineSchema names the files that verify --write-baseline writes.
const baselineSchema = "nmfrepro/baseline/1"

// baseline is what came of a verification, for another one to be compared with.
type baseline struct {
	Schema    string                     `json:"schema"`
	Program   string                     `json:"program"`
	Addresses []string                   `json:"addresses"`
	Settings  map[string]baselineSetting `json:"settings,omitempty"` // of each experiment, by paper/table
	Cells     map[string]baselineCell    `json:"cells"`              // by address
	Claims    map[string]string          `json:"claims"`             // standing on our numbers by paper/key
}

// baselineSetting is by what the runs of an experiment were made.
type baselineSetting struct {
	Profile    string `json:"profile"`
	Replicates int    `json:"replicates"`
	Seed       uint64 `json:"seed"`
}

func (s baselineSetting) String() string {
	return fmt.Sprintf("profile %s, %s, seed %d", s.Profile, result.Count(s.Replicates, "replicate"), s.Seed)
}

type baselineCell struct {
	Verdict string   `json:"verdict"`             // "" where no number is reported
	Mean    *float64 `json:"mean"`                // of ours, in the unit of the table; null of times, which are the machine's
	SD      *float64 `json:"deviation,omitempty"` // of ours
	N       int      `json:"n,omitempty"`         // replicates behind them
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
		switch what {
		case "mean":
		case "deviation":
			line[3] = cmp.Or(line[3], "±"+c.Was+", now ±"+c.Is)
			continue
		case "number":
			line[1], line[2] = cmp.Or(line[1], c.Was), cmp.Or(line[2], c.Is)
			continue
		default:
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
	b := baseline{Schema: baselineSchema, Program: run.Here().Program, Addresses: addresses, Settings: v.settings,
		Cells: map[string]baselineCell{}, Claims: map[string]string{}}
	for _, t := range v.all {
		for _, c := range t.Cells() {
			cell := baselineCell{Verdict: c.Verdict.Kind}
			if !clocked(c) {
				cell.N = len(c.Runs.Values)
				cell.Mean = result.Finite(stat.Mean(c.Shown()))
				if cell.N > 1 {
					cell.SD = result.Finite(stat.SD(c.Shown()))
				}
			}
			if cell.Verdict != "" || cell.Mean != nil {
				b.Cells[c.Address] = cell
			}
		}
	}
	for _, p := range v.whole {
		for _, c := range p.Claims {
			b.Claims[p.Key+"/"+c.Key] = string(c.Ours.ClaimVerdict)
		}
	}
	return b
}

// clocked tells whether a number is the machine's: a time.
func clocked(c result.Cell) bool {
	name, _ := result.SplitMetric(c.At.Metric)
	m, known := eval.Find(name)
	return c.Verdict.Lack == result.LackClock || known && m.Class.Machine
}

// settingsOf returns those of each experiment.
func settingsOf(plans []*run.Plan) map[string]baselineSetting {
	all := map[string]baselineSetting{}
	for _, p := range plans {
		s := baselineSetting{p.Profile, p.Replicates, p.Spec.Seed}
		if len(p.Runs) > 0 {
			s.Seed = p.Runs[0].ID.Seed
		}
		all[p.Spec.Paper()+"/"+p.Spec.Table()] = s
	}
	return all
}

// guarded counts the cells with a mean or a verdict that can change.
func (b baseline) guarded() int {
	n := len(b.Claims)
	for _, c := range b.Cells {
		if c.Mean != nil || c.Verdict != "" && c.Verdict != judge.Missing {
			n++
		}
	}
	return n
}

// otherSettings tells what of two verifications was made otherwise, a line each: changes can come from that.
func (was baseline) otherSettings(is baseline) (lines []string) {
	for _, key := range union(was.Settings, is.Settings) {
		before, old := was.Settings[key]
		now, new := is.Settings[key]
		if old && new && before != now {
			lines = append(lines, fmt.Sprintf("%s: the baseline is of %s, this is of %s; changes can come from that", key, before, now))
		}
	}
	return lines
}

// changed counts the cells and claims that have changes.
func changed(all []change) int {
	of := map[string]bool{}
	for _, c := range all {
		what, cell, found := strings.Cut(c.What, " of ")
		if !found {
			cell = what
		}
		of[cell] = true
	}
	return len(of)
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
		switch {
		case old && !new && before.Verdict == "": // without a reported number
			note("number of "+address, meanText(before.Mean), "")
		case !old || !new:
		case !sameMean(before.Mean, now.Mean):
			note("mean of "+address, meanText(before.Mean), meanText(now.Mean))
		case before.SD != nil && now.SD != nil && before.N == now.N && !sameMean(before.SD, now.SD):
			note("deviation of "+address, meanText(before.SD), meanText(now.SD))
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
	data, err := env.ReadFile(file)
	if err != nil {
		return b, UsageError("--baseline: %w", err)
	}
	if err := json.Unmarshal(data, &b); err != nil || b.Schema != baselineSchema {
		return b, UsageError("--baseline: %s is no file of verify --write-baseline: %w", file,
			cmp.Or(err, fmt.Errorf("schema %q, want %q", b.Schema, baselineSchema)))
	}
	return b, nil
}
