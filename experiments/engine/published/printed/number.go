package printed

import (
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// figure is what a cell says: a mean with its deviation, and perhaps a rank, a power of ten and a unit.
type figure struct {
	value, sd, rank string
	power, unit     string
	note            string // what was assumed in reading it
}

const digits = `[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)(?:[eE][-+]?\d+)?`

var (
	signed = regexp.MustCompile(`^\(?[-+±]?\d*[.,]?\d+\)?%?$`)
	// value ± deviation (deviation or rank) × 10^power unit
	whole = regexp.MustCompile(`^(` + digits + `)\s*(%?)\s*(?:±\s*(` + digits + `)\s*%?)?\s*(?:[(\[]\s*(±?\s*` + digits + `)\s*%?\s*[)\]])?\s*(%?)\s*(?:[×x]\s*10\^?\{?([-+]?\d+)\}?)?\s*(s|sec|secs|ms|min|mins|h|hours|dB|MB|GB|kB|K|M|B|×|x)?$`)
	pair  = regexp.MustCompile(`^\[\d+, \d+\]$`)
	group = regexp.MustCompile(`^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$`)
)

// absent are the ways to print nothing; left are those that say why.
var (
	absent = map[string]bool{"": true, "-": true, "–": true, "—": true, "n/a": true, "na": true, "n.a.": true, "/": true, "nan": true, "×": true, "--": true, "---": true, "\\": true, ".": true, "...": true}
	marks  = " *†‡§¶↑↓•°✓⋆★∗¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜ"
)

// usual writes signs and spaces as a keyboard has them.
var usual = strings.NewReplacer("−", "-", "+/-", "±", "+-", "±", "\u2009", " ", "\u202f", " ")

// read reads the text of a cell; blank holds for a cell without a number that says so.
func read(text string) (f figure, ok, blank bool) {
	t := usual.Replace(text)
	t = strings.Trim(strings.TrimSpace(t), marks)
	t = strings.TrimSpace(t)
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
	f.value, f.sd, f.power, f.unit = m[1], m[3], strings.TrimPrefix(m[6], "+"), m[7]
	if m[4] != "" {
		inner := strings.TrimSpace(strings.TrimPrefix(m[4], "±"))
		switch {
		case f.sd == "" && (strings.ContainsAny(inner, ".,") || strings.HasPrefix(m[4], "±")):
			f.sd = inner
			if !strings.HasPrefix(m[4], "±") {
				f.note = "numbers in parentheses are read as deviations"
			}
		case strings.ContainsAny(inner, ".,"): // neither a deviation nor a rank
			return f, false, false
		default:
			f.rank = inner
			f.note = "whole numbers in parentheses are read as ranks"
		}
	}
	for _, s := range []*string{&f.value, &f.sd} {
		*s = strings.TrimPrefix(*s, "+")
		if strings.Contains(*s, ",") && !group.MatchString(*s) {
			*s = strings.Replace(*s, ",", ".", 1)
			f.note = "decimal commas are written as points"
		}
		if mantissa, power, has := strings.Cut(strings.ToLower(*s), "e"); has {
			power = strings.TrimLeft(strings.TrimPrefix(power, "+"), "0")
			if strings.HasPrefix(power, "-0") {
				power = "-" + strings.TrimLeft(power[1:], "0")
			}
			if power == "" || power == "-" {
				power = "0"
			}
			if s == &f.sd && power != f.power {
				return f, false, false // mean and deviation have different powers of ten
			}
			*s, f.power = mantissa, power
		}
	}
	if m[2] != "" || m[5] != "" {
		f.value += "%"
	}
	return f, true, false
}

// text is the cell as paper.yaml writes it.
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

// Metric is what is known of a metric by the words that papers use for it.
type Metric struct {
	Name   string
	Better string
	Share  bool // between 0 and 1, or 0 and 100 %
	words  []string
}

// Metrics lists them; the first whose word fits counts.
var Metrics = []Metric{
	{"acc", "higher", true, []string{"acc", "accuracy", "ac", "ca", "clustering accuracy", "classification accuracy", "mean accuracy", "recognition rate", "acc (mean)"}},
	{"nmi", "higher", true, []string{"nmi", "normalized mutual information", "normalised mutual information", "mi", "mutual information", "ami"}},
	{"purity", "higher", true, []string{"purity", "pur"}},
	{"ari", "higher", false, []string{"ari", "ar", "adjusted rand index"}},
	{"f1", "higher", true, []string{"f1", "f-score", "f1-score", "f score", "f-measure", "f measure", "fscore", "fmeasure", "macro-f1", "micro-f1", "f1 score"}},
	{"precision", "higher", true, []string{"precision", "prec"}},
	{"recall", "higher", true, []string{"recall", "rec"}},
	{"auc", "higher", true, []string{"auc", "auroc"}},
	{"csr", "higher", true, []string{"csr", "constraint satisfaction rate"}},
	{"jaccard", "higher", true, []string{"jaccard"}},
	{"rmse", "lower", false, []string{"rmse"}},
	{"mae", "lower", false, []string{"mae"}},
	{"mse", "lower", false, []string{"mse", "msl"}},
	{"loss", "lower", false, []string{"loss", "objective", "reconstruction error", "relative error", "rel. error", "residual"}},
	{"error", "lower", true, []string{"error rate", "misclassification rate"}},
	{"time", "lower", false, []string{"time", "seconds", "runtime", "run time", "running time", "cpu time", "time in seconds"}},
	{"psnr", "higher", false, []string{"psnr"}},
	{"ssim", "higher", false, []string{"ssim"}},
	{"entropy", "lower", false, []string{"entropy"}},
	{"rank", "lower", false, []string{"rank", "average rank", "mean rank"}},
}

var inParentheses = regexp.MustCompile(`\s*[(\[](%|s|sec|seconds|ms|↑|↓|in %)[)\]]`)

// metricOf finds the metric that a heading names, as "ACC (%) ↑".
func metricOf(heading string) (Metric, bool) {
	t := inParentheses.ReplaceAllString(strings.ToLower(heading), "")
	t = strings.Trim(t, " %↑↓:.,*")
	return list.First(Metrics, func(m Metric) bool { return slices.Contains(m.words, t) })
}

var points = strings.NewReplacer("(", " ", ")", " ", ",", " ", ".", " ", "%", " ", ":", " ", ";", " ")

// metricWithin finds the only metric that a caption names.
func metricWithin(caption string) (found Metric, ok bool) {
	text := " " + points.Replace(strings.ToLower(caption)) + " "
	for _, m := range Metrics {
		for _, w := range m.words {
			if len(w) > 2 && m.Name != "rank" && strings.Contains(text, " "+w+" ") {
				if ok && found.Name != m.Name {
					return Metric{}, false
				}
				found, ok = m, true
			}
		}
	}
	return found, ok
}
