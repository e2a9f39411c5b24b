package reported

import (
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
)

// The states of a sentence of the protocol.
const (
	Followed    = "followed"
	AgainstText = "against the text"
)

// What a lead may hang on.
const (
	FactorStop           = "stop"
	FactorInitialisation = "initialisation"
	FactorLabelling      = "labelling"
	FactorTuning         = "tuning"
	FactorScale          = "scale"
	FactorSize           = "size"
	FactorCause          = "cause" // what the paper claims to be the cause
)

// How a method may stand against another.
const (
	Better    = "better"
	Equal     = "equal"
	Worse     = "worse"
	NotBetter = "not better"
)

// InColumn is a [Best] that competes with the other rows.
const InColumn = "column"

// words are those that a file may use, by the words tag of the fields.
var words = map[string][]string{
	"stated":  {"yes", "no"},
	"status":  {Followed, AgainstText, "the text's algorithm", "inferred", "author-code", "assumed"},
	"better":  {"", "higher", "lower"},
	"bold":    {"", "row", "partial"},
	"in":      {"", "row", InColumn},
	"by":      {"", "deviation"},
	"ends":    {"", "higher", "lower"},
	"stands":  {Better, Equal, Worse, NotBetter},
	"left":    {"", "each"},
	"extreme": {"", "best", "worst"},
	"is":      {Misprinted, Stated},
	"answer":  {"yes", "largely", InPart, "no", "open"},
	"factor":  {"", FactorStop, FactorInitialisation, FactorLabelling, FactorTuning, FactorScale, FactorSize},
	"ablated": {"", FactorCause, FactorSize},
	"sign":    {ComesOut, DoesNot, Open, NoData, Why},
}

// Words returns the values that some keys may hold, for editors.
func Words() map[string][]string { return words }

// Check reports what is wrong with a paper beyond the types of its values: rows of the wrong length, texts that are no numbers, names
// that do not exist. root is the file that the paper was decoded from.
func (p *Paper) Check(root strict.Node) strict.Problems {
	c := &checker{paper: p}
	for _, t := range p.Tables {
		if t.Value.Runs != nil && t.Value.Runs.Value < 1 {
			c.bad(root.Get("tables").Get(t.Name).Get("runs").Get("value"), "%d runs, want ≥ 1", t.Value.Runs.Value)
		}
		if r := t.Value.Runs; r != nil && r.Seed != nil && r.Value != 1 {
			c.bad(root.Get("tables").Get(t.Name).Get("runs").Get("seed"), "a seed with %d runs, want 1: each number is of the run of that seed",
				r.Value)
		}
		for _, b := range t.Value.Panels {
			c.panel(b)
			if b.Value.Ranks != "" {
				c.name(b.Node.Get("ranks"), "panel", b.Value.Ranks, t.Value.Panels.Names())
			}
		}
	}
	c.source(root.Get("source"))
	c.finding(root.Get("finding"))
	c.crossed(root.Get("crossed"))
	c.fitted()
	c.notes(root.Get("notes"))
	c.claims(root.Get("claims"))
	c.protocol(root.Get("protocol"))
	return c.problems
}

type checker struct {
	paper    *Paper
	problems strict.Problems
}

func (c *checker) bad(n strict.Node, format string, args ...any) {
	c.problems = append(c.problems, n.Problem(format, args...))
}

// refuse reports a problem if something is wrong.
func (c *checker) refuse(wrong bool, n strict.Node, format string, args ...any) {
	if wrong {
		c.bad(n, format, args...)
	}
}

// name reports a name that is none of the valid ones.
func (c *checker) name(n strict.Node, what, got string, valid []string) {
	if !slices.Contains(valid, got) {
		c.bad(n, "unknown %s %q, %s", what, got, list.DidYouMean(got, valid))
	}
}

// once reports names that are given twice.
func (c *checker) once(n strict.Node, what string, names []string) {
	for i, name := range names {
		c.refuse(slices.Index(names, name) < i, n.Index(i), "%s %q is given twice", what, name)
	}
}

func (c *checker) panel(b strict.Entry[Panel]) {
	p := b.Value
	c.once(b.Node.Get("columns"), "column", p.Columns)
	c.name(b.Node.Get("better"), "direction", p.Better, words["better"])
	c.name(b.Node.Get("bold"), "meaning of boldface", p.Bold, words["bold"])
	if n := len(p.Range); n != 0 && (n != 2 || p.Range[0] >= p.Range[1]) {
		c.bad(b.Node.Get("range"), "range = %v, want two numbers, the least first", p.Range)
	}
	for i, group := range p.Groups {
		for k, column := range group {
			c.name(b.Node.Get("groups").Index(i).Index(k), "column", column, p.Columns)
		}
	}
	for _, row := range p.Rows {
		c.refuse(len(row.Value) != len(p.Columns), row.Node, "%d cells, want %d, one a column", len(row.Value), len(p.Columns))
		for i, text := range row.Value {
			if _, err := ParseCell(text); err != nil {
				c.bad(row.Node.Index(i), "%v", err)
			}
		}
	}
	if p.Values != nil {
		c.refuse(len(p.Values) != 2 || !(p.Values[0] < p.Values[1]), b.Node.Get("values"),
			"values = %v, want the least and the greatest, as [1, 5]", p.Values)
	}
	c.refuse(!(p.Spread >= 0), b.Node.Get("spread"), "spread = %v, want a standard deviation above 0", p.Spread)
	c.statuses(b.Node.Get("status"), p)
	c.rowsOf(b)
}

