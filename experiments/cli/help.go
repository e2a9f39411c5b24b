package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

// topics are helps that belong to no command.
func topics() []*cobra.Command {
	var codes strings.Builder
	for _, c := range workflow.Codes {
		fmt.Fprintf(&codes, "  %3d  %s\n", c.Code, c.Doc)
	}
	var verdicts strings.Builder
	for _, k := range reports.Kinds {
		fmt.Fprintf(&verdicts, "  %s %s: %s\n", k.Sign, k.Kind, k.Doc)
	}
	return []*cobra.Command{
		{Use: "addresses", Short: "how experiments and their cells are named", Long: `An address names a paper, an experiment or some of its cells:

  rpr                                          all experiments of a paper
  rpr/table2                                   one table; rpr table2, RPR/Table2 and rpr/2 are the same
  rpr/table2:rank=40,method=rpr,metric=acc     the cells where all of this holds
  rpr/table2:method=nmf|gnmf                   one of several values

Keys are dataset, rank, method, metric, panel, replicate and the options that a method varies over. nmfrepro list experiments
lists what there is; --only takes the part behind the colon.`},
		{Use: "exit-codes", Short: "what a command ends with", Long: "A command ends with one of these codes:\n\n" + codes.String() + `
A code is lost on the way through go run, which ends with 1 for all of them. Build first: go build, then ./nmfrepro.`},
		{Use: "profiles", Short: "smoke, quick and paper: how much is computed", Long: `A profile says how much of an experiment is computed:

  smoke  one or two replicates of short runs: does everything run? The scores mean little
  quick  a few replicates, long runs cut short: minutes on a laptop. What differs from the paper stands under the table
  paper  what the paper did: hours for some tables; nmfrepro run --dry-run ADDRESS --profile paper says how many

--profile names it, quick by default; --reps sets the replicates of any. With --cached and no profile named, that of the results
that the program carries is shown.`},
		{Use: "verdicts", Short: "how a cell is judged against the reported number", Long: "Each reported number gets one verdict:\n\n" + verdicts.String() + `
Two questions decide: is the reported number plausible as a result of our runs, and is the difference within the tolerance? The
tolerance is that of the metric: five points of accuracy, for example, which another initialisation of k-means moves it by. nmfrepro
verify tells tolerance and interval of each cell, nmfrepro explain one cell in full.`},
	}
}
