// Package site writes the report: a folder of HTML pages that open from a file. No page needs anything outside itself; styles,
// script and figures are inside, and a content policy forbids the rest. The pages read well in light and dark, on narrow
// screens, on paper, by keyboard and without colour; without script only sorting and the details of a cell are missing.
//
// The model is plain and knows nothing of experiments.
package site

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/steps"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/render"
	"nmfrepro/reports/result"
)

// Site is all that the report shows.
type Site struct {
	Lead     string // a paragraph or two for the front page: what was done, with which profile
	Papers   []result.Paper
	Solvers  []Card
	Datasets []Card
	Machine  []Fact // machine and versions that wrote the report
	Version  string // of the program, which names its commit
	Cite     string // how to cite the program
}

// Dated names the program that wrote the report, and says when its runs were made.
func (s Site) Dated() string {
	text := "Written by nmfrepro " + s.Version
	if when := days(result.Span(list.FlatMap(s.Papers, func(p result.Paper) []result.Origin { return p.Records.Origins }))); when != "" {
		text += " from runs of " + when
	}
	return text
}

// Judged tells whether numbers stand beside reported ones.
func (s Site) Judged() bool {
	return slices.ContainsFunc(s.Papers, func(p result.Paper) bool { return !p.Study })
}

// Dated says page.
func (s Site) Title() string {
	papers := list.Filter(s.Papers, func(p result.Paper) bool { return !p.Study })
	switch n, studies := len(papers), len(s.Papers)-len(papers); {
	case n > 4 && studies > 0:
		return fmt.Sprintf("%s papers on matrix factorisation, run again, and a study", numeral(n))
	case n > 4:
		return fmt.Sprintf("%s papers on matrix factorisation, run again", numeral(n))
	case len(s.Papers) == 0:
		return "Papers, run again"
	case n == 0:
		return list.Sentence(list.Map(s.Papers, result.Paper.Name))
	}
	return list.Sentence(list.Map(s.Papers, result.Paper.Name)) + ", run again"
}

// numeral returns a small number in letters, as a sentence begins with it.
func numeral(n int) string {
	if names := []string{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"}; n < len(names) {
		return names[n]
	}
	return fmt.Sprint(n)
}

// Card describes a solver, a data set or the machines of a paper.
type Card struct {
	Key, Title, Doc, Cite string
	Facts                 []Fact
}

// Fact is a line of a list: seed, version, licence.
type Fact struct{ Name, Value string }

//go:embed assets
var assets embed.FS

// File is one page.
type File struct {
	Name string // index.html, pnmf.html, pnmf-table3.html
	Data []byte
}

// Pages renders all pages, the front page first. The same site gives the same bytes. It fails if a key cannot be a file
// name, if two pages would have one name, or if a row has not as many cells as its panel has columns.
func Pages(ctx context.Context, s Site) ([]File, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	views := []view{{Page: "index", Template: "index", Title: s.Title()}}
	s.Papers = slices.Clone(s.Papers)
	for i := range s.Papers {
		p := &s.Papers[i]
		p.Tables = list.Map(p.Tables, result.Table.DecidersFirst)
		p.Facts = list.Map(p.Facts, func(f result.Fact) result.Fact {
			f.Metrics = list.Map(f.Metrics, result.MetricWords)
			return f
		})
		views = append(views, view{Page: p.Key, Template: map[bool]string{false: "paper", true: "study"}[p.Study], Title: p.Name(), Paper: p})
		for j := range p.Tables {
			t := &p.Tables[j]
			views = append(views, view{Page: p.Key + "-" + t.Key, Template: "table", Title: t.Title, Paper: p, Table: t})
		}
	}
	views = append(views,
		view{Page: "solvers", Template: "cards", Title: "Methods and solvers", Cards: s.Solvers},
		view{Page: "datasets", Template: "cards", Title: "Data sets", Cards: s.Datasets},
		view{Page: "machine", Template: "machine", Title: "About this report", Cards: s.origins()},
	)
	set, err := template.New("site").Funcs(functions(&s)).ParseFS(assets, "assets/*.html")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	seen := map[string]bool{}
	for i, v := range views {
		if seen[v.Page] {
			return nil, fmt.Errorf("site: two pages would be %s.html; rename one of the keys", v.Page)
		}
		seen[v.Page] = true
		views[i].Site = &s
	}
	rendered, errs := make([][]File, len(views)), make([]error, len(views))
	written := steps.Begin(ctx, "pages", len(views))
	list.Parallel(len(views), func(i int) {
		rendered[i], errs[i] = views[i].render(set)
		written.Step()
	})
	written.End()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("site: %s: %w", views[i].Page, err)
		}
	}
	files := slices.Concat(rendered...)
	for _, name := range []string{"style.css", "script.js"} {
		data, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return nil, fmt.Errorf("site: %w", err)
		}
		files = append(files, File{name, data})
	}
	return files, nil
}