// rowsOf checks what stands beside rows: factors, counts and recounts.
func (c *checker) rowsOf(b strict.Entry[Panel]) {
	rows := b.Value.Rows.Names()
	known := list.Set(rows)
	named := func(n strict.Node, row string) {
		if !known[row] { // tables can be long
			c.name(n, "row", row, rows)
		}
	}
	for _, e := range b.Value.Times {
		named(e.Key, e.Name)
	}
	if counts := b.Value.Counts; counts != nil {
		c.refuse(!(counts.Scale > 0) || counts.Runs < 0, b.Node.Get("counts"), "scale = %v and runs = %d, want > 0 and ≥ 0", counts.Scale,
			counts.Runs)
		samples := map[string]int{}
		for _, e := range counts.Samples {
			named(e.Key, e.Name)
			samples[e.Name] = e.Value
			c.refuse(e.Value < 1, e.Node, "%d samples, want ≥ 1", e.Value)
		}
		for _, e := range counts.Classes {
			named(e.Key, e.Name)
			total := 0
			for _, n := range e.Value {
				total += n
			}
			if n, given := samples[e.Name]; len(e.Value) < 2 || slices.Min(e.Value) < 1 || given && n != total {
				c.bad(e.Node, "classes of %v samples, want two or more of ≥ 1 that add up to the row's samples", e.Value)
			}
		}
	}
	for _, e := range b.Value.Recount {
		named(e.Key, e.Name)
		if err := c.paper.Resolve(e.Value.Panel); err != nil {
			c.bad(e.Node, "%v", err)
		}
	}
}

func (c *checker) protocol(n strict.Node) {
	var keys []string
	shown := append(c.paper.Tables.Names(), c.paper.Figures.Names()...)
	for i, choice := range c.paper.Protocol {
		keys = append(keys, choice.Key)
		c.name(n.Index(i).Get("status"), "status", choice.Status, words["status"])
		c.name(n.Index(i).Get("factor"), "factor", choice.Factor, words["factor"])
		c.answered(n.Index(i), choice)
		for k, a := range choice.Alternatives {
			c.name(n.Index(i).Get("alternatives").Index(k).Get("factor"), "factor", a.Factor, words["factor"])
			parts := strings.Split(a.Set, ", ")
			by := list.Filter(parts, func(part string) bool { return strings.Contains(part, ".tune.by = ") })
			c.refuse(len(by) > 0 && len(by) < len(parts), n.Index(i).Get("alternatives").Index(k).Get("set"),
				"%q and other settings, want one thing: by what options are chosen, or what is shown", by[:min(1, len(by))])
			if !setting.MatchString(a.Set) {
				c.bad(n.Index(i).Get("alternatives").Index(k).Get("set"), "%q, want path = value, as in stop.iterations = 500", a.Set)
			}
		}
		if choice.Where == "" {
			continue
		}
		for table := range strings.SplitSeq(choice.Where, ", ") {
			c.name(n.Index(i).Get("where"), "table or figure", table, shown)
		}
	}
	c.once(n, "choice", keys)
}

// answered reports a sentence of the text that is neither followed nor argued, and an open setting without a reason.
func (c *checker) answered(n strict.Node, x Choice) {
	c.name(n.Get("stated"), "answer", x.Stated, words["stated"])
	stated := x.Status == Followed || x.Status == AgainstText
	c.refuse((x.Stated == "yes") != stated, n.Get("status"), "status %q of what the text %s, want %s", x.Status,
		map[bool]string{true: "states", false: "leaves open"}[x.Stated == "yes"],
		map[bool]string{true: Followed + " or " + AgainstText,
			false: "the text's algorithm, inferred, author-code or assumed"}[x.Stated == "yes"])
	c.refuse(x.Stated == "yes" && x.Place == "", n, "place is missing: say where the text states it")
	c.refuse(x.Status != Followed && x.Evidence == "", n, "evidence is missing: say why")
	c.refuse(x.Status == AgainstText && x.Effect == "", n, "effect is missing: say what following the text changes, by a run")
}

// crossed reports crosses of what the protocol does not name, or of one setting alone.
func (c *checker) crossed(n strict.Node) {
	keys := list.Map(c.paper.Protocol, func(x Choice) string { return x.Key })
	for i, x := range c.paper.Crossed {
		c.refuse(len(x.Settings) < 2, n.Index(i), "%d settings, want two or more to join", len(x.Settings))
		for k, key := range x.Settings {
			c.name(n.Index(i).Get("settings").Index(k), "choice", key, keys)
		}
	}
}

// setting is how a spec switches to an alternative: path = value, several with commas between.
var setting = regexp.MustCompile(`^[a-z][^ ,=]* = [^=]+(, [a-z][^ ,=]* = [^=]+)*$`)

// source reports versions of tables that there are not.
func (c *checker) source(n strict.Node) {
	if c.paper.Source == nil {
		return
	}
	for i, v := range c.paper.Source.Others {
		for k, table := range v.Tables {
			c.name(n.Get("others").Index(i).Get("tables").Index(k), "table", table, c.paper.Tables.Names())
		}
	}
}
