package errata

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// normalised tells which normalisations of the mutual information can give the reported NMI at the reported accuracy, where
// the sizes of the classes are known and there are as many clusters as classes. Over n samples in k classes, with e the share
// of errors of the one-to-one match of an accuracy, C the class and K the cluster of a sample, in nats:
//
//	H(C|K), H(K|C) ≤ h(e) + e ln(k-1)           Fano's inequality, both ways: the smallest NMI
//	H(C|K) ≥ 2 ln 2 min(e, smallest class/n)    Hellman and Raviv 1970: the greatest NMI
//
// since a cluster's majorities are k different classes, and the errors are theirs, or leave a whole class out. A mean over runs
// lies within the hulls of these bounds over e, whatever the runs were. The bounds are wide: what lies beyond them cannot be.
// Where accuracies are those of single runs, confusion tables tell much more: see concluded.
func normalised(t tables) (found []Finding) {
	all := t.blocks
	for _, acc := range all {
		for _, nmi := range all {
			scale, known := strings.CutPrefix(nmi.Metric, "nmi")
			if acc.Metric == "acc" && acc.Counts != nil && known && nmi.Ref.Table == acc.Ref.Table && len(nmi.Range) == 2 {
				found = append(found, nmi.reached(acc, strings.TrimPrefix(scale, "-"))...)
			}
		}
	}
	return found
}

// normalisations divide the mutual information by the entropies of classes and clusters, a and b, or by their joint entropy.
var normalisations = []struct {
	name, of string
	divisor  func(a, b, shared float64) float64
}{
	{"max", "the larger entropy", func(a, b, _ float64) float64 { return math.Max(a, b) }},
	{"mean", "the mean of the entropies", func(a, b, _ float64) float64 { return (a + b) / 2 }},
	{"sqrt", "the geometric mean of the entropies", func(a, b, _ float64) float64 { return math.Sqrt(a * b) }},
	{"min", "the smaller entropy", func(a, b, _ float64) float64 { return math.Min(a, b) }},
	{"joint", "the joint entropy", func(a, b, shared float64) float64 { return a + b - shared }},
}

// reached compares the numbers of b with those of the accuracies beside them; stated is the normalisation that the metric names.
func (b block) reached(acc block, stated string) (found []Finding) {
	can, pairs := make([]int, len(normalisations)), 0
	allowed := stated
	if i, f := b.concluded(acc, stated); i >= 0 {
		allowed = normalisations[i].name
		if allowed != stated {
			found = append(found, f)
		}
	}
	for _, row := range acc.Counts.Classes {
		limits := limitsOf(row.Value)
		for _, n := range b.numbers(row.Name, b.Columns...) {
			for _, a := range acc.numbers(row.Name, n.column) {
				pairs++
				severity, spans := b.possible(n, a, acc.Counts.Scale, limits, allowed, can)
				if severity != "" {
					found = append(found, b.finding(severity, row.Name, n.column, fmt.Sprintf("NMI %s, accuracy %s", n.Value, a.Value),
						fmt.Sprintf("at that accuracy of %d classes NMI can be, by normalisation: %s", len(row.Value), strings.Join(spans, ", "))))
				}
			}
		}
	}
	var names []string
	for i, n := range can {
		if n == pairs {
			names = append(names, normalisations[i].name)
		}
	}
	if allowed == "" && pairs > 0 && len(names) < len(can) && len(found) == 0 {
		what := "no normalisation gives all of them"
		if len(names) > 0 {
			what = "divided by " + strings.Join(names, " or ") + " of the entropies, and by nothing else, all can be"
		}
		found = append(found, b.finding(Note, "", "", fmt.Sprintf("%s of NMI: %s", result.Count(pairs, "number"), what),
			"at the accuracies beside them, from the sizes of the classes"))
	}
	return found
}

// possible looks whether a number of NMI can be beside an accuracy, and counts the normalisations under which it can. severity is "" where
// it can under one that is allowed; spans say what it can be under each.
func (b block) possible(n, a number, scale float64, limits []limits, allowed string, can []int) (severity Severity, spans []string) {
	usual, some := false, false
	for i, name := range normalisations {
		least, _ := limits[i].at((a.x - a.unit/2) / scale)
		_, most := limits[i].at((a.x + a.unit/2) / scale)
		least, most = least*b.Range[1], most*b.Range[1]
		fits := n.x+n.unit/2 >= least-slack && n.x-n.unit/2 <= most+slack
		if fits {
			can[i]++
		}
		fits = fits && (allowed == "" || allowed == name.name)
		some, usual = some || fits, usual || fits && (name.name != "joint" || allowed != "")
		spans = append(spans, fmt.Sprintf("%s %.3g to %.3g", name.name, least, most))
	}
	switch {
	case usual:
		return "", spans
	case some: // few divide by the joint entropy
		return Doubt, spans
	}
	return Error, spans
}

// single is a number of NMI beside the accuracy of one run, which leaves so many errors.
type single struct {
	number
	errors int
}

// singles returns those of a row; what stands there twice counts once.
func (b block) singles(acc block, row string, samples int) (all []single) {
	for _, a := range acc.numbers(row, b.Columns...) {
		for _, n := range b.numbers(row, a.column) {
			s := single{n, int(math.Round((1 - a.x/acc.Counts.Scale) * float64(samples)))}
			twice := slices.ContainsFunc(all, func(o single) bool { return o.errors == s.errors && o.x == n.x })
			if a.fits(acc.Counts.Scale/float64(samples)) && s.errors > 0 && !twice {
				all = append(all, s)
			}
		}
	}
	return all
}

// byChance is how unlikely the numbers must be for every other normalisation.
const byChance = 1e-4

// fewestSingles is how many numbers it takes to be so unlikely: one of four digits is not.
const fewestSingles = 2

