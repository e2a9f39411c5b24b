package reported

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/reports/result"
)

// Finding is the answer to "does the paper replicate?": a headline, and the points that carry it. A test fails where the committed
// records no longer support a point, which somebody then writes anew.
type Finding struct {
	Answer   string  `yaml:"answer" strict:"required" words:"answer" doc:"does the paper replicate: yes, largely, in part, no, or open where the records do not tell"`
	Headline string  `yaml:"headline" strict:"required" former:"brief" doc:"the finding in one sentence of at most 25 words, without brackets"`
	Points   []Point `yaml:"points" strict:"required" former:"lead replicates fails why rests-on" doc:"three to six sentences that carry the headline"`
}

// Point is one sentence of a finding with the conclusion that it rests on. The reported number and ours stand beside the point, taken
// from that conclusion, and not in the sentence. The sign judges the claim of the paper; our finding may be its opposite.
type Point struct {
	Claim   string `yaml:"claim" doc:"what the paper says, in its sense: one sentence of at most 20 words; without one only where the sign is why"`
	Sign    string `yaml:"sign" strict:"required" words:"sign" doc:"what became of the claim: comes-out, does-not, open (the runs do not tell), no-data; or why (a cause that was tested, or what our runs show where nothing is reported)"`
	Says    string `yaml:"says" strict:"required" doc:"what we found: one sentence of at most 20 words, without brackets; a word of rank or of all, as best or never, needs a conclusion that compares with all"`
	RestsOn Rest   `yaml:"rests-on" strict:"required" doc:"the conclusion that it rests on: sign and conclusion are compared, and its numbers stand beside the sentence"`
	Also    []Rest `yaml:"also" doc:"further conclusions that have to bear the same sign"`
}

// Rest names one conclusion.
type Rest struct {
	Row      string `yaml:"row" doc:"table/metric/measure/method of a row, or table/metric of a panel"`
	Lead     string `yaml:"lead" doc:"table/metric/measure/method/rival of a lead"`
	Cell     string `yaml:"cell" doc:"address of a cell within the paper, as table1:dataset=orl,method=nmf,metric=acc"`
	Claim    string `yaml:"claim" doc:"key of a claim: its standing on our numbers"`
	Ablation string `yaml:"ablation" doc:"key of a claim that cites an ablation"`
	Without  string `yaml:"without" doc:"of an ablation: how its text in removes begins"`
	With     string `yaml:"with" doc:"of a row or lead: the other reading under which it is looked at, as k-means: the mean of 20 labellings"`
	Average  bool   `yaml:"average" doc:"of a row: the point speaks of the average of its cells, so that single ones may differ; it says so"`
}

// The signs of points.
const (
	ComesOut = "comes-out"
	DoesNot  = "does-not"
	Open     = "open"
	NoData   = "no-data"
	Why      = "why"
)

// InPart is the answer where a part of a paper comes out and another part does not.
const InPart = "in part"

// The limits of a short sentence.
const (
	headlineWords = 25
	pointWords    = 20
	fewestPoints  = 3
	mostPoints    = 6
)

// Named returns what a rest names: row, lead, cell, claim or ablation, and its key. The kind is "" where it names nothing, or two.
func (r Rest) Named() (kind, key string) {
	for _, n := range [][2]string{{"row", r.Row}, {"lead", r.Lead}, {"cell", r.Cell}, {"claim", r.Claim}, {"ablation", r.Ablation}} {
		switch {
		case n[1] == "":
		case kind != "":
			return "", ""
		default:
			kind, key = n[0], n[1]
		}
	}
	return kind, key
}

// Cites tells whether a rest names the ablation of this cause: by the first words of the cause.
func (r Rest) Cites(removes string) bool { return strings.HasPrefix(removes, r.Without) }

// Rests returns all conclusions of a point; the first is the one whose numbers are shown.
func (p Point) Rests() []Rest { return append([]Rest{p.RestsOn}, p.Also...) }