// functions returns those that templates call.
func functions(s *Site) template.FuncMap {
	return template.FuncMap{
		"kinds": func() any { return result.Kinds }, "panels": func(t *result.Table) (template.HTML, error) { return render.HTML(*t) },
		"grid": func(t *result.Table) (template.HTML, error) { return render.GridHTML(*t) }, "numbers": reports.PointNumbers, "sentence": sentence,
		"facts": tableFacts, "runs": runs, "links": links, "note": note, "class": render.VerdictClass, "slug": slug, "reported": reported,
		"verdicts": func(cells []result.Cell) []share { return shares(cells, 0) },
		"ranked":   result.Table.Ranked, "insignificant": insignificant, "reasons": reasons,
		"observed": reports.FigureLines,
		"head":     reports.FindingHead, "signText": reports.SignText, "signMark": reports.SignMark, "restText": reports.RestText,
		"headline": reports.Headline, "ownForest": reports.OwnForest, "summary": reports.ConclusionsSummary,
		"leadsSummary": reports.LeadsSummary, "leadMatrix": reports.NewLeadMatrix, "bestMatrix": reports.BestMatrix, "leadMarks": func() string { return reports.LeadMarks }, "leadsNotes": reports.LeadsNotes, "leadFigure": leadFigure,
		"bestLeads": reports.BestLeads, "ordersFigure": reports.OrdersFigure, "orderRows": reports.OrderRows, "bounded": bounded, "forest": reports.ForestOf, "curves": reports.CurvesOf, "honest": reports.HonestText, "answer": reports.ComparisonAnswer,
		"bias":    reports.BiasText,
		"heading": reports.ComparisonHeading, "tests": reports.ComparisonSummary,
		"methods": methodOptions, "datasets": func(t *result.Table) []option { return datasetOptions(t, s.Datasets) },
		"tally": tally, "causes": causes, "moreCauses": moreCauses, "unexplained": unexplained, "openCells": openCells,
	}
}

// view is what a template sees.
type view struct {
	Page     string
	Template string
	Title    string
	Site     *Site
	Paper    *result.Paper
	Table    *result.Table
	Cards    []Card
	Body     template.HTML
	pictures []File
}

var key = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func check(s Site) error {
	for _, p := range s.Papers {
		if !key.MatchString(p.Key) {
			return fmt.Errorf("site: key of a paper = %q, want lower-case letters, digits and hyphens", p.Key)
		}
		for _, t := range p.Tables {
			if !key.MatchString(t.Key) {
				return fmt.Errorf("site: %s: key of a table = %q, want lower-case letters, digits and hyphens", p.Key, t.Key)
			}
			for _, b := range t.Panels {
				for _, r := range b.Rows {
					if len(r.Cells) != len(b.Columns) {
						return fmt.Errorf("site: %s: row %q has %d cells, want %d", t.Address, r.Label, len(r.Cells), len(b.Columns))
					}
				}
			}
		}
	}
	return nil
}

// render returns the page with the files that it shows: its pictures, and of a table the numbers and what is behind each cell.
func (v *view) render(set *template.Template) ([]File, error) {
	var body, out bytes.Buffer
	if err := set.ExecuteTemplate(&body, v.Template, v); err != nil {
		return nil, err
	}
	p := newProse(v.Site, v.Paper)
	v.Body = template.HTML(p.page(body.String()))
	if err := set.ExecuteTemplate(&out, "layout", v); err != nil {
		return nil, err
	}
	files := append([]File{{v.Page + ".html", out.Bytes()}}, v.pictures...)
	if v.Table == nil {
		return files, nil
	}
	for _, format := range []string{"csv", "json"} {
		var data bytes.Buffer
		if err := render.Tables(&data, format, render.Options{}, *v.Table); err != nil {
			return nil, err
		}
		files = append(files, File{v.Page + "." + format, data.Bytes()})
	}
	behind, err := behindCells(*v.Table, p)
	return append(files, File{v.Page + ".js", behind}), err
}

// behindCells returns a script with what the page tells of each cell on demand, in the order of the page: its address, our mean to
// the last bit, by which columns are sorted, the reason of the verdict, and the runs. It is no JSON since a page that was opened
// from a file may load a script and nothing else.
func behindCells(t result.Table, p prose) ([]byte, error) {
	cells := append([][4]any{}, list.Map(t.Cells(), func(c result.Cell) [4]any {
		return [4]any{c.Address, result.Known(c.Mean()), p.plain(cmp.Or(c.Verdict.Reason, c.State.Note)), p.plain(cellFacts(c))}
	})...)
	data, err := json.Marshal(cells)
	return slices.Concat([]byte("const cells = "), data, []byte(";\n")), err
}

// comparisonWidth is that of a critical-difference diagram in points: on a telephone its letters are as large as the text.
const comparisonWidth = 280

// Generator stands in every page: a folder with it is a report, which may be replaced.
const Generator = `<meta name="generator" content="nmfrepro">`

// narrowWidth is that of a picture for telephones in points: its letters are as large as the text there, and it needs no scrolling.
const narrowWidth = 190

