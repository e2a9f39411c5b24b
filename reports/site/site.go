package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

//go:embed assets
var assets embed.FS

// File is one page.
type File struct {
	Name string // index.html, pnmf.html, pnmf-table3.html
	Data []byte
}

// Pages renders all pages, the front page first. The same site gives the same bytes. It fails if a key cannot be a file
// name, if two pages would have one name, or if a row has not as many cells as its panel has columns.
func Pages(s Site) ([]File, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	views := []view{{Page: "index", Template: "index", Title: s.Title()}}
	for i := range s.Papers {
		p := &s.Papers[i]
		views = append(views, view{Page: p.Key, Template: "paper", Title: p.Short, Paper: p})
		for j := range p.Tables {
			t := &p.Tables[j]
			views = append(views, view{Page: p.Key + "-" + t.Key, Template: "table", Title: t.Title, Paper: p, Table: t})
		}
	}
	views = append(views,
		view{Page: "solvers", Template: "cards", Title: "Solvers", Cards: s.Solvers},
		view{Page: "datasets", Template: "cards", Title: "Data sets", Cards: s.Datasets},
		view{Page: "machine", Template: "machine", Title: "Machine and versions", Cards: s.origins()},
	)
	set, err := parse()
	if err != nil {
		return nil, err
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
	reports.Each(len(views), func(i int) { rendered[i], errs[i] = views[i].files(set) })
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("site: %s: %w", views[i].Page, err)
		}
	}
	files := slices.Concat(rendered...)
	if len(s.Errata) > 0 {
		if seen["errata"] {
			return nil, fmt.Errorf("site: a paper of the key errata would be errata.html, which is there already; rename it")
		}
		files = append(files, File{"errata.html", s.Errata})
	}
	return files, nil
}

// files are a page and, if it shows a table, the table as data.
func (v view) files(set *template.Template) ([]File, error) {
	var body, page bytes.Buffer
	if err := set.ExecuteTemplate(&body, v.Template, v); err != nil {
		return nil, err
	}
	v.Body = template.HTML(body.String())
	if err := set.ExecuteTemplate(&page, "layout", v); err != nil {
		return nil, err
	}
	files := []File{{v.Page + ".html", page.Bytes()}}
	if v.Table == nil {
		return files, nil
	}
	for _, format := range []string{"csv", "json"} {
		var data bytes.Buffer
		if err := reports.Render(&data, format, reports.Options{}, *v.Table); err != nil {
			return nil, err
		}
		files = append(files, File{v.Page + "." + format, data.Bytes()})
	}
	return files, nil
}

// view is what a template sees.
type view struct {
	Page     string
	Template string
	Title    string
	Site     *Site
	Paper    *reports.Paper
	Table    *reports.Table
	Cards    []Card
	Body     template.HTML
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

func parse() (*template.Template, error) {
	css, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	script, err := assets.ReadFile("assets/script.js")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	set := template.New("site")
	set.Funcs(template.FuncMap{
		"style":  func() template.CSS { return template.CSS(css) },
		"script": func() template.JS { return template.JS(script) },
		"kinds":  func() any { return reports.Kinds },
		"panels": func(t *reports.Table) (template.HTML, error) { return panels(set, t) },
		"svg":    svg, "facts": tableFacts, "runs": runs, "links": links, "notes": notes, "class": reports.VerdictClass, "slug": slug, "verdicts": verdicts, "printed": printed,
		"counts": func(p reports.Paper) map[string]int { return reports.KindCounts(p.Judged()) }, "ranked": reports.Table.Ranked, "reasons": reasons, "standings": standings, "observed": observed, "known": known,
	})
	if _, err = set.ParseFS(assets, "assets/*.html"); err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return set, nil
}

// details is what stands in a cell beside the published number: the sign of the verdict, and behind it why and from which runs.
type details struct {
	reports.Cell
	Why, More string
}

func panels(set *template.Template, t *reports.Table) (template.HTML, error) {
	return reports.HTML(*t, func(c reports.Cell) (template.HTML, error) {
		d := details{c, c.Verdict.Reason, cellFacts(c)}
		if d.Why == "" {
			d.Why = c.Note
		}
		var out strings.Builder
		err := set.ExecuteTemplate(&out, "details", d)
		return template.HTML(out.String()), err
	})
}

// svg is a figure as an element of a page: without the prologue of a document, named for those who cannot see it. A figure
// without plots is nothing.
func svg(f reports.Figure) (template.HTML, error) {
	if len(f.Plots) == 0 {
		return "", nil
	}
	var out strings.Builder
	if err := figure.Render(&out, f, "svg"); err != nil {
		return "", err
	}
	_, element, _ := strings.Cut(out.String(), "<svg")
	return template.HTML(`<svg role="img" aria-label="` + template.HTMLEscapeString(f.Title) + `"` + element), nil
}