func (c *checker) finding(n strict.Node) {
	f := c.paper.Finding
	if f == nil {
		return
	}
	f.Answer = strings.ReplaceAll(f.Answer, "-", " ") // people write in-part and comes out
	for i := range f.Points {
		f.Points[i].Sign = strings.ReplaceAll(f.Points[i].Sign, " ", "-")
	}
	c.refuse(!slices.Contains(words["answer"], f.Answer), n.Get("answer"), "unknown answer %q, want one of %s", f.Answer,
		strings.Join(words["answer"], ", "))
	c.short(n.Get("headline"), f.Headline, headlineWords)
	points := n.Get("points")
	c.refuse(len(f.Points) < fewestPoints || len(f.Points) > mostPoints, points, "%d points, want %d to %d", len(f.Points), fewestPoints,
		mostPoints)
	signs := list.Count(f.Points, func(p Point) string { return p.Sign })
	for i, p := range f.Points {
		at := points.Index(i)
		c.name(at.Get("sign"), "sign", p.Sign, words["sign"])
		c.short(at.Get("says"), p.Says, pointWords)
		c.refuse(p.Claim == "" && p.Sign != Why, at, "no claim: what does the paper say of this, in its own sense?")
		if p.Claim != "" {
			c.short(at.Get("claim"), p.Claim, pointWords)
		}
		c.rest(at.Get("rests-on"), p.RestsOn)
		for k, r := range p.Also {
			c.rest(at.Get("also").Index(k), r)
		}
		c.rank(at, p)
		if average := slices.ContainsFunc(p.Rests(), func(r Rest) bool { return r.Average }); average && !averages.MatchString(p.Says) {
			c.bad(at.Get("says"), "it rests on an average: want \"on average\", \"averaged\" or \"mean\" in it")
		}
	}
	for _, word := range rankWords(f.Headline) {
		borne := slices.ContainsFunc(f.Points, func(p Point) bool { return slices.Contains(rankWords(p.Says), word) })
		c.refuse(!borne, n.Get("headline"), "%q: no point says so, and the headline says no more than its points", word)
	}
	cause := causal.FindString(f.Headline)
	c.refuse(cause != "" && signs[Why] == 0, n.Get("headline"), "%q: no point has the sign %s, and the headline says no more than its points",
		cause, Why)
	for _, ref := range c.paper.Reported() {
		name := regexp.MustCompile(`(^|[^\pL\pN])` + regexp.QuoteMeta(ref.Column) + `($|[^\pL\pN])`)
		if len(ref.Column) > 1 && ref.Column != c.paper.Short && name.MatchString(f.Headline) {
			borne := slices.ContainsFunc(f.Points, func(p Point) bool { return name.MatchString(p.Says + " " + p.Claim) })
			if c.refuse(!borne, n.Get("headline"), "%q: no point is about it, and the headline says no more than its points", ref.Column); !borne {
				break
			}
		}
	}
	answer := n.Get("answer")
	switch f.Answer {
	case "yes":
		c.refuse(signs[DoesNot] > 0 || signs[ComesOut] == 0, answer, "answer yes with %d points that come out and %d that do not",
			signs[ComesOut], signs[DoesNot])
	case "largely", InPart:
		c.refuse(signs[ComesOut] == 0, answer, "answer %s without a point that comes out", f.Answer)
		c.refuse(signs[DoesNot]+signs[Open]+signs[NoData] == 0, answer, "answer %s although every point comes out, want yes", f.Answer)
	case "no":
		c.refuse(signs[ComesOut] > 0 || signs[DoesNot] == 0, answer, "answer no with %d points that come out and %d that do not",
			signs[ComesOut], signs[DoesNot])
	}
}

// causal matches the words by which a headline names a cause.
var causal = regexp.MustCompile(`(?i)\b(because|due to|owing to|caused by|causes?|comes? (from|of)|stems? from|explains?)\b`)

// averages are the words by which a point says that it speaks of an average.
var averages = regexp.MustCompile(`(?i)\b(on average|averaged|average|mean|means)\b`)

// superlative matches the words that say that something is first or last of all, or true of all.
var superlative = regexp.MustCompile(`(?i)\b(best|worst|highest|lowest|largest|smallest|greatest|fastest|slowest|sparsest|purest|never|always|all|every|` +
	`each|most|none|within the range|range of ours|among ours|leads?)\b`)

// rankWords lists the words of rank and of all in a sentence, in lower case. A lead over a rival that is named is none: MCNMF leads NMF.
// Nor are at most, at first and the noun: its lead over NMF.
func rankWords(sentence string) (words []string) {
	for _, m := range superlative.FindAllStringIndex(sentence, -1) {
		word, before, after := strings.ToLower(sentence[m[0]:m[1]]), strings.TrimRight(sentence[:m[0]], " "), strings.TrimLeft(sentence[m[1]:], " ")
		before = before[strings.LastIndexAny(before, " ")+1:]
		named := after != "" && unicode.IsUpper(rune(after[0]))
		noun := word == "lead" && slices.Contains([]string{"a", "the", "its", "their", "this", "reported"}, strings.ToLower(before))
		if strings.EqualFold(before, "at") || strings.HasPrefix(word, "lead") && named || noun {
			continue
		}
		words = append(words, word)
	}
	return words
}

