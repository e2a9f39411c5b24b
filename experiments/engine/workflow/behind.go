package workflow

import (
	"fmt"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Behind holds data, settings, tuning and records of the runs of one data set, rank and method.
type Behind struct {
	Address  string            `json:"address"`
	Run      store.Identity    `json:"unit"`            // of the first replicate
	Tuned    *result.Tuned     `json:"tuned,omitempty"` // the choice that it is the outcome of
	Unchosen bool              `json:"-"`               // a point of a grid that was chosen for no replicate
	Runs     []RunBehind       `json:"runs"`
	Origin   []Provenance      `json:"origin"` // data, versions and machines, each once
	Protocol []reported.Choice `json:"protocol"`
	Command  string            `json:"command"`
}

// RunBehind is a run with its record.
type RunBehind struct {
	Replicate  int                `json:"replicate"`
	Key        string             `json:"key"`
	Status     result.Status      `json:"status"`
	Reason     string             `json:"reason,omitempty"`
	Metrics    map[string]float64 `json:"metrics,omitempty"`
	Iterations int                `json:"iterations"`
	Stopped    string             `json:"stopped,omitempty"`
	Seconds    float64            `json:"seconds"`
	Path       []store.Checkpoint `json:"path,omitempty"` // of a run that was scored on its way; the last is its end
}

// Behind gathers the runs of a plan by data set, rank and variant of a method, in the order of the plan; of a tuned method those at
// points that were chosen, or with grids set at all of them. flags are added to the commands that give them again.
func (p *Pass) Behind(plan *run.Plan, flags string, grids bool) []Behind {
	paper, _ := p.Lib.PaperOf(plan.Spec)
	var all []Behind
	index := map[string]int{}
	results := p.Results(plan)
	for _, r := range plan.Runs {
		tuned, shown := results.Tuning(r)
		if !shown && !(grids && results.Only.Row(r.ID.Dataset, r.ID.Rank)) {
			continue
		}
		id := r.ID
		at := run.Address(id)
		at.Experiment, at.Replicate = plan.Spec.Address, 0
		address := at.String()
		k, seen := index[address]
		if !seen {
			k = len(all)
			index[address] = k
			all = append(all, Behind{
				Address: address, Run: id, Tuned: tuned, Unchosen: !shown, Protocol: protocolOf(paper, plan.Spec),
				Command: result.Command("table", address, "--profile", plan.Profile, "--seed", fmt.Sprint(id.Seed), "--reps", fmt.Sprint(plan.Replicates), "--no-cached") + flags,
			})
		}
		x := &all[k]
		one := RunBehind{Replicate: id.Replicate, Key: r.Key, Status: result.Pending}
		if rec, ok := p.Records.Get(r); ok {
			one.Status, one.Reason, one.Metrics = rec.Status, rec.Reason, rec.Metrics
			one.Iterations, one.Stopped, one.Seconds = rec.Iterations, rec.Stopped, rec.Seconds
			one.Path = rec.Path
			from := rec.Provenance
			from.Substitute = results.SubstituteOf(id.Dataset, rec)
			x.Origin = list.AppendUnique(x.Origin, origin(from)...)
		}
		x.Runs = append(x.Runs, one)
	}
	return all
}

// protocolOf returns the choices that concern an experiment.
func protocolOf(paper *reported.Paper, s *spec.Experiment) []reported.Choice {
	choices := []reported.Choice{}
	if paper != nil {
		choices = append(choices, paper.Protocol...)
	}
	return slices.DeleteFunc(choices, func(c reported.Choice) bool { return !spec.Where(c.Where, s) })
}

// Provenance is one thing that runs come from: data, program or machine. JSON has it as one text, "solver version 3".
type Provenance struct{ Of, Is string }

// MarshalText returns the two with a blank between them.
func (p Provenance) MarshalText() ([]byte, error) { return []byte(p.Of + " " + p.Is), nil }

func origin(p store.Provenance) []Provenance {
	all := []Provenance{{"data", "sha256 " + p.DataSHA256}}
	if p.Substitute != "" {
		all = append(all, Provenance{"substitute", "for " + p.Substitute})
	}
	machine := fmt.Sprintf("%s, kernel %s", p.CPU, p.Kernel)
	if p.Arch != "" { // records of before lack it
		machine += ", arithmetic " + p.Arch
	}
	return append(all, Provenance{"solver", fmt.Sprintf("version %d", p.SolverVersion)},
		Provenance{"program", fmt.Sprintf("%s, %s", p.Program, p.Go)}, Provenance{"machine", machine})
}
