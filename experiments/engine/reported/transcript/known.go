package transcript

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Known is facts on the runs behind the numbers of a table.
type Known struct {
	Runs    int              // behind each mean; 0 if not known
	Samples map[string]int   // of which a row's accuracies are shares, by row; "" is every row
	Classes map[string][]int // sizes of the classes of a row's data; "" is every row
	Values  []float64        // the smallest and the greatest value of the data that errors are of; nil if not known
	Spread  float64          // standard deviation of these data; 0 if not known
	After   Spread           // what stands behind ±
	Said    []string         // what of it caption or text say, a sentence each
	Reason  string           // where the runs stand

	spreadSaid bool // what stands behind ± is said
}

// Spread is the meaning of a number behind ±.
type Spread string

// What stands behind ±.
const (
	Deviation     Spread = ""                              // a standard deviation of runs
	StandardError Spread = "standard error"                // of their mean
	Interval      Spread = "half of a confidence interval" // of 95 % of their mean
)

var (
	deviationSaid = regexp.MustCompile(`(?i)\bstandard[ -]deviations?\b|\bstd\b\.?|\bst\.? ?dev|\bstdev|\bS\.?D\b`)
	errorSaid     = regexp.MustCompile(`(?i)\bstandard[ -]errors?\b|\bstd\.?[ -]?err|\bs\.e\.|\bS\.?E\.?M\b|(?:±|\(|/|mean and |\+/- ?) ?S\.?E\b`)
	intervalSaid  = regexp.MustCompile(`(?i)\bconfidence[ -](?:intervals?|limits?)\b|\bC\.?I\b`)
)

// spreadIn returns what a text says stands behind ±, false where it says nothing, or more than one thing.
func spreadIn(text string) (s Spread, ok bool) {
	said := 0
	for _, one := range []struct {
		words *regexp.Regexp
		is    Spread
	}{{deviationSaid, Deviation}, {errorSaid, StandardError}, {intervalSaid, Interval}} {
		if one.words.MatchString(text) {
			s, said = one.is, said+1
		}
	}
	return s, said == 1
}

const count = `(\d[\d,]*|a single|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|hundred)`

