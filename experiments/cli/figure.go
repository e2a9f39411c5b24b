package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
)

// formatCSV is the format of a figure's points.
const formatCSV = "csv"

func newFigure(env *Env) *cobra.Command {
	var req workflow.Request
	var format, file string
	var page figure.Options
	var says, overwrite bool
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
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !isFolder(file) && !formatByName(cmd, &format, file, formats) {
				return usageError("-o %s: found no format in its name, %s, or name one with --format", file,
					list.DidYouMean(filepath.Ext(file), formats))
			}
			kind := workflow.Figures
			if says {
				kind = workflow.Tables
			}
			folder := isFolder(file)
			req.How.Planned = func(plans []*run.Plan) error {
				if len(plans) > 1 && !folder {
					return usageError("%d figures: name a folder for them, as in -o figures/", len(plans))
				}
				return env.showable(format, file, "figure.png")
			}
			r, err := env.Reproduce(cmd.Context(), req, args, kind, workflow.Drawings)
			if err != nil {
				return err
			}
			drawn := list.Filter(r.Figures, func(f result.Figure) bool { return f.Undrawn() == "" })
			if len(drawn) > 0 {
				err = drawAll(env, drawn, page, format, file, overwrite)
			}
			if file != "" && !says {
				err = cmp.Or(err, env.shownBy(cmd.Context(), req, r))
			}
			return errors.Join(cmp.Or(err, r.Later), undrawn(r.Figures))
		},
	}
	computeFlags(cmd, &req)
	f := cmd.Flags()
	choiceFlag(cmd, &format, "format", "svg", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	widthFlag(cmd, &page)
	f.BoolVar(&says, "conclusions", false, "draw what the cells of tables say together, and under which readings of the protocol")
	f.BoolVar(&page.Bare, "bare", false, "without title, lines below and white edges, for a document with captions of its own")
	f.BoolVar(&overwrite, "overwrite", false, "replace files of the folder that nmfrepro did not write")
	f.StringVarP(&file, "output", "o", "",
		"write to this file, or into this folder, instead of standard output; files that are there are replaced")
	fallFlags(cmd, &req, "draw the results that there are and compute nothing")
	return cmd
}

func widthFlag(cmd *cobra.Command, page *figure.Options) {
	cmd.Flags().Var((*pageWidth)(&page.Width), "width",
		"width of the page, as 3.5in, 89mm or 252pt; texts keep their size; as wide as the plots need if not given")
}

// shownBy says what became of the claims that figures of papers show, by the runs that there are.
func (e *Env) shownBy(ctx context.Context, req workflow.Request, drawn *workflow.Reproduction) error {
	var papers []string
	for _, f := range drawn.Figures {
		if p := drawn.Pass.Lib.Paper(f.Paper); p != nil && len(p.Claims) > 0 && !p.Study() {
			papers = list.AppendUnique(papers, f.Paper)
		}
	}
	if len(papers) == 0 {
		return nil
	}
	r, err := e.Reproduce(ctx, workflow.Request{Lib: drawn.Pass.Lib, Amount: workflow.Amount{Profile: req.Profile}, Lookup: req.Lookup}, papers, workflow.Either, workflow.Claims)
	if err != nil {
		return err
	}
	for _, f := range drawn.Figures {
		for _, p := range r.Papers {
			if p.Key == f.Paper && f.Undrawn() == "" {
				for _, line := range reports.FigureLines(f.Key, p.Claims) {
					fmt.Fprintf(e.Stdout, "%s: %s\n", f.Address, line)
				}
			}
		}
	}
	return nil
}

// undrawn says of each figure of which nothing could be drawn why; no file is written for it.
func undrawn(figures []result.Figure) error {
	return errors.Join(list.Map(figures, func(f result.Figure) error {
		if why := f.Undrawn(); why != "" {
			return workflow.Errorf(workflow.Data, "%s: nothing to draw: %s", f.Address, why)
		}
		return nil
	})...)
}

// drawAll writes figures into a folder, or one into a file, or on standard output if it has no name.
func drawAll(env *Env, all []result.Figure, page figure.Options, format, file string, overwrite bool) error {
	if isFolder(file) {
		return drawInto(env, all, page, format, file, overwrite)
	}
	return errors.Join(list.Map(all, func(f result.Figure) error {
		out, err := drawn(f, page, format)
		return cmp.Or(err, env.Write(file, out))
	})...)
}

// drawn returns a figure, or its points, in a format.
func drawn(f result.Figure, page figure.Options, format string) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if format == formatCSV {
		err = figure.CSV(&out, f)
	} else {
		err = page.Render(&out, f, format)
	}
	return out.Bytes(), err
}

// drawInto writes figures and their points into a folder and says where they are. It names the files itself, so that those of others stay,
// and looks at all of them before it writes one.
func drawInto(env *Env, all []result.Figure, page figure.Options, format, folder string, overwrite bool) (err error) {
	var pictures []files.File
	for _, f := range all {
		for _, kind := range slices.Compact([]string{format, formatCSV}) {
			name := filepath.Join(folder, strings.ReplaceAll(f.Address, "/", "-")+"."+kind)
			data, errDrawn := drawn(f, page, kind)
			switch {
			case errDrawn != nil:
				err = errors.Join(err, errDrawn)
			case !overwrite && files.OfOthers(name, data):
				return usageError("%s is there, and nmfrepro did not write it; name another folder, or replace it: --overwrite", name)
			default:
				pictures = append(pictures, files.File{Name: name, Data: data})
			}
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	for _, f := range pictures {
		if errWritten := env.Write(f.Name, f.Data); errWritten != nil {
			return errWritten
		}
		fmt.Fprintln(env.Stdout, f.Name)
	}
	return err
}

// pageWidth is the value of a flag that takes a length; it is kept in points, 72 to the inch.
type pageWidth float64

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
		v, err := list.ParseDecimal(strings.TrimSpace(number))
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
