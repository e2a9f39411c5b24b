package cli

import (
	"fmt"
	"slices"

	"nmfrepro/reports/list"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

func newExplain(env *Env) *cobra.Command {
	var sel Selection
	var format string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "explain ADDRESS",
		Short: "why a cell came out as it did, where it comes from, and the command that redoes it",
		Long: `Explain begins with the verdict on each cell of an address, as verify of the whole table gives it: ours, published and
difference. Then comes all that touches these cells: what was found out about the differences (notes that name the table, or
method and data), errata of the published numbers, claims that rest on them with their ablations, and the cells under
alternatives of the protocol that were run. Last is where the numbers come from: data, seeds, options, stopping rules,
versions, choices of the protocol, and the one command that computes them again; with -v each replicate too. It computes
nothing. --format csv is for statistics of your own: one line for each metric of each run.`,
		Example: `  nmfrepro explain pnmf/table3:dataset=iris,method=pnmf,metric=purity
  nmfrepro explain rpr/table2:panel=acc,average,method=rpr --cached
  nmfrepro explain rpr/table2:rank=40,method=rpr --format json
  nmfrepro explain rpr/table2 --cached --format csv`,
		Args: Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := sel.Open(env, args, workflow.Either)
			if err != nil {
				return err
			}
			out := explainJSON{Envelope: NewEnvelope(explainSchema, p.Profiles("")), Cells: []verifyCell{}, Units: []Units{}}
			for k, plan := range p.Plans {
				units := Behind(env, p, plan)
				out.Units = append(out.Units, units...)
				if format == "csv" {
					continue
				}
				why, err := p.Why(plan)
				if err != nil {
					return err
				}
				if out.add(why); format == "json" {
					continue
				}
				if k > 0 {
					fmt.Fprintln(env.Page())
				}
				whyText(env.Page(), why)
				for i, x := range units {
					if i > 0 {
						fmt.Fprintln(env.Page())
					}
					x.text(env.Page(), verbose)
				}
			}
			switch format {
			case "json":
				return WriteJSON(env.Stdout, out)
			case "csv":
				return runsCSV(env.Stdout, out.Units)
			}
			return nil
		},
	}
	sel.Bind(cmd)
	sel.BindFall(cmd, false, "explain the committed results too")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "list every replicate with its key, steps and scores")
	ChoiceFlag(cmd, &format, "format", "text", "text, json or csv", []string{"text", "json", "csv"})
	return cmd
}

// Units is everything behind the units of one data set, rank and method.
type Units struct {
	Address  string             `json:"address"`
	Unit     store.Unit         `json:"unit"`            // of the first replicate
	Tuned    *reports.Tuned     `json:"tuned,omitempty"` // the choice that it is the outcome of
	Runs     []explainedRun     `json:"runs"`
	Origin   []string           `json:"origin"` // data, versions and machines, each once
	Protocol []published.Choice `json:"protocol"`
	Command  string             `json:"command"`
}

type explainedRun struct {
	Replicate  int                `json:"replicate"`
	Key        string             `json:"key"`
	Status     reports.Status     `json:"status"`
	Reason     string             `json:"reason,omitempty"`
	Metrics    map[string]float64 `json:"metrics,omitempty"`
	Iterations int                `json:"iterations"`
	Stopped    string             `json:"stopped,omitempty"`
	Seconds    float64            `json:"seconds"`
}