// rank reports a point with a word of rank or of all that rests on no conclusion about all: on a claim that compares with all columns,
// counts over all or looks at every step; on all ablations of a claim; or, of our runs, on a reported number that is of a single run.
func (c *checker) rank(n strict.Node, p Point) {
	words := rankWords(p.Says)
	if len(words) == 0 || slices.ContainsFunc(p.Rests(), c.ofAll) || c.ablationsOfAll(p) {
		return
	}
	c.bad(n.Get("says"), "%q: want a conclusion that compares with all: a claim with best-in, each or never-rises, every ablation of a claim, or "+
		"for a word on all our runs a cell whose reported number is of one run", strings.Join(words, ", "))
}

// ofAll tells whether a conclusion compares with all columns, all variants or all our runs.
func (c *checker) ofAll(r Rest) bool {
	switch kind, key := r.Named(); kind {
	case "claim":
		k := slices.IndexFunc(c.paper.Claims, func(x Claim) bool { return x.Key == key })
		if k < 0 {
			return false
		}
		x := c.paper.Claims[k]
		return len(x.BestIn) > 0 || slices.ContainsFunc(x.Numbers, func(a Amount) bool { return len(a.Each) > 0 }) ||
			slices.ContainsFunc(x.Traces, func(t Traced) bool { return t.NeverRises })
	case "cell":
		table, _, _ := strings.Cut(key, ":")
		t, there := c.paper.Tables.Get(table)
		return there && t.OneRun()
	}
	return false
}

// ablationsOfAll tells whether a point rests on all ablations of a claim.
func (c *checker) ablationsOfAll(p Point) bool {
	return slices.ContainsFunc(c.paper.Claims, func(x Claim) bool {
		cited := list.Filter(p.Rests(), func(r Rest) bool { return r.Ablation == x.Key })
		return len(x.Ablations) > 1 && !slices.ContainsFunc(x.Ablations, func(a Ablation) bool {
			return !slices.ContainsFunc(cited, func(r Rest) bool { return r.Cites(a.Removes) })
		})
	})
}

// short reports a sentence that is none, is too long, or has brackets.
func (c *checker) short(n strict.Node, sentence string, most int) {
	if k := len(strings.Fields(sentence)); k > most {
		c.bad(n, "%d words, want at most %d: a second thought is a point of its own", k, most)
	}
	c.refuse(strings.ContainsAny(sentence, "()[]{}"), n, "a bracket: what is reported and what is ours stands in columns of its own")
	c.refuse(!strings.HasSuffix(sentence, ".") || strings.Contains(sentence, ". "), n, "want one sentence with a full stop at its end")
}

// rest reports a conclusion that a point cannot rest on.
func (c *checker) rest(n strict.Node, r Rest) {
	kind, key := r.Named()
	c.refuse(kind == "", n, "want one of row, lead, cell, claim and ablation")
	c.refuse(r.Without != "" && kind != "ablation", n, "without is of an ablation")
	c.refuse(r.With != "" && kind != "row" && kind != "lead", n, "with is of a row or lead")
	c.refuse(r.Average && kind != "row", n, "average is of a row")
	switch kind {
	case "row", "lead":
		table, _, _ := strings.Cut(key, "/")
		c.name(n.Get(kind), "table", table, c.paper.Tables.Names())
	case "claim", "ablation":
		c.name(n.Get(kind), "claim", key, c.paper.claimKeys())
		k := slices.IndexFunc(c.paper.Claims, func(x Claim) bool { return x.Key == key })
		if kind == "ablation" && k >= 0 {
			removes := list.Map(c.paper.Claims[k].Ablations, func(a Ablation) string { return a.Removes })
			if meant := list.Filter(removes, r.Cites); len(meant) != 1 {
				c.bad(n, "claim %s cites %d ablations that begin with %q, want one of: %s", key, len(meant), r.Without, strings.Join(removes, "; "))
			}
		}
	}
	if r.With == "" {
		return
	}
	v, err := result.ParseInstead(r.With)
	if c.refuse(err != nil, n.Get("with"), "%v", err); err == nil {
		c.name(n.Get("with"), "choice", v.Setting, list.Map(c.paper.Protocol, func(x Choice) string { return x.Key }))
		for _, x := range c.paper.Protocol {
			values := list.Map(x.Alternatives, func(a Alternative) string { return a.Value })
			c.refuse(x.Key == v.Setting && !slices.Contains(values, v.Value), n.Get("with"), "choice %s has no alternative %q, want one of: %s",
				v.Setting,
				v.Value, strings.Join(values, "; "))
		}
	}
}
