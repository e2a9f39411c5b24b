package transcript

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nmfrepro/datasets/list"
)

// figure is what a cell says: a mean with its deviation, and perhaps a rank, a power of ten and a unit.
type figure struct {
	value, sd, rank string
	power, unit     string
	note            string // what was assumed in reading it
	left            string // what of it was not read
	why             string // it cannot be read, where that can be said
	scientific      bool   // the mean has a power of ten of its own, as 5e-07
}

const digits = `[-+]?(?:(?:\d{1,3}(?: \d{3})+|\d+)(?:[.,]\d+)*|\.\d+)(?:[eE][-+]?\d+)?`

var (
	signed = regexp.MustCompile(`^\(?[-+±]?\d*[.,]?\d+\)?%?$`)
	// value ± deviation _subscript (deviation or rank) × 10^power unit
	whole = regexp.MustCompile(`^(` + digits + `)\s*(%?)\s*(?:±\s*(` + digits + `)\s*%?)?\s*(?:_\s*(±?` + digits + `))?\s*(?:[(\[]\s*(±?\s*` +
		digits +
		`)\s*%?\s*[)\]])?\s*(%?)\s*(?:[×x]\s*10\^\{?([-+]?\d+)\}?)?\s*(s|sec|secs|ms|min|mins|h|hours|dB|MB|GB|kB|K|M|B|×|x)?$`)
	pair     = regexp.MustCompile(`^\[\d+, \d+\]$`)
	blanks   = regexp.MustCompile(`^[-+]?[1-9]\d{0,2}( \d{3})+([.,]\d+)?$`)
	powerTen = regexp.MustCompile(`10[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+`)
	dash     = regexp.MustCompile(`^[–‒](\.?\d)`)
)

// absent are the ways to print nothing; failed are those that say why there is no number.
var (
	absent = map[string]bool{"": true, "-": true, "–": true, "—": true, "‒": true, "n/a": true, "na": true, "n.a.": true, "/": true,
		"nan": true, "×": true, "--": true, "---": true, "\\": true, ".": true, "...": true, "…": true}
	failed = map[string]bool{"oom": true, "oot": true, "timeout": true, "time out": true, "t/o": true, "fail": true, "failed": true,
		"fails": true, "error": true, "diverged": true,
		"inf": true, "infinity": true, "∞": true, "dnf": true, "n.c.": true, "n/c": true, "nc": true, "n.r.": true, "n/r": true, "nr": true,
		"none": true, "null": true, "missing": true, "unknown": true,
		"?": true, "tbd": true, "not reported": true, "not available": true, "not applicable": true, "not converged": true,
		"out of memory": true, "x": true, "✗": true, "✘": true, "#n/a": true, "#div/0!": true}
	marks = " *†‡§¶↑↓•°✓⋆★∗¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜ"
)

// usual writes signs and spaces as a keyboard has them.
var usual = strings.NewReplacer("−", "-", "+/-", "±", "+-", "±", "\u2009", " ", "\u202f", " ", "\u2008", " ", "\u200a", " ", "\u2007", " ",
	"\u00a0", " ", "﹣", "-", "－", "-")

var superscripts = strings.NewReplacer("⁻", "-", "⁺", "", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7",
	"⁸", "8", "⁹", "9")

// read reads the text of a cell; blank holds for a cell without a number that says so.
func read(text string) (f figure, ok, blank bool) {
	if plainNumber(text) {
		f.value = text
		return f, true, false
	}
	t := usual.Replace(text)
	t = powerTen.ReplaceAllStringFunc(t, func(p string) string { return "10^" + superscripts.Replace(p[2:]) })
	t = strings.Trim(strings.TrimSpace(t), marks)
	t = dash.ReplaceAllString(strings.TrimSpace(t), "-$1")
	if absent[strings.ToLower(t)] {
		return f, false, true
	}
	if pair.MatchString(t) {
		return figure{value: t}, true, false
	}
	m := whole.FindStringSubmatch(t)
	if m == nil {
		return f, false, false
	}
	f.value, f.sd, f.power, f.unit = m[1], m[3], strings.TrimPrefix(m[7], "+"), m[8]
	if !f.subscript(m[4]) || !f.parentheses(m[5]) {
		return f, false, false
	}
	f.scientific = f.power == "" && strings.ContainsAny(f.value, "eE")
	for _, s := range []*string{&f.value, &f.sd} {
		if !f.part(s) {
			return f, false, false
		}
	}
	if strings.HasPrefix(f.sd, "-") {
		return f, false, false
	}
	if m[2] != "" || m[6] != "" {
		f.value += "%"
	}
	return f, true, false
}

