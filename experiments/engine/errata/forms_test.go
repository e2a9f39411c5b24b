package errata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/eval"
)

// reportedTable is a table of scores as papers have it, before it takes a form: a caption, panels of the same methods, cells as text.
type reportedTable struct {
	caption string
	panels  []reportedPanel
	methods []string
	average string // the name of the row of averages
	decimal string
	apart   bool // each panel is a table of its own
}

type reportedPanel struct {
	metric string
	rows   []string
	cells  [][]string // "" where a method has no number, which is bold behind **
}

// written returns the table in a form: tex, md or csv.
func (r reportedTable) written(form string) string {
	var b strings.Builder
	cell := func(s string) string {
		if bold, is := strings.CutPrefix(s, "**"); is {
			s = map[string]string{"tex": `\textbf{` + bold + "}", "md": "**" + bold + "**", "csv": "**" + bold + "**"}[form]
		}
		if s == "" {
			return "--"
		}
		return strings.ReplaceAll(s, ".", r.decimal)
	}
	line := func(cells []string) string {
		switch form {
		case "tex":
			return strings.Join(cells, " & ") + " \\\\\n"
		case "md":
			return "| " + strings.Join(cells, " | ") + " |\n"
		}
		return strings.Join(cells, ";") + "\n"
	}
	for k, p := range r.panels {
		caption, heads := r.caption, []string{"Dataset"}
		for _, m := range r.methods {
			heads = append(heads, m)
		}
		if r.apart || len(r.panels) > 1 {
			caption = p.metric
		}
		switch {
		case form == "tex":
			b.WriteString("\\begin{table}\\caption{" + strings.ReplaceAll(caption, "%", `\%`) + "}\\begin{tabular}{l" + strings.Repeat("c", len(r.methods)) + "}\n" + line(heads))
		case form == "md":
			b.WriteString("### " + caption + "\n\n" + line(heads) + line(slices.Repeat([]string{"---"}, len(heads))))
		default:
			if k > 0 {
				b.WriteString("\n")
			}
			heads[0] = p.metric
			b.WriteString(line(heads))
		}
		for i, name := range p.rows {
			if form == "tex" && name == r.average {
				b.WriteString("\\midrule\n")
			}
			cells := []string{name}
			for _, s := range p.cells[i] {
				cells = append(cells, cell(s))
			}
			b.WriteString(line(cells))
		}
		if form == "tex" {
			b.WriteString("\\end{tabular}\\end{table}\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// averageNames are how papers call the row of averages.
var averageNames = []string{"Average", "Avg.", "avg", "Mean", "Ave.", "Mittelwert", "Durchschnitt", "Moyenne", "Promedio", "Média", "平均"}

// honestScores simulates an experiment: clusterings of labelled sets by some methods, their accuracy, purity and NMI in per cent, rounded;
// averages over the sets that a method has, the best of each row in bold, the fullest average in bold where the sets differ.
func honestScores(t testing.TB, rng *rand.Rand) reportedTable {
	t.Helper()
	score := func(name string, clusters, classes []int) float64 {
		m, ok := eval.Find(name)
		if !ok {
			t.Fatal(name)
		}
		v, err := m.Score(eval.Outcome{Found: eval.Found{Clusters: clusters}, Given: eval.Given{Labels: classes}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return 100 * v
	}
	r := reportedTable{methods: []string{"K-means", "NMF", "GNMF", "ONMF", "Ours"}[:3+rng.IntN(3)], decimal: ".", apart: rng.IntN(2) == 0,
		average: averageNames[rng.IntN(len(averageNames))]}
	keys := [][]string{{"acc", "purity"}, {"acc", "nmi"}, {"purity", "acc", "nmi"}, {"acc"}}[rng.IntN(4)]
	words := map[string][]string{"acc": {"AC (%)", "ACC (%)", "Accuracy (%)", "Clustering accuracy (%)"}, "purity": {"Purity (%)", "Clustering purity (%)"}, "nmi": {"NMI (%)", "Normalised mutual information (%)"}}
	decimals := 1 + rng.IntN(2)
	text := func(v float64) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	sets, values := 2+rng.IntN(5), map[string][][]float64{}
	missing := rng.IntN(3) == 0 // one method has no number on all sets but the first
	for range sets {
		k := 2 + rng.IntN(3)
		classes := make([]int, 40+rng.IntN(400))
		for i := range classes {
			classes[i] = i * k / len(classes)
		}
		row := map[string][]float64{}
		for range r.methods {
			clusters := clustering(rng, classes, k)
			for i := range clusters {
				if rng.Float64() < 0.2 {
					clusters[i] = rng.IntN(k)
				}
			}
			for _, key := range keys {
				name := key
				if key == "nmi" {
					name = "nmi-max"
				}
				row[key] = append(row[key], score(name, clusters, classes))
			}
		}
		for _, key := range keys {
			values[key] = append(values[key], row[key])
		}
	}
	for _, key := range keys {
		p := reportedPanel{metric: words[key][rng.IntN(len(words[key]))]}
		sums, counts := make([]float64, len(r.methods)), make([]int, len(r.methods))
		add := func(name string, row []float64, full []int) {
			cells, best := make([]string, len(row)), -math.MaxFloat64
			for j, v := range row {
				if full[j] == slices.Max(full) {
					best = max(best, v)
				}
			}
			for j, v := range row {
				if full[j] == 0 {
					continue
				}
				if cells[j] = text(v); full[j] == slices.Max(full) && cells[j] == text(best) {
					cells[j] = "**" + cells[j]
				}
			}
			p.rows, p.cells = append(p.rows, name), append(p.cells, cells)
		}
		for i, row := range values[key] {
			has := slices.Repeat([]int{1}, len(row))
			if missing && i > 0 {
				has[1] = 0
			}
			for j, v := range row {
				if has[j] > 0 {
					sums[j], counts[j] = sums[j]+v, counts[j]+1
				}
			}
			add([]string{"iris", "wine", "ORL", "PIE", "seeds", "heart"}[i], row, has)
		}
		for j := range sums {
			sums[j] /= float64(counts[j])
		}
		add(r.average, sums, counts)
		r.panels = append(r.panels, p)
	}
	r.caption = r.panels[0].metric + " of clusterings"
	if rng.IntN(3) == 0 {
		r.decimal = ","
	}
	return r
}

var forms = []string{"tex", "md", "csv"}

// Honest tables in LaTeX, Markdown and CSV are accused of nothing: accuracies that are purities, averages by many names, bold ones over
// more data sets than another has.
func TestHonestTablesInForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 58))
	const tables = 120
	errors, doubts := map[string]int{}, 0
	for range tables {
		r := honestScores(t, rng)
		for _, form := range forms {
			text := r.written(form)
			s := sheetOf(t, "honest."+form, text, Known{})
			for _, f := range s.Found {
				switch f.Severity {
				case Error:
					if errors[form]++; errors[form] < 3 {
						t.Errorf("%s: %+v\n%s", form, f, text)
					}
				case Doubt:
					doubts++
				}
			}
		}
	}
	t.Logf("%d tables in %d forms: %d, %d and %d errors, %d doubts", tables, len(forms), errors["tex"], errors["md"], errors["csv"], doubts)
}

// Faults that are planted into honest tables are found, or listed as not checked, in each form.
func TestPlantedFaultsInForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 58))
	shift := func(cell string, by float64) string {
		bold, is := strings.CutPrefix(cell, "**")
		v, _ := strconv.ParseFloat(bold, 64)
		_, after, _ := strings.Cut(bold, ".")
		out := strconv.FormatFloat(v+by, 'f', len(after), 64)
		if is {
			return "**" + out
		}
		return out
	}
	faults := []struct {
		name   string
		detect string
		plant  func(r *reportedTable) bool // false where the table has no room for it
	}{
		{"a wrong average", "averages", func(r *reportedTable) bool {
			p := &r.panels[0]
			last := p.cells[len(p.cells)-1]
			last[0] = shift(last[0], 3)
			return true
		}},
		{"a share above 100 %", "range", func(r *reportedTable) bool {
			c := r.panels[0].cells[0]
			c[0] = shift(c[0], 100)
			return true
		}},
		{"bold is not the best", "boldface", func(r *reportedTable) bool {
			c := r.panels[0].cells[0]
			for j := range c {
				if plain, is := strings.CutPrefix(c[j], "**"); is {
					c[j] = plain
				} else if c[j] != "" {
					c[j] = "**" + c[j]
				}
			}
			return slices.ContainsFunc(c, func(s string) bool { return strings.HasPrefix(s, "**") }) &&
				slices.ContainsFunc(c, func(s string) bool { return s != "" && !strings.HasPrefix(s, "**") })
		}},
		{"a copied column", "duplicates", func(r *reportedTable) bool {
			for _, p := range r.panels {
				for _, c := range p.cells {
					c[2] = c[0]
				}
			}
			return len(r.panels[0].rows) > 4
		}},
		{"purity below accuracy", "order", func(r *reportedTable) bool {
			acc := slices.IndexFunc(r.panels, func(p reportedPanel) bool {
				return strings.Contains(p.metric, "AC") || strings.Contains(p.metric, "ccuracy")
			})
			purity := slices.IndexFunc(r.panels, func(p reportedPanel) bool { return strings.Contains(p.metric, "urity") })
			if acc < 0 || purity < 0 {
				return false
			}
			r.panels[purity].cells[0][0] = shift(r.panels[acc].cells[0][0], -5)
			return true
		}},
	}
	for _, fault := range faults {
		tried, found, listed, missed := 0, 0, 0, ""
		for tried < 20*len(forms) {
			r := honestScores(t, rng)
			if !fault.plant(&r) {
				continue
			}
			for _, form := range forms {
				tried++
				text := r.written(form)
				s := sheetOf(t, "planted."+form, text, Known{})
				by := foundBy(s, fault.detect)
				switch {
				case slices.ContainsFunc(by, func(f Finding) bool { return f.Severity == Error || f.Severity == Doubt }):
					found++
				case len(by) > 0:
					listed++
				default:
					missed = fmt.Sprintf("%s: %+v\n%s", form, s.Found, text)
				}
			}
		}
		t.Logf("%s: of %d found %d, listed as not checked %d", fault.name, tried, found, listed)
		if found+listed < tried {
			t.Errorf("%s: %d of %d are neither found nor listed, as in %s", fault.name, tried-found-listed, tried, missed)
		}
	}
}