// Picture writes a figure into a file beside the page and returns the element that shows it, with a description for readers who cannot
// see it; "" of a figure without plots.
func (v *view) Picture(key string, f result.Figure) (template.HTML, error) {
	return v.picture(key, f, figure.Options{})
}

// Forest returns the picture of rows, bare, with another for telephones; a forest without rows is nothing.
func (v *view) Forest(key string, f result.Figure) (template.HTML, error) {
	wide, err := v.picture("forest-"+key, f, figure.Options{Bare: true})
	if err != nil || wide == "" {
		return wide, err
	}
	file, width, height, err := v.draw("forest-"+key+"-narrow", narrowed(f), figure.Options{Bare: true, Width: narrowWidth})
	if err != nil { // names that are too long for it
		return wide, nil //nolint:nilerr // the wide one is shown instead
	}
	return template.HTML(fmt.Sprintf(`<picture style="--n:%[2]dpx"><source media="(max-width: 40rem)" srcset="%[1]s" width="%[2]d" height="%[3]d">%[4]s</picture>`, file, width, height, wide)), nil
}

// Ranks returns the picture of a comparison, bare; it is wider where the names of the methods want it.
func (v *view) Ranks(i int, c result.Comparison) (template.HTML, error) {
	key := fmt.Sprint("ranks", i+1)
	element, err := v.picture(key, reports.ComparisonDiagram(c), figure.Options{Width: comparisonWidth, Bare: true})
	if err != nil {
		return v.picture(key, reports.ComparisonDiagram(c), figure.Options{Bare: true})
	}
	return element, nil
}

// Methods returns the pictures of a comparison: the methods' differences from the one that all are compared with, and these by data set.
func (v *view) Methods(i int, c result.Comparison) (template.HTML, error) {
	beside := list.FlatMap(v.Paper.Tables, func(t result.Table) []result.Comparison { return t.Comparisons })
	f := reports.ComparisonPictures([]result.Comparison{c}, beside, false)
	of := func(is func(result.Plot) bool) result.Figure {
		part := f
		part.Plots = list.Filter(f.Plots, is)
		return part
	}
	key := fmt.Sprint("methods", i+1)
	forest, err := v.Forest(key, of(func(p result.Plot) bool { return p.Forest != nil }))
	if err != nil {
		return "", err
	}
	heat, err := v.picture(key+"-sets", of(func(p result.Plot) bool { return p.Image != nil }), figure.Options{Bare: true})
	if err != nil || forest == "" {
		return "", err
	}
	return forest + "\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"By data set\">" + heat + "</div>\n<p class=\"quiet\">" +
		template.HTML(template.HTMLEscapeString(f.Notes[0])) + "</p>", nil
}

// narrowed returns a forest whose names stand above their intervals.
func narrowed(f result.Figure) result.Figure {
	f.Plots = slices.Clone(f.Plots)
	for i, p := range f.Plots {
		forest := *p.Forest
		forest.Above, f.Plots[i].Forest = true, &forest
	}
	return f
}

var size = regexp.MustCompile(`width="([0-9.]+)pt" height="([0-9.]+)pt"`)

func (v *view) picture(key string, f result.Figure, o figure.Options) (template.HTML, error) {
	drawn := func(p result.Plot) bool { return p.Status == result.OK || p.Status == "" }
	switch {
	case len(f.Plots) == 0:
		return "", nil
	case !slices.ContainsFunc(f.Plots, drawn): // a picture of empty frames tells nothing
		why := list.AppendUnique(nil, list.Map(f.Plots, func(p result.Plot) string {
			return strings.TrimPrefix(string(p.Status)+": "+p.Note, ": ")
		})...)
		return template.HTML(`<p class="quiet">Not drawn: ` + template.HTMLEscapeString(strings.Join(why, "; ")) + "</p>"), nil
	}
	file, width, height, err := v.draw(key, f, o)
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<img src="%s" alt="%s" width="%d" height="%d" style="--w:%[3]dpx">`, file,
		template.HTMLEscapeString(figure.Alt(f)), width, height)), nil
}

// draw writes a figure into a file beside the page, whose name and size in pixels it returns.
func (v *view) draw(key string, f result.Figure, o figure.Options) (name string, width, height int, err error) {
	o.Schemes = true
	var out bytes.Buffer
	if err := o.Render(&out, f, "svg"); err != nil {
		return "", 0, 0, err
	}
	file := File{v.Page + "-" + slug(key) + ".svg", out.Bytes()}
	v.pictures = append(v.pictures, file)
	pixels := func(points []byte) int {
		n, _ := strconv.ParseFloat(string(points), 64)
		return int(n * 4 / 3)
	}
	at := size.FindSubmatch(file.Data)
	return file.Name, pixels(at[1]), pixels(at[2]), nil
}

// leadFigure draws the leads of a table over the iterations, where runs were scored on their way.
func leadFigure(t *result.Table) result.Figure {
	return reports.LeadFigure(*t, reports.DrawnLeads(t.Says.Sources, nil))
}