var someWord = regexp.MustCompile(`^[^\pL\pN∞]*\pN+[-. ]?\pL{2,}`)

// unreadable tells whether a text that is no number stands for one: <50, 3-4, 50+, failed. Text that begins with a letter is a name,
// and so is a number before a word, as 10 clusters.
func unreadable(text string) bool {
	t := strings.ToLower(strings.Trim(strings.TrimSpace(text), marks))
	if failed[t] || strings.ContainsAny(t, `\⊘`) {
		return true
	}
	i := strings.IndexFunc(t, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '∞' })
	if i < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t[i:])
	return !unicode.IsLetter(r) && !someWord.MatchString(t)
}

// subscript takes a number below the line for the deviation, unless it is whole and the mean is not.
func (f *figure) subscript(text string) bool {
	inner := strings.TrimSpace(strings.TrimPrefix(text, "±"))
	switch {
	case inner == "":
	case f.sd != "":
		return false
	case strings.ContainsAny(inner, ".,") || inner != text || !strings.ContainsAny(f.value, ".,"):
		f.sd, f.note = inner, "numbers in subscripts are read as deviations"
	default:
		f.left = fmt.Sprintf("the subscript %s behind %s", inner, f.value)
	}
	return true
}

// parentheses takes what stands in them for a deviation or, where it is whole, a rank.
func (f *figure) parentheses(text string) bool {
	inner := strings.TrimSpace(strings.TrimPrefix(text, "±"))
	switch {
	case inner == "":
	case f.sd == "" && (strings.ContainsAny(inner, ".,") || strings.HasPrefix(text, "±")):
		f.sd = inner
		if !strings.HasPrefix(text, "±") {
			f.note = "numbers in parentheses are read as deviations"
		}
	case strings.ContainsAny(inner, ".,-"): // neither a deviation nor a rank
		return false
	default:
		f.rank = inner
		f.note = "whole numbers in parentheses are read as ranks"
	}
	return true
}

// part reads value or deviation: signs, thousands, decimals, a power of ten of its own.
func (f *figure) part(s *string) bool {
	*s = strings.TrimPrefix(*s, "+")
	if mantissa, power, has := strings.Cut(strings.ToLower(*s), "e"); has {
		n, err := strconv.Atoi(power)
		*s, power = mantissa, strconv.Itoa(n)
		if err != nil {
			return false
		}
		if s == &f.sd && !f.own(power) || s == &f.value && f.power != "" {
			return false
		}
		if s == &f.value {
			f.power = power
		}
	} else if s == &f.sd && f.scientific && *s != "" && !f.own("") {
		return false
	}
	switch {
	case blanks.MatchString(*s):
		*s = strings.ReplaceAll(*s, " ", "")
		f.note = "blanks within numbers are read as those between thousands"
	case strings.Contains(*s, " "):
		return false
	}
	return true
}

// plainNumber tells whether a text is digits, with one point among them at most.
func plainNumber(s string) bool {
	points := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && i < len(s)-1:
			points++
		case c < '0' || c > '9':
			return false
		}
	}
	return s != "" && points < 2
}

// text returns the cell as paper.yaml writes it.
func (f figure) text(bold bool) string {
	t := f.value
	if f.sd != "" {
		t += "±" + f.sd
	}
	if bold {
		t = "**" + t + "**"
	}
	return t
}

// Metric describes a metric by the words that papers use for it.
type Metric struct {
	Name   string
	Better string
	Share  bool // between 0 and 1, or 0 and 100 %
	words  []string
}

