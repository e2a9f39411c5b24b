package look

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

func newExplain(env *console.Env) *cobra.Command {
	var sel console.Selection
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
		Args: console.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := sel.Open(env, args, pass.Either)
			if err != nil {
				return err
			}
			out := explainJSON{Envelope: console.NewEnvelope(explainSchema, p.Profiles("")), Cells: []verifyCell{}, Units: []Units{}}
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
				return console.WriteJSON(env.Stdout, out)
			case "csv":
				return runsCSV(env.Stdout, out.Units)
			}
			return nil
		},
	}
	sel.Bind(cmd)
	sel.BindCached(cmd, "explain the committed results too")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "list every replicate with its key, steps and scores")
	console.ChoiceFlag(cmd, &format, "format", "text", "text, json or csv", []string{"text", "json", "csv"})
	return cmd
}

// Units is everything behind the units of one data set, rank and method.
type Units struct {
	Address  string             `json:"address"`
	Unit     store.Unit         `json:"unit"` // of the first replicate
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

// Behind gathers the runs of a plan by data set, rank and variant of a method, in the order of the plan.
func Behind(env *console.Env, look *pass.Pass, p *run.Plan) []Units {
	paper, _ := look.Lib.PaperOf(p.Spec)
	specs := ""
	if env.Specs != "" {
		specs = " --specs " + env.Specs
	}
	var all []Units
	index := map[string]int{}
	for _, j := range p.Units {
		address := unitAddress(p.Spec.Address, j.Unit)
		k, seen := index[address]
		if !seen {
			k = len(all)
			index[address] = k
			all = append(all, Units{
				Address: address, Unit: j.Unit, Protocol: protocolOf(paper, p.Spec),
				Command: fmt.Sprintf("nmfrepro table %s --profile %s --seed %d --reps %d%s", address, p.Profile, j.Unit.Seed, p.Replicates, specs),
			})
		}
		x := &all[k]
		run := explainedRun{Replicate: j.Unit.Replicate, Key: j.Key, Status: reports.Pending}
		if rec, ok := look.Set.Get(j.Unit.Experiment, j.Key); ok {
			run.Status, run.Reason, run.Metrics = rec.Status, rec.Reason, rec.Metrics
			run.Iterations, run.Stopped, run.Seconds = rec.Iterations, rec.Stopped, rec.Seconds
			for _, line := range origin(rec.Provenance) {
				if !slices.Contains(x.Origin, line) {
					x.Origin = append(x.Origin, line)
				}
			}
		}
		x.Runs = append(x.Runs, run)
	}
	return all
}

func unitAddress(experiment string, u store.Unit) string {
	address := fmt.Sprintf("%s:dataset=%s,rank=%d,method=%s", experiment, u.Dataset, u.Rank, u.Method)
	for _, name := range slices.Sorted(maps.Keys(u.Vary)) {
		address += "," + name + "=" + u.Vary[name]
	}
	return address
}

// protocolOf are the choices that concern an experiment.
func protocolOf(paper *published.Paper, s *spec.Experiment) []published.Choice {
	choices := []published.Choice{}
	if paper == nil {
		return choices
	}
	for _, c := range paper.Protocol {
		if spec.Concerns(c, s) {
			choices = append(choices, c)
		}
	}
	return choices
}

func origin(p store.Provenance) []string {
	lines := []string{"data sha256 " + p.DataSHA256}
	if p.StandIn != "" {
		lines = append(lines, "data stands in for "+p.StandIn)
	}
	if p.Imported != "" {
		return append(lines, "imported from "+p.Imported+"; ran on another machine, scored by program "+p.Program)
	}
	machine := fmt.Sprintf("machine %s, kernel %s", p.CPU, p.Kernel)
	if p.Arch != "" { // records of before lack it
		machine += ", arithmetic " + p.Arch
	}
	return append(lines, fmt.Sprintf("solver version %d", p.SolverVersion), fmt.Sprintf("program %s, %s", p.Program, p.Go), machine)
}

func (x Units) text(w io.Writer, verbose bool) {
	u := x.Unit
	fmt.Fprintln(w, x.Address)
	facts := [][2]string{
		{"data", u.Source + options(u.Data)},
		{"draw", u.Subset},
		{"constraints", strings.TrimSpace(options(u.Constraints))},
		{"solver", u.Solver + options(u.Options)},
		{"start", u.Init},
		{"seed", strconv.FormatUint(u.Seed, 10) + " (master; every stream derives from it, the experiment, data set, draw, rank, replicate and role)"},
	}
	if u.Solver == "" {
		facts[3][1] = "none: the samples themselves"
	} else {
		facts = append(facts, [2]string{"stop", fmt.Sprintf("%d iterations, objective %g, factors %g, observed every %d", u.Stop.Iterations, u.Stop.TolObjective, u.Stop.TolFactor, u.Stop.Every)})
	}
	for _, line := range x.Origin {
		name, rest, _ := strings.Cut(line, " ")
		facts = append(facts, [2]string{name, rest})
	}
	for _, f := range facts {
		if f[1] != "" {
			fmt.Fprintf(w, "  %-12s %s\n", f[0], f[1])
		}
	}
	x.runs(w, verbose)
	if len(x.Protocol) > 0 {
		fmt.Fprintln(w, "\n  protocol:")
		for _, c := range x.Protocol {
			fmt.Fprintf(w, "    %s (%s): %s\n", c.Choice, c.Status, c.Value)
		}
	}
	fmt.Fprintf(w, "\n  again: %s\n", x.Command)
}

// runs lists the replicates, or counts them by what became of them.
func (x Units) runs(w io.Writer, verbose bool) {
	if !verbose {
		counts := map[string]int{}
		for _, r := range x.Runs {
			counts[string(r.Status)]++
		}
		var parts []string
		for _, status := range slices.Sorted(maps.Keys(counts)) {
			parts = append(parts, fmt.Sprintf("%d %s", counts[status], status))
		}
		fmt.Fprintf(w, "  %-12s %s (-v lists them)\n", "replicates", strings.Join(parts, ", "))
		return
	}
	fmt.Fprintln(w)
	lines := [][]string{{"  replicate", "status", "iterations", "stopped", "seconds", "key", "metrics"}}
	for _, r := range x.Runs {
		lines = append(lines, []string{"  " + strconv.Itoa(r.Replicate), string(r.Status), strconv.Itoa(r.Iterations), r.Stopped,
			strconv.FormatFloat(r.Seconds, 'f', 3, 64), r.Key, metrics(r)})
	}
	term.Columns(w, lines)
}

// metrics are the numbers of a run in the order of their names, or why there are none.
func metrics(r explainedRun) string {
	if r.Reason != "" {
		return r.Reason
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		parts = append(parts, name+" "+strconv.FormatFloat(r.Metrics[name], 'g', 6, 64))
	}
	return strings.Join(parts, ", ")
}

// options are the values of a unit's options, sorted.
func options(values map[string]any) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, fmt.Sprintf("%s=%v", name, values[name]))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}