var (
	words = map[string]int{"a single": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
		"ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100}
	runs = regexp.MustCompile(`(?i)\b` + count +
		`(?: (?:independent|random|different|separate|repeated))* (?:runs?|trials?|repetitions?|repeats?|replicates?|seeds?|initiali[sz]ations?|restarts?)\b`)
	times   = regexp.MustCompile(`(?i)\b(?:repeat(?:ed)?|run|ran|executed|performed|conducted)\b[^.;]{0,30}? ` + count + ` times\b`)
	samples = regexp.MustCompile(`(?i)\b(\d[\d,]*)(?: [a-z-]+)? (?:samples?|images?|pictures?|faces|instances?|objects?|points?|documents?|observations?|examples?)\b`)
)

// read takes what the caption of a table says, or else the text around it. Where they name several numbers none is taken.
func (k *Known) read(caption, text string, rows []string) {
	for _, from := range []struct{ name, text string }{{"the caption", caption}, {"the text", text}} {
		if s, ok := spreadIn(from.text); ok && !k.spreadSaid {
			k.After, k.spreadSaid = s, true
			if s != Deviation {
				k.say("behind ± stands the %s: so says %s", s, from.name)
			}
		}
		if k.Runs == 0 {
			if all := counts(from.text, runs, times); len(all) == 1 {
				k.Runs = all[0]
				k.Reason = from.name + " says so"
				k.say("%s behind each number: so says %s", result.Count(k.Runs, "run"), from.name)
			}
		}
		if low, high, ok := valuesIn(from.text); ok && k.Values == nil {
			k.Values = []float64{low, high}
			k.say("the data are from %v to %v: so says %s", low, high, from.name)
		}
		if len(k.Samples) > 0 {
			continue
		}
		named, all := near(from.text, rows), counts(from.text, samples)
		switch {
		case len(all) == 1 && len(named) == 0:
			k.Samples = map[string]int{"": all[0]}
			k.say("accuracies are shares of %d samples: so says %s", all[0], from.name)
		case len(named) > 0:
			k.Samples = named
			k.say("accuracies are shares of the samples that %s names: %s", from.name,
				list.Join(slices.Sorted(maps.Keys(named)), ", ", func(row string) string { return fmt.Sprintf("%s %d", row, named[row]) }))
		}
	}
	k.readRows(rows)
}

var ownSamples = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])n ?= ?(\d[\d,]*)\b`)

// notSamples finds that a number in the name of a row may be of something else.
var notSamples = regexp.MustCompile(`(?i)feature|attribute|dimension|variable|gene|column`)

// readRows takes the number of samples that the name of a row says, as in Wine (n = 178). It goes before what is said of all.
func (k *Known) readRows(rows []string) {
	for _, row := range rows {
		all := counts(row, ownSamples, samples)
		if len(all) != 1 || notSamples.MatchString(row) || of(k.Samples, row) == all[0] {
			continue
		}
		if k.Samples == nil {
			k.Samples = map[string]int{}
		}
		k.Samples[row] = all[0]
		k.say("accuracies of %s are shares of %d samples: so says the row", row, all[0])
	}
}

var ranges = regexp.MustCompile(`(?i)\b(?:ratings?|stars?|grades?|scale)\b(?: (?:are|is|lie|range|ranging|with|on|a|values?|scale|integers?|whole|numbers?|of|from|between|in))* [\[(]?(\d+(?:\.\d+)?) ?(?:-{1,3}|–|—|to|and|,|\.\.+) ?(\d+(?:\.\d+)?)\b|\b(\d+(?:\.\d+)?) ?(?:-{1,3}|–|—|to) ?(\d+(?:\.\d+)?) (?:stars?|ratings?|scale)\b`)

// valuesIn returns the only range of ratings that a text names.
func valuesIn(text string) (low, high float64, ok bool) {
	for _, m := range ranges.FindAllStringSubmatch(text, -1) {
		a, _ := strconv.ParseFloat(m[1]+m[3], 64)
		b, _ := strconv.ParseFloat(m[2]+m[4], 64)
		switch {
		case a >= b:
			continue
		case ok && (a != low || b != high):
			return 0, 0, false
		}
		low, high, ok = a, b, true
	}
	return low, high, ok
}

// near finds the samples that a text gives to rows: the name of a row stands in the same part of a sentence, shortly before them.
func near(text string, rows []string) map[string]int {
	named := map[string]int{}
	const before, most = 40, 100
	for _, m := range samples.FindAllStringIndex(text, most) {
		n := counts(text[m[0]:m[1]], samples)[0]
		for _, row := range rows {
			name, _, _ := strings.Cut(row, " r=")
			window := text[max(0, m[0]-before-len(name)):m[0]]
			at := strings.LastIndex(window, name)
			_, given := named[row]
			if name == "" || at < 0 || given || strings.ContainsAny(window[at+len(name):], ".;") {
				continue
			}
			if wordEnds(window[:at], false) && wordEnds(window[at+len(name):], true) {
				named[row] = n
			}
		}
	}
	return named
}

// wordEnds tells whether no letter or digit stands at the end, or the beginning, of a text.
func wordEnds(text string, beginning bool) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	if beginning {
		r, _ = utf8.DecodeRuneInString(text)
	}
	return text == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

func (k *Known) say(format string, args ...any) {
	k.Said = append(k.Said, fmt.Sprintf(format, args...))
}

// counts returns the different numbers that patterns find in a text.
func counts(text string, patterns ...*regexp.Regexp) (all []int) {
	for _, p := range patterns {
		for _, m := range p.FindAllStringSubmatch(text, -1) {
			n, known := words[strings.ToLower(m[1])]
			if !known {
				n, _ = strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
			}
			if n > 0 {
				all = list.AppendUnique(all, n)
			}
		}
	}
	return all
}

// Override replaces facts of caption and text by facts of the caller.
func (k *Known) Override(by Known) {
	if by.Runs > 0 {
		k.Runs, k.Reason = by.Runs, "given"
	}
	if by.Values != nil || by.Spread > 0 {
		k.Values, k.Spread = by.Values, by.Spread
	}
	if len(by.Samples)+len(by.Classes) > 0 {
		k.Samples, k.Classes = by.Samples, by.Classes
	}
}

// Counted are the metrics that are a count over the samples, for each run.
var Counted = []string{"acc", "purity", "accuracy", "error"}

// Counts gives for each row the number of samples of which its numbers are shares.
type Counts struct {
	Rows    []string
	Samples []int
	Classes [][]int // nil where they are not known
	Runs    int     // 0 if not known
	Scale   float64
}

// Counts returns the counts of a panel; nil if its numbers are no shares, or the samples are unknown.
func (k Known) Counts(p Panel) *Counts {
	if len(p.Range) != 2 || p.Range[0] != 0 || !slices.Contains(Counted, p.Metric) {
		return nil
	}
	c := &Counts{Runs: k.Runs, Scale: p.Range[1]}
	for _, r := range p.Rows {
		if KindOf(r.Name) != Data {
			continue
		}
		sizes, n := of(k.Classes, r.Name), of(k.Samples, r.Name)
		if sizes != nil {
			n = 0
			for _, size := range sizes {
				n += size
			}
		}
		if n > 0 {
			c.Rows, c.Samples, c.Classes = append(c.Rows, r.Name), append(c.Samples, n), append(c.Classes, sizes)
		}
	}
	if len(c.Rows) == 0 {
		return nil
	}
	return c
}

// text returns the key of paper.yaml.
func (c Counts) text() string {
	var samples, classes []string
	for i, row := range c.Rows {
		samples = append(samples, fmt.Sprintf("%s: %d", quoted(row), c.Samples[i]))
		if c.Classes[i] != nil {
			classes = append(classes, quoted(row)+": "+bracketed(c.Classes[i], strconv.Itoa))
		}
	}
	text := "counts: {samples: {" + strings.Join(samples, ", ") + "}"
	if c.Runs > 0 {
		text += fmt.Sprintf(", runs: %d", c.Runs)
	}
	text += fmt.Sprintf(", scale: %v", c.Scale)
	if classes != nil {
		text += ", classes: {" + strings.Join(classes, ", ") + "}"
	}
	return text + "}"
}

// of returns what is given for a row, or for all.
func of[T any](given map[string]T, row string) T {
	if v, ok := given[row]; ok {
		return v
	}
	return given[""]
}
