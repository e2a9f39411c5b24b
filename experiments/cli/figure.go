package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

// formatCSV is the format of a figure's points.
const formatCSV = "csv"

func newFigure(env *Env) *cobra.Command {
	var (
		flags  computation
		format string
		file   string
	)
	formats := append(figure.Names(), formatCSV)
	cmd := &cobra.Command{
		Use:   "figure ADDRESS...",
		Short: "redraw a figure from real runs, computing what is missing",
		Long: `Figure computes the units that the results folder lacks and draws the figure, with numbers that the paper's text gives as
reference marks. With a folder as -o, every figure becomes PAPER-FIGURE.svg (or another format) and PAPER-FIGURE.csv, the
points that were drawn.`,
		Example: `  nmfrepro figure rpr/fig4 -o figures/
  nmfrepro figure pnmf/fig1 --format pdf -o fig1.pdf
  nmfrepro figure rpr/fig4 --format csv`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !isFolder(file) && !formatByName(cmd, &format, file, formats) {
				return usageError("-o %s: found no format in its name, %s, or name one with --format", file, nearest.Hint(filepath.Ext(file), formats))
			}
			lib, plans, err := flags.plans(env, args, figures)
			if err != nil {
				return err
			}
			folder := isFolder(file)
			switch {
			case len(plans) > 1 && !folder:
				return usageError("%d figures: name a folder for them, as in -o figures/", len(plans))
			case file == "" && format == "png" && isTerminal(env.Stdout):
				return usageError("a PNG cannot be shown here: name a file, as in -o figure.png")
			}
			later, err := flags.compute(cmd.Context(), env, plans)
			if err != nil {
				return err
			}
			st := env.results(&flags.looking)
			for _, p := range plans {
				drawn := collect.Figure(p, lib, st)
				draw := env.drawFile
				if folder {
					draw = env.drawInto
				}
				later = errorsFirst(draw(file, drawn, format), later)
			}
			return later
		},
	}
	flags.bind(cmd)
	f := cmd.Flags()
	choiceFlag(cmd, &format, "format", "svg", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&file, "output", "o", "", "write to this file, or into this folder, instead of standard output")
	flags.bindCached(cmd, "draw the results that there are and compute nothing")
	return cmd
}

// drawFile writes a figure into a file, or on standard output if it has no name.
func (e *Env) drawFile(file string, f reports.Figure, format string) error {
	data, err := render(f, format)
	if err != nil {
		return err
	}
	return e.write(file, data)
}

// drawInto writes a figure and its points into a folder and says where they are.
func (e *Env) drawInto(folder string, f reports.Figure, format string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	for _, kind := range slices.Compact([]string{format, formatCSV}) {
		data, err := render(f, kind)
		if err != nil {
			return err
		}
		name := filepath.Join(folder, strings.ReplaceAll(f.Address, "/", "-")+"."+kind)
		if err := e.write(name, data); err != nil {
			return err
		}
		fmt.Fprintln(e.Stdout, name)
	}
	return nil
}

func render(f reports.Figure, format string) ([]byte, error) {
	var out bytes.Buffer
	if format == formatCSV {
		err := figure.CSV(&out, f)
		return out.Bytes(), err
	}
	err := figure.Render(&out, f, format)
	return out.Bytes(), err
}

// figures and tables say which experiments a verb can show.
var (
	figures = show{"plots", "figure", func(s *spec.Experiment) bool { return len(s.Plots) > 0 }}
	tables  = show{"panels", "table", func(s *spec.Experiment) bool { return len(s.Panels) > 0 }}
	either  = show{"", "", func(*spec.Experiment) bool { return true }}
)

// show is what a verb needs of an experiment.
type show struct {
	what, verb string
	has        func(*spec.Experiment) bool
}

// other is the verb for experiments that this one cannot show.
func (s show) other() string {
	if s.verb == tables.verb {
		return figures.verb
	}
	return tables.verb
}
