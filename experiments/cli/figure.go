package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/list"
)

// formatCSV is the format of a figure's points.
const formatCSV = "csv"

func newFigure(env *Env) *cobra.Command {
	var (
		flags  Computation
		format string
		file   string
		page   figure.Options
		says   bool
	)
	formats := append(figure.Names(), formatCSV)
	cmd := &cobra.Command{
		Use:   "figure ADDRESS...",
		Short: "redraw a figure from real runs, computing what is missing",
		Long: `Figure computes the runs that the results folder lacks and draws the figure, with the numbers of the paper's text as
marks. With a folder as -o, every figure becomes PAPER-FIGURE.svg (or another format) and PAPER-FIGURE.csv, the points that were drawn.

With --conclusions it draws what the cells of a table say together: each row as an interval around zero with the tolerance shaded
and, for each conclusion about the paper's own method, a specification curve: the readings of the protocol of which there are
results, sorted by effect, with their choices below (see compare alternatives).`,
		Example: `  nmfrepro figure rpr/fig4 -o figures/
  nmfrepro figure pnmf/fig1 --format pdf -o fig1.pdf
  nmfrepro figure rpr/fig4 --format pdf --width 3.5in --bare -o fig4.pdf
  nmfrepro figure rpr/fig4 --format csv
  nmfrepro figure pnmf/table3 --conclusions --cached -o conclusions.svg`,
		Args: Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !IsFolder(file) && !FormatByName(cmd, &format, file, formats) {
				return UsageError("-o %s: found no format in its name, %s, or name one with --format", file, list.DidYouMean(filepath.Ext(file), formats))
			}
			kind := workflow.Figures
			if says {
				kind = workflow.Tables
			}
			p, err := flags.Open(env, args, kind)
			if err != nil {
				return err
			}
			folder := IsFolder(file)
			switch {
			case len(p.Plans) > 1 && !folder:
				return UsageError("%d figures: name a folder for them, as in -o figures/", len(p.Plans))
			case file == "" && format == "png" && IsTerminal(env.Stdout):
				return UsageError("a PNG cannot be shown here: name a file, as in -o figure.png")
			}
			later, err := flags.Compute(cmd.Context(), env, p, p.Plans)
			if err != nil {
				return err
			}
			draw := drawing{env: env, format: format, page: page}
			figures := list.Map(p.Plans, p.Figure)
			if says {
				if figures, err = p.ConclusionFigures(); err != nil {
					return err
				}
			}
			for _, f := range figures {
				if folder {
					err = draw.into(file, f)
				} else {
					err = draw.file(file, f)
				}
				later = cmp.Or(err, later)
			}
			return later
		},
	}
	flags.Bind(cmd)
	f := cmd.Flags()
	ChoiceFlag(cmd, &format, "format", "svg", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.Var((*pageWidth)(&page.Width), "width", "width of the page, as 3.5in, 89mm or 252pt; texts keep their size; as wide as the plots need if not given")
	f.BoolVar(&says, "conclusions", false, "draw what the cells of tables say together, and under which readings of the protocol")
	f.BoolVar(&page.Bare, "bare", false, "without title, lines below and white edges, for a document with captions of its own")
	f.StringVarP(&file, "output", "o", "", "write to this file, or into this folder, instead of standard output")
	flags.BindFall(cmd, true, "draw the results that there are and compute nothing")
	return cmd
}

// drawing is how figures are written.
type drawing struct {
	env    *Env
	format string
	page   figure.Options
}

// file writes a figure into a file, or on standard output if it has no name.
func (d drawing) file(name string, f reports.Figure) error {
	data, err := d.render(f, d.format)
	if err != nil {
		return err
	}
	return d.env.Write(name, data)
}

// into writes a figure and its points into a folder and says where they are.
func (d drawing) into(folder string, f reports.Figure) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	for _, kind := range slices.Compact([]string{d.format, formatCSV}) {
		data, err := d.render(f, kind)
		if err != nil {
			return err
		}
		name := filepath.Join(folder, strings.ReplaceAll(f.Address, "/", "-")+"."+kind)
		if err := d.env.Write(name, data); err != nil {
			return err
		}
		fmt.Fprintln(d.env.Stdout, name)
	}
	return nil
}

func (d drawing) render(f reports.Figure, format string) ([]byte, error) {
	var out bytes.Buffer
	if format == formatCSV {
		err := figure.CSV(&out, f)
		return out.Bytes(), err
	}
	err := d.page.Render(&out, f, format)
	return out.Bytes(), err
}

// pageWidth is the value of a flag that takes a length; it is kept in points, 72 to the inch.
type pageWidth float64

var _ pflag.Value = new(pageWidth)

// lengths are the units of a length, in points. A TeX point is a little less than ours, 72 to 72.27.
var lengths = []struct {
	unit   string
	points float64
}{{"in", 72}, {"cm", 72 / 2.54}, {"mm", 72 / 25.4}, {"pt", 1}}

const leastPage, mostPage = 36, 7200 // points: half an inch, a hundred inches

func (w *pageWidth) Set(text string) error {
	for _, l := range lengths {
		number, ok := strings.CutSuffix(strings.TrimSpace(text), l.unit)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(v*l.points >= leastPage && v*l.points <= mostPage) {
			break
		}
		*w = pageWidth(v * l.points)
		return nil
	}
	return fmt.Errorf("--width = %s, want a length from 0.5in to 100in, as 3.5in, 89mm or 252pt", text)
}

func (w *pageWidth) String() string {
	if *w == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*w), 'g', 6, 64) + "pt"
}

func (w *pageWidth) Type() string { return "length" }
