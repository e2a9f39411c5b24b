package ranks

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/rank"
	"nmfrepro/eval/stat"
)

// cell is one solver at one rank.
type cell struct {
	method string
	rank   int
}

// level says how much of each cell that can still win is computed.
type level struct {
	folds, foldStarts, starts int
}

// levels returns the levels of a study, of which the last is everything.
func (s *Study) levels() []level {
	all := level{s.Folds, s.FoldStarts, s.Starts}
	if s.Thorough || s.Folds == 0 {
		return []level{all}
	}
	return []level{
		{min(3, s.Folds), 1, 0},
		{s.Folds, min(2, s.FoldStarts), min(5, s.Starts)},
		all,
	}
}

// Levels returns how many plans the study has, one after the other.
func (s *Study) Levels() int { return len(s.levels()) }

// Plan lists the fits of a level, given what those before left; none where a level before lacks some.
func (s *Study) Plan(k int, records Records) []*Fit {
	open, lv, ok := s.open(k, records)
	return list.Filter(s.plan, func(f *Fit) bool { return ok && open[f.cell] && lv.has(f.place) })
}

// Whole lists all fits; a study that is not thorough makes some of them.
func (s *Study) Whole() []*Fit { return slices.Clone(s.plan) }

// has tells whether a level takes a fit.
func (l level) has(at place) bool {
	if at.kind == kindStart {
		return at.start < l.starts
	}
	return at.fold < l.folds && at.start < l.foldStarts
}

// open returns the cells that can still win at a level, and what is computed of them; not ok where a level before lacks records. A cell that
// is alone has won: its folds stay as they are, and its starts tell which model to take.
func (s *Study) open(k int, records Records) (open map[cell]bool, lv level, ok bool) {
	lv = s.levels()[k]
	if k == 0 {
		open = map[cell]bool{}
		s.each(func(c cell, _ Method) { open[c] = true })
		return open, lv, true
	}
	before, was, ok := s.open(k-1, records)
	if !ok || !s.complete(records, before, was) {
		return nil, lv, false
	}
	open = s.still(records, before, was)
	if len(open) == 1 && k > 1 {
		lv.folds, lv.foldStarts = was.folds, was.foldStarts
	}
	return open, lv, true
}

// complete tells whether every run of some cells at a level has a record.
func (s *Study) complete(records Records, open map[cell]bool, lv level) bool {
	return !slices.ContainsFunc(s.plan, func(f *Fit) bool {
		_, there := records(f)
		return !there && open[f.cell] && lv.has(f.place)
	})
}

// errors returns the error of each fold of a cell at a level, where all of them have one: that of the start with the smallest objective.
func (s *Study) errors(records Records, c cell, lv level) (errs []float64, ok bool) {
	for f := range lv.folds {
		least, e := math.Inf(1), math.NaN()
		for start := range lv.foldStarts {
			left, ok := records.made(s.at[place{c, kindFold, f, start}])
			if !ok {
				continue
			}
			if v := left.Metrics[metricValue]; v < least || math.IsNaN(e) {
				least, e = v, left.Metrics[metricHeldOut]
			}
		}
		if math.IsNaN(e) {
			return errs, false
		}
		errs = append(errs, e)
	}
	return errs, true
}

// choose applies the rule to the open ranks of a method at a level; the others were given up before.
func (s *Study) choose(records Records, method string, open map[cell]bool, lv level) (choice rank.Choice, of map[int][]float64, ok bool) {
	var candidates []rank.Candidate
	var dropped []int
	of = map[int][]float64{}
	for _, r := range s.Ranks {
		if !open[cell{method, r}] {
			dropped = append(dropped, r)
		} else if errs, complete := s.errors(records, cell{method, r}, lv); complete && lv.folds > 0 {
			candidates, of[r] = append(candidates, rank.Candidate{Rank: r, Errors: errs}), errs
		}
	}
	choice, err := rank.OneStandardError(candidates, dropped...)
	return choice, of, err == nil
}

// found is what the records tell of a study: its levels as far as they are complete.
type found struct {
	opens  []map[cell]bool
	levels []level
}

// found looks at the records. Of a first level that is not complete yet, folds count that every cell has, if they are two.
func (s *Study) found(records Records) (f found) {
	for k := range s.levels() {
		open, lv, ok := s.open(k, records)
		for first := k == 0 && lv.folds > 0; first && lv.folds > 2 && !s.complete(records, open, lv); {
			lv.folds, lv.starts = lv.folds-1, 0
		}
		if !ok || !s.complete(records, open, lv) {
			break
		}
		f.opens, f.levels = append(f.opens, open), append(f.levels, lv)
	}
	return f
}

// of returns the last level that a cell, or any of those that count, was part of; not ok if there was none.
func (f found) of(counts func(cell) bool) (open map[cell]bool, lv level, ok bool) {
	for k, open := range slices.Backward(f.opens) {
		for c := range open {
			if counts(c) {
				return open, f.levels[k], true
			}
		}
	}
	return nil, level{}, false
}

// last returns the cells of the last level.
func (f found) last() map[cell]bool {
	if len(f.opens) == 0 {
		return nil
	}
	return f.opens[len(f.opens)-1]
}

// level returns the last level of a cell.
func (f found) level(c cell) level {
	_, lv, _ := f.of(func(other cell) bool { return other == c })
	return lv
}

// still returns which of the open cells can win by what a level found: of each solver the ranks that its rule may choose, unless another
// solver is better by the 95 % interval of their difference over the folds.
func (s *Study) still(records Records, open map[cell]bool, lv level) map[cell]bool {
	type judged struct {
		method string
		choice rank.Choice
		errs   []float64 // at the chosen rank
		mean   float64
	}
	var all []judged
	for _, m := range s.Methods {
		if choice, of, ok := s.choose(records, m.Entry.Name, open, lv); ok {
			mean, _ := rank.MeanLog(of[choice.Rank])
			all = append(all, judged{m.Entry.Name, choice, of[choice.Rank], mean})
		}
	}
	if len(all) == 0 {
		return open
	}
	best := slices.MinFunc(all, func(a, b judged) int { return cmp.Compare(a.mean, b.mean) })
	left := map[cell]bool{}
	for _, j := range all {
		d := stat.Paired(rank.Logs(j.errs), rank.Logs(best.errs))
		if j.method != best.method && d.Value-stat.TQuantile(0.975, float64(len(j.errs)-1))*d.SE > same {
			continue
		}
		left[cell{j.method, j.choice.Best}] = true
		for _, r := range j.choice.Between {
			left[cell{j.method, r}] = true
		}
	}
	return left
}