// Behind gathers the runs of a plan by data set, rank and variant of a method, in the order of the plan; of a tuned method those at
// points that were chosen.
func Behind(env *Env, look *workflow.Pass, p *run.Plan) []Units {
	paper, _ := look.Lib.PaperOf(p.Spec)
	specs := ""
	if env.Specs != "" {
		specs = " --specs " + env.Specs
	}
	var all []Units
	index := map[string]int{}
	results := look.Results(p)
	for _, j := range p.Units {
		tuned, shown := results.Tuning(j)
		if !shown {
			continue
		}
		u := j.Unit
		varied := list.JoinByName(u.Vary, "", func(name, value string) string { return "," + name + "=" + value })
		address := fmt.Sprintf("%s:dataset=%s,rank=%d,method=%s%s", p.Spec.Address, u.Dataset, u.Rank, u.Method, varied)
		k, seen := index[address]
		if !seen {
			k = len(all)
			index[address] = k
			all = append(all, Units{
				Address: address, Unit: u, Tuned: tuned, Protocol: protocolOf(paper, p.Spec),
				Command: fmt.Sprintf("nmfrepro table %s --profile %s --seed %d --reps %d%s", address, p.Profile, u.Seed, p.Replicates, specs),
			})
		}
		x := &all[k]
		run := explainedRun{Replicate: u.Replicate, Key: j.Key, Status: reports.Pending}
		if rec, ok := look.Set.Get(j); ok {
			run.Status, run.Reason, run.Metrics = rec.Status, rec.Reason, rec.Metrics
			run.Iterations, run.Stopped, run.Seconds = rec.Iterations, rec.Stopped, rec.Seconds
			x.Origin = list.AppendUnique(x.Origin, origin(rec.Provenance)...)
		}
		x.Runs = append(x.Runs, run)
	}
	return all
}

// protocolOf are the choices that concern an experiment.
func protocolOf(paper *published.Paper, s *spec.Experiment) []published.Choice {
	choices := []published.Choice{}
	if paper != nil {
		choices = append(choices, paper.Protocol...)
	}
	return slices.DeleteFunc(choices, func(c published.Choice) bool { return !spec.Concerns(c, s) })
}

func origin(p store.Provenance) []string {
	lines := []string{"data sha256 " + p.DataSHA256}
	if p.StandIn != "" {
		lines = append(lines, "data stands in for "+p.StandIn)
	}
	machine := fmt.Sprintf("machine %s, kernel %s", p.CPU, p.Kernel)
	if p.Arch != "" { // records of before lack it
		machine += ", arithmetic " + p.Arch
	}
	return append(lines, fmt.Sprintf("solver version %d", p.SolverVersion), fmt.Sprintf("program %s, %s", p.Program, p.Go), machine)
}

// explainSchema names what explain --format json writes: fields may be added, none is renamed.
const explainSchema = "nmfrepro/explain/1"

// explainJSON begins with the verdicts; then comes all that touches these cells, and last where their numbers come from.
type explainJSON struct {
	Envelope
	Cells        []verifyCell      `json:"cells"`
	Notes        []string          `json:"notes,omitempty"`
	Errata       []reports.Erratum `json:"errata,omitempty"`
	Claims       []reports.Claim   `json:"claims,omitempty"`
	Alternatives []alternativeJSON `json:"alternatives,omitempty"`
	Units        []Units           `json:"units"`
}

// alternativeJSON is a cell under another choice of the protocol, in the unit of its table.
type alternativeJSON struct {
	Address    string        `json:"address"`
	Choice     string        `json:"choice"`
	Value      string        `json:"value"`
	Instead    string        `json:"instead_of"`
	Mean       string        `json:"mean"` // as tables print it
	Difference reports.Known `json:"difference"`
	Low        reports.Known `json:"low"` // 95 %
	High       reports.Known `json:"high"`
}

func (x *explainJSON) add(why workflow.Why) {
	x.Cells = append(x.Cells, list.Map(why.Cells, verifyCellOf)...)
	x.Notes, x.Errata, x.Claims = append(x.Notes, why.Notes...), append(x.Errata, why.Errata...), append(x.Claims, why.Claims...)
	for _, a := range why.Other {
		of := func(v float64) reports.Known { return reports.Known(a.Cell.Scale.Of(v)) }
		x.Alternatives = append(x.Alternatives, alternativeJSON{
			a.Cell.Address, a.Subject, a.Value, a.Instead, reports.MeanText(a.Moved.Other), of(a.Difference.Value), of(a.Interval.Low), of(a.Interval.High),
		})
	}
}
