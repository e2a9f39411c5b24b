package reports

import (
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// OrdersScreen writes how far the orders of methods agree, the least first, and the shares of variance of the scores; whole writes all
// pairs.
func OrdersScreen(o result.Orders, w io.Writer, whole bool) {
	var foot []string
	most := 5
	for i, s := range o.Shares {
		if i == most && !whole && len(o.Shares) > most+1 {
			foot = append(foot, fmt.Sprintf("  and of %s: -v", result.Count(len(o.Shares)-most, "more metric")))
			break
		}
		text := list.Join(s.Of, ", ", func(x result.VariancePart) string { return fmt.Sprintf("%s %.0f", x.Factor, 100*x.Part) })
		line := fmt.Sprintf("  %s (%d methods, %d data sets, %s): %s", result.MetricWords(s.Metric), s.Methods, s.Sets,
			result.Count(s.Settings, "setting"), text)
		foot = append(foot, folded(line)...)
	}
	if len(foot) > 0 {
		foot = append([]string{"", "Parts of the variance of the scores, in per cent; a setting is a panel:"}, foot...)
	}
	foot = append(foot, "")
	var why, seeds []string
	left := map[string][]string{}
	for _, p := range o.Pairs {
		seeds = list.AppendUnique(seeds, p.Seeds)
		for _, l := range p.Left {
			why, left[l.Lacks] = list.AppendUnique(why, l.Lacks), list.AppendUnique(left[l.Lacks], l.Name)
		}
	}
	if len(why) > 0 {
		foot = append(foot, folded("Left out: "+list.Join(why, "; ", func(w string) string { return firstFew(left[w], 5) + ", without " + w })+".")...)
	}
	if len(seeds) == 1 {
		foot = append(foot, "Seeds: "+seeds[0]+".")
	} else if len(seeds) > 1 {
		foot = append(foot, folded("Seeds: "+seeds[0]+"; of other pairs "+firstFew(seeds[1:], 2)+".")...)
	}
	foot = append(foot, "τ: Kendall's, 1 the same order, 0 no relation; 95 % when data sets are drawn again.   All, with the ranks: -v")
	brief := briefPlace(o.Pairs)
	few := whole || len(o.Pairs) <= screenPairs
	row := func(p result.OrderPair) []string {
		a, b := brief(p.A), brief(p.B)
		if !whole {
			most := map[bool]int{true: 18, false: 15}[few]
			a, b = clip(a, most), clip(b, most)
		}
		return []string{a, b, decimal(p.Tau.Tau), tauSpan(p), fmt.Sprint(len(p.Methods)), fmt.Sprint(p.Sets), movesMost(p)}
	}
	of := differences(o.Pairs)
	var lines []string
	if len(of) > 0 {
		p := of[0].pairs[0]
		text := fmt.Sprintf("Orders agree least where they differ in the %s: τ %s (%s) between %s and %s", of[0].in, decimal(p.Tau.Tau), tauSpan(p), brief(p.A), brief(p.B))
		if last := of[len(of)-1]; len(of) > 1 {
			text += fmt.Sprintf("; most where they differ in the %s: τ %s or more", last.in, decimal(last.pairs[0].Tau.Tau))
		}
		lines = append(folded(text+"."), "")
	}
	if few {
		rows := [][]string{{"differ in", "order in", "order in", "τ", "95 %", "methods", "sets", "moves most"}}
		for _, p := range o.Pairs {
			rows = append(rows, append([]string{p.Differ}, row(p)...))
		}
		lines = append(lines, leftAligned(rows, whole)...)
	} else {
		rows, alone := [][]string{{"differ in", "pairs", "least τ in", "and in", "τ", "95 %", "methods", "sets", "moves most"}}, 0
		for _, d := range of {
			rows, alone = append(rows, append([]string{d.in, fmt.Sprint(len(d.pairs))}, row(d.pairs[0])...)), alone+len(d.pairs)
		}
		lines = append(lines, leftAligned(rows, false)...)
		if rest := len(o.Pairs) - alone; rest > 0 {
			lines = append(lines, result.Count(rest, "more pair")+" differ in several things: -v")
		}
	}
	if whole {
		for _, p := range o.Pairs {
			lines = append(lines, "", fmt.Sprintf("%s and %s, mean ranks:", placeText(p.A, true), placeText(p.B, true)))
			for i, m := range p.Methods {
				lines = append(lines, fmt.Sprintf("  %s %s → %s", m, decimal(p.Ranks[0][i]), decimal(p.Ranks[1][i])))
			}
		}
	}
	for _, line := range append(lines, foot...) {
		fmt.Fprintln(w, line)
	}
}

// briefPlace returns how the comparisons of some pairs are named: without the paper where all are of one, without the table where all are of one.
func briefPlace(pairs []result.OrderPair) func(result.Place) string {
	of := func(by func(address string) string) bool {
		return !slices.ContainsFunc(pairs, func(p result.OrderPair) bool {
			return by(p.A.Address) != by(pairs[0].B.Address) || by(p.B.Address) != by(p.A.Address)
		})
	}
	oneTable, onePaper := of(func(address string) string { return address }), of(path.Dir)
	return func(p result.Place) string {
		switch {
		case oneTable:
			return placeText(p, false)
		case onePaper:
			return path.Base(p.Address) + " " + p.Panel
		}
		return p.Address + " " + p.Panel
	}
}

// screenPairs is the number of pairs of orders that a screen lists one by one.
const screenPairs = 12

// difference is the pairs of orders that differ in one thing alone, the least τ first.
type difference struct {
	in    string
	pairs []result.OrderPair
}

// differences returns the pairs of orders by the one thing that they differ in, the thing with the least τ first.
func differences(pairs []result.OrderPair) (all []difference) {
	for _, p := range pairs { // the least τ first
		if strings.Contains(p.Differ, ",") || p.Differ == "" {
			continue
		}
		i := slices.IndexFunc(all, func(d difference) bool { return d.in == p.Differ })
		if i < 0 {
			i, all = len(all), append(all, difference{in: p.Differ})
		}
		all[i].pairs = append(all[i].pairs, p)
	}
	return all
}

// OrderRows returns a table of what changes the order of the methods: of the pairs that differ in one thing, that which agrees least.
func OrderRows(o result.Orders) [][]string {
	rows := [][]string{{"differ in", "pairs", "order in", "and in", "τ", "95 %", "methods", "sets", "moves most"}}
	brief := briefPlace(o.Pairs)
	for _, d := range differences(o.Pairs) {
		p := d.pairs[0]
		rows = append(rows, []string{d.in, fmt.Sprint(len(d.pairs)), brief(p.A), brief(p.B), decimal(p.Tau.Tau), tauSpan(p),
			fmt.Sprint(len(p.Methods)), fmt.Sprint(p.Sets), movesMost(p)})
	}
	return rows
}

// placeText names a comparison, with its table where there are several.
func placeText(p result.Place, several bool) string {
	text := p.Panel
	if _, reading := result.SplitMetric(p.Metric); p.Metric != p.Panel && (reading == "" || !strings.Contains(p.Panel, reading)) {
		text += " " + p.Metric
	}
	if several {
		text = p.Address + " " + text
	}
	return text
}

func tauSpan(p result.OrderPair) string {
	if math.IsNaN(p.Spread.Low) {
		return "-"
	}
	return decimal(p.Spread.Low) + " to " + decimal(p.Spread.High)
}

// movesMost names the method whose mean rank differs most.
func movesMost(p result.OrderPair) string {
	most := 0
	for i := range p.Methods {
		if math.Abs(p.Ranks[1][i]-p.Ranks[0][i]) > math.Abs(p.Ranks[1][most]-p.Ranks[0][most]) {
			most = i
		}
	}
	if p.Ranks[0][most] == p.Ranks[1][most] {
		return "none"
	}
	return fmt.Sprintf("%s %.1f → %.1f", clip(p.Methods[most], 12), p.Ranks[0][most], p.Ranks[1][most])
}

// leftAligned returns rows with columns of one width, which end where the screen does unless they are wanted whole.
func leftAligned(rows [][]string, whole bool) []string {
	lines := aligned(list.Map(rows, func(r []string) []string { return append([]string{""}, r...) }))
	return list.Map(lines, func(l string) string {
		if l = strings.TrimPrefix(l, "  "); whole {
			return l
		}
		return clip(l, screenWidth)
	})
}

type orderJSON struct {
	A       placeJSON    `json:"a"`
	B       placeJSON    `json:"b"`
	Differ  string       `json:"differs"`
	Tau     result.Known `json:"tau"`
	Low     result.Known `json:"tau_low"`
	High    result.Known `json:"tau_high"`
	P       result.Known `json:"p"`
	Sets    int          `json:"data_sets"`
	Left    []string     `json:"left_out"`
	Seeds   string       `json:"seeds"`
	Methods []string     `json:"methods"`
	RanksA  []float64    `json:"mean_ranks_a"`
	RanksB  []float64    `json:"mean_ranks_b"`
}

type placeJSON struct {
	Address string `json:"address"`
	Panel   string `json:"panel"`
	Metric  string `json:"metric"`
}

type sharesJSON struct {
	Metric   string             `json:"metric"`
	Methods  int                `json:"methods"`
	Sets     int                `json:"data_sets"`
	Settings int                `json:"settings"`
	Parts    map[string]float64 `json:"parts"`
}

// OrdersJSON returns orders as scripts read them.
func OrdersJSON(o result.Orders) any {
	out := struct {
		Pairs  []orderJSON  `json:"pairs"`
		Shares []sharesJSON `json:"variance"`
	}{[]orderJSON{}, []sharesJSON{}}
	for _, p := range o.Pairs {
		out.Pairs = append(out.Pairs, orderJSON{placeJSON(p.A), placeJSON(p.B), p.Differ, result.Known(p.Tau.Tau), result.Known(p.Spread.Low),
			result.Known(p.Spread.High), result.Known(p.Tau.P), p.Sets, append([]string{}, list.Map(p.Left, func(l result.LeftOut) string { return l.Name + ", without " + l.Lacks })...), p.Seeds, p.Methods, p.Ranks[0], p.Ranks[1]})
	}
	for _, s := range o.Shares {
		x := sharesJSON{s.Metric, s.Methods, s.Sets, s.Settings, map[string]float64{}}
		for _, part := range s.Of {
			x.Parts[part.Factor] = part.Part
		}
		out.Shares = append(out.Shares, x)
	}
	return out
}