// concluded finds the normalisation that the single runs of a table speak for; -1 if they speak for none. With so many errors the
// confusion tables of a row are known. A number that is one of theirs, to its last digit, speaks for a normalisation as much as
// that is unlikely by chance: its weight is minus the logarithm of the share of possible numbers that are of some table.
func (b block) concluded(acc block, stated string) (conclusion int, f Finding) {
	of := 0
	for _, row := range acc.Counts.Classes {
		of += len(b.singles(acc, row.Name, sum(row.Value)))
	}
	if of < fewestSingles {
		return -1, f
	}
	weight, numbers, whole := b.weigh(acc)
	best := slices.Max(weight)
	conclusion = slices.Index(weight, best)
	var others []string
	chance := 0.0
	for i, by := range normalisations {
		others = append(others, fmt.Sprintf("%s %d", by.name, numbers[i]))
		if i != conclusion {
			chance += math.Exp(weight[i] - best)
		}
	}
	if chance > byChance {
		return -1, f
	}
	searched := "the simplest tables"
	if len(whole) > 0 {
		searched = "all tables of " + strings.Join(whole, ", ") + ", the simplest of other rows"
	}
	by := normalisations[conclusion]
	f = b.finding(Note, "", "", fmt.Sprintf("NMI is the mutual information over %s (%s), and over nothing else", by.of, by.name),
		fmt.Sprintf("%d numbers stand beside accuracies of one run; those of a confusion table with these errors, by normalisation: %s (%s "+
			"were searched); by chance that is so in one of %.0e papers",
			of, strings.Join(others, ", "), searched, min(1/chance, 1e9)))
	if stated != "" {
		f.Severity = Doubt
		f.Why += "; the paper states " + stated
	}
	return conclusion, f
}

// weigh returns what the single runs of a table weigh for each normalisation, by how many numbers, and the rows of which all confusion
// tables were searched.
func (b block) weigh(acc block) (weight []float64, numbers []int, whole []string) {
	weight, numbers = make([]float64, len(normalisations)), make([]int, len(normalisations))
	for _, row := range acc.Counts.Classes {
		samples := sum(row.Value)
		singles, errors := b.singles(acc, row.Name, samples), map[int]bool{}
		for _, s := range singles {
			errors[s.errors] = true
		}
		tables, limits := confusionsOf(row.Value, errors), limitsOf(row.Value)
		if tables.all {
			whole = append(whole, row.Name)
		}
		for i, by := range normalisations {
			for _, s := range singles {
				least, most := limits[i].at(1 - float64(s.errors)/float64(samples))
				half, x := s.unit/2/b.Range[1], s.x/b.Range[1]
				covered, end, hit := 0.0, math.Inf(-1), false
				values := list.Map(tables.byErrors[s.errors], func(m mutual) float64 { return m.over(by.divisor) })
				slices.Sort(values)
				for _, v := range values {
					covered += v + half - max(end, v-half)
					end, hit = v+half, hit || math.Abs(v-x) <= half+slack
				}
				if hit {
					numbers[i]++
					weight[i] -= math.Log(min(1, covered/max(most-least, 2*half)))
				}
			}
		}
	}
	return weight, numbers, whole
}

// limits are the smallest and the greatest NMI at each count of errors, convex and concave.
type limits struct{ least, most []float64 }

// at interpolates at an accuracy.
func (l limits) at(accuracy float64) (least, most float64) {
	n := float64(len(l.least) - 1)
	e := min(max(1-accuracy, 0), 1) * n
	i := min(int(e), len(l.least)-2)
	part := e - float64(i)
	return l.least[i] + part*(l.least[i+1]-l.least[i]), l.most[i] + part*(l.most[i+1]-l.most[i])
}

// limitsOf has the limits of each normalisation.
func limitsOf(classes []int) (all []limits) {
	n, k, entropy, smallest := float64(sum(classes)), float64(len(classes)), 0.0, math.Inf(1)
	for _, size := range classes {
		share := float64(size) / n
		entropy, smallest = entropy-share*math.Log(share), min(smallest, share)
	}
	for _, by := range normalisations {
		// of what the clusters leave open of the classes, u, and the classes of the clusters, v
		nmi := func(u, v float64) float64 {
			shared := entropy - u
			if shared <= 0 {
				return 0
			}
			return shared / by.divisor(entropy, shared+v, shared)
		}
		l := limits{make([]float64, int(n)+1), make([]float64, int(n)+1)}
		for i := range l.least {
			e := float64(i) / n
			open := math.Log(k)
			if e < 1-1/k {
				open = e * math.Log(k-1)
				if e > 0 {
					open -= e*math.Log(e) + (1-e)*math.Log(1-e)
				}
			}
			l.least[i] = nmi(min(open, entropy), open)
			l.most[i] = -nmi(2*math.Ln2*min(e, smallest), 0)
		}
		hull(l.least)
		hull(l.most)
		for i := range l.most {
			l.most[i] = -l.most[i]
		}
		all = append(all, l)
	}
	return all
}

// hull replaces the values of a function on 0, 1, 2, ... by those of the greatest convex function below it.
func hull(y []float64) {
	var at []int
	for i := range y {
		for len(at) > 1 {
			a, b := at[len(at)-2], at[len(at)-1]
			if (y[b]-y[a])*float64(i-b) < (y[i]-y[b])*float64(b-a) {
				break
			}
			at = at[:len(at)-1]
		}
		at = append(at, i)
	}
	for j := 1; j < len(at); j++ {
		a, b := at[j-1], at[j]
		slope := (y[b] - y[a]) / float64(b-a)
		for i := a + 1; i < b; i++ {
			y[i] = y[a] + slope*float64(i-a)
		}
	}
}