// Metrics lists them; the first whose word fits counts.
var Metrics = []Metric{
	{"acc", "higher", true, []string{"acc", "accuracy", "ac", "ca", "recognition rate", "acc (mean)"}},
	{"nmi", "higher", true, []string{"nmi", "normalized mutual information", "normalised mutual information", "mi", "mutual information",
		"ami"}},
	{"purity", "higher", true, []string{"purity", "pur"}},
	{"ari", "higher", false, []string{"ari", "ar", "adjusted rand index"}},
	{"f1", "higher", true, []string{"f1", "f-score", "f1-score", "f score", "f-measure", "f measure", "fscore", "fmeasure", "macro-f1",
		"micro-f1", "f1 score"}},
	{"precision", "higher", true, []string{"precision", "prec"}},
	{"recall", "higher", true, []string{"recall", "rec"}},
	{"auc", "higher", true, []string{"auc", "auroc"}},
	{"csr", "higher", true, []string{"csr", "constraint satisfaction rate"}},
	{"jaccard", "higher", true, []string{"jaccard"}},
	{"rmse", "lower", false, []string{"rmse", "root mean squared error", "root mean square error", "root-mean squared error",
		"root-mean square error"}},
	{"mae", "lower", false, []string{"mae", "mean absolute error"}},
	{"mse", "lower", false, []string{"mse", "msl", "mean squared error", "mean square error"}},
	{"loss", "lower", false, []string{"loss", "objective", "reconstruction error", "relative error", "rel. error", "residual"}},
	{"error", "lower", true, []string{"error rate", "misclassification rate"}},
	{"time", "lower", false, []string{"time", "seconds", "runtime", "run time", "running time", "cpu time", "time in seconds"}},
	{"psnr", "higher", false, []string{"psnr"}},
	{"ssim", "higher", false, []string{"ssim"}},
	{"entropy", "lower", false, []string{"entropy"}},
	{"rank", "lower", false, []string{"rank", "average rank", "mean rank"}},
}

// MayEqual tells whether two metrics of the same clusterings, or predictions, may be equal by definition: purity is accuracy where no two
// clusters share a class, NMI in all its normalisations is one number where the clusters are as many and as large as the classes, and
// micro-averaged F1, precision and recall are accuracy where each sample has one class.
func MayEqual(a, b string) bool {
	known := func(name string) string {
		if strings.HasPrefix(name, "nmi") {
			return "nmi"
		}
		if m, ok := metricOf(name); ok {
			return m.Name
		}
		return name
	}
	x, y := known(a), known(b)
	return a != b && (x == y || slices.ContainsFunc(equalByDefinition, func(of []string) bool { return slices.Contains(of, x) && slices.Contains(of, y) }))
}

// equalByDefinition lists the metrics, by their names in [Metrics], that may be equal by definition.
var equalByDefinition = [][]string{{"acc", "purity", "f1", "precision", "recall"}}

var inParentheses = regexp.MustCompile(`\s*[(\[](%|s|sec|seconds|ms|↑|↓|in %)[)\]]`)

// metricOf finds the metric that a heading names, as "ACC (%) ↑".
func metricOf(heading string) (Metric, bool) {
	t := inParentheses.ReplaceAllString(strings.ToLower(heading), "")
	t = strings.Trim(t, " %↑↓:.,*")
	m, ok := list.First(Metrics, func(m Metric) bool { return slices.Contains(m.words, t) })
	if _, rest, two := strings.Cut(t, " "); !ok && two && ofWhat.MatchString(t) {
		if m, ok = metricOf(rest); m.Name == "rank" {
			return Metric{}, false
		}
	}
	return m, ok
}

// ofWhat matches the words before a metric that say of what it is, or that it is a mean.
var ofWhat = regexp.MustCompile(`^(clustering|cluster|classification|mean|average|avg\.?|test) `)

var points = strings.NewReplacer("(", " ", ")", " ", ",", " ", ".", " ", "%", " ", ":", " ", ";", " ")

// metricWithin finds the only metric that a caption names.
func metricWithin(caption string) (found Metric, ok bool) {
	text := " " + points.Replace(strings.ToLower(caption)) + " "
	text = strings.ReplaceAll(text, "root mean squar", "root-mean squar") // which is no mean squared error
	for _, m := range Metrics {
		for _, w := range m.words {
			in := text
			if w == "ac" { // in small letters it may be a word
				w, in = "AC", " "+points.Replace(caption)+" "
			}
			if len(w) > 2 && m.Name != "rank" && strings.Contains(in, " "+w+" ") || w == "AC" && strings.Contains(in, " AC ") {
				if ok && found.Name != m.Name {
					return Metric{}, false
				}
				found, ok = m, true
			}
		}
	}
	return found, ok
}
