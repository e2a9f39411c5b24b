package figure

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// tick is a place on an axis: a major one has a label, unless there is no room for it.
type tick struct {
	value    float64
	label    string
	exponent string
	minor    bool
	upward   bool // the label is turned
}

// text is the tick's label.
func (t tick) text() text {
	if t.label == "" {
		return text{ink: tickInk}
	}
	return text{lines: []string{t.label}, exponent: t.exponent, ink: tickInk, upward: t.upward}
}

// setTicks chooses the ticks of an axis of that length. Labels of a level axis lie side by side, others above each other.
func (s *scale) setTicks(length vg.Length, level bool) {
	room := func(ticks []tick) bool { return s.fits(ticks, length, level) }
	if len(s.names) > 0 {
		s.setNames(level, room)
		return
	}
	if len(s.places) > 0 {
		s.setPlaces(room)
		return
	}
	if !s.log {
		s.spread(s.lo, s.hi, int(2.5+length/50), room)
		return
	}
	for _, step := range []int{1, 2, 3, 5, 10, 20, 50, 100, 200, 500} {
		s.ticks = s.decades(step)
		if room(s.ticks) {
			break
		}
	}
	if labelled(s.ticks) >= 2 {
		if length/vg.Length(s.hi-s.lo) < 9 { // minor ticks would merge
			s.ticks = majors(s.ticks)
		}
		return
	}
	s.ticks = s.withinDecade()
	if labelled(s.ticks) < 2 {
		s.spread(math.Pow(10, s.lo), math.Pow(10, s.hi), int(length/40), room)
	}
	for !room(s.ticks) {
		s.ticks = thinned(s.ticks)
	}
}

// spread sets about n linear ticks, fewer if their labels would touch.
func (s *scale) spread(lo, hi float64, n int, room func([]tick) bool) {
	for n = max(n, 2); ; n-- {
		s.ticks, s.times = s.linearTicks(lo, hi, n)
		if n == 2 || room(s.ticks) {
			break
		}
	}
	for !room(s.ticks) {
		s.ticks = thinned(s.ticks)
	}
}

// longestName is how many characters a name on an axis may have.
const longestName = 22

// setNames sets a tick at every name, turned if they would touch otherwise.
func (s *scale) setNames(level bool, room func([]tick) bool) {
	s.ticks, s.times = nil, 0
	for i, name := range s.names {
		v := float64(i + 1)
		if at := s.at(v); !drawable(v, s.log) || at < 0 || at > 1 {
			continue
		}
		name = clean(name, tickInk.face)
		if r := []rune(name); len(r) > longestName {
			name = string(r[:longestName-1]) + "…"
		}
		s.ticks = append(s.ticks, tick{value: v, label: name})
	}
	if level && !room(s.ticks) {
		for i := range s.ticks {
			s.ticks[i].upward = true
		}
	}
	for !room(s.ticks) {
		s.ticks = thinned(s.ticks)
	}
}

// setPlaces sets a tick at every place, with a label at some if there is no room for all.
func (s *scale) setPlaces(room func([]tick) bool) {
	s.ticks, s.times = nil, 0
	for _, v := range s.places {
		t := tick{value: v}
		t.label, t.exponent = placeLabel(v, s.log, s.powers)
		s.ticks = append(s.ticks, t)
	}
	slices.SortFunc(s.ticks, func(a, b tick) int { return cmp.Compare(a.value, b.value) })
	for !room(s.ticks) {
		s.ticks = thinned(s.ticks)
	}
}

// placeLabel writes v with three significant digits, powers of ten on a logarithmic axis as other ticks there.
func placeLabel(v float64, log, powers bool) (label, exponent string) {
	if v == 0 {
		return "0", ""
	}
	e := int(math.Floor(math.Log10(math.Abs(v)) + 1e-9))
	digits := int64(math.Round(v / math.Pow(10, float64(e-2)))) // of three places
	switch plain := e >= -4 && e <= 5; {
	case log && digits == 100:
		return powerLabel(1, e, !powers && plain)
	case !plain:
		label, exponent = powerLabel(1, e, false)
		e, label = 0, "×"+label
	}
	for e-2 < 0 && digits%10 == 0 { // no zeros behind the point
		digits, e = digits/10, e+1
	}
	return shifted(digits, e-2) + label, exponent
}

func labelled(ticks []tick) (n int) {
	for _, t := range ticks {
		if t.label != "" {
			n++
		}
	}
	return n
}

func majors(ticks []tick) []tick {
	var kept []tick
	for _, t := range ticks {
		if !t.minor {
			kept = append(kept, t)
		}
	}
	return kept
}

// fits tells whether no two labels touch.
func (s scale) fits(ticks []tick, length vg.Length, level bool) bool {
	free := vg.Length(math.Inf(-1))
	for _, t := range ticks {
		if t.label == "" {
			continue
		}
		w, h := t.text().size()
		extent, gap := h, vg.Length(1)
		if level {
			extent = w
		}
		if level && !t.upward {
			gap = labelGap
		}
		at := vg.Length(s.at(t.value)) * length
		if at-extent/2 < free {
			return false
		}
		free = at + extent/2 + gap
	}
	return true
}

// thinned takes the label from every other tick that has one.
func thinned(ticks []tick) []tick {
	out := make([]tick, len(ticks))
	k := 0
	for i, t := range ticks {
		if t.label != "" {
			if k%2 == 1 {
				t.label, t.exponent = "", ""
			}
			k++
		}
		out[i] = t
	}
	return out
}

// linearTicks returns ticks at multiples of 1, 2 or 5 times a power of ten, about n of them between lo and hi, and the
// power of ten that all labels share.
func (s scale) linearTicks(lo, hi float64, n int) (ticks []tick, times int) {
	raw := (hi/2 - lo/2) / (float64(n) / 2)
	exponent := int(math.Floor(math.Log10(raw)))
	digit := 1
	switch rest := raw / math.Pow(10, float64(exponent)); { // the nearest, as ratios go: √2, √10 and √50 part them
	case rest > math.Sqrt(50):
		exponent++
	case rest > math.Sqrt(10):
		digit = 5
	case rest > math.Sqrt2:
		digit = 2
	}
	if s.whole && exponent < 0 {
		digit, exponent = 1, 0
	}
	step := decimal(int64(digit), exponent)
	first, last := int64(math.Ceil(lo/step-1e-9)), int64(math.Floor(hi/step+1e-9))
	top := max(abs(first), abs(last)) * int64(digit) // the largest label is top·10^exponent
	order := exponent + len(strconv.FormatInt(top, 10)) - 1
	if order >= 5 || order < -3 {
		times = order
	}
	for k := first; k <= last; k++ {
		v := decimal(k*int64(digit), exponent)
		if math.IsInf(v, 0) {
			continue
		}
		ticks = append(ticks, tick{value: v, label: shifted(k*int64(digit), exponent-times)})
	}
	return ticks, times
}

func abs(k int64) int64 { return max(k, -k) }

// decimal returns k·10^e, rounded once.
func decimal(k int64, e int) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatInt(k, 10)+"e"+strconv.Itoa(e), 64) // beyond the range: ±Inf
	return v
}

// shifted writes k·10^e without an exponent.
func shifted(k int64, e int) string {
	if k == 0 {
		return "0"
	}
	digits := strconv.FormatInt(abs(k), 10)
	switch {
	case e >= 0:
		digits += strings.Repeat("0", e)
	default:
		if missing := 1 - e - len(digits); missing > 0 {
			digits = strings.Repeat("0", missing) + digits
		}
		digits = digits[:len(digits)+e] + "." + digits[len(digits)+e:]
	}
	if k < 0 {
		return "−" + digits
	}
	return digits
}

// decades returns ticks at every step-th power of ten, with minor ticks between them.
func (s scale) decades(step int) []tick {
	var ticks []tick
	plain := !s.powers && s.lo > -3.01 && s.hi < 4.01 // 0.001 to 10000 are written out
	for e := int(math.Floor(s.lo)); e <= int(math.Ceil(s.hi)); e++ {
		for d := int64(1); d <= 9; d++ {
			if d > 1 && step > 1 {
				break
			}
			t := tick{value: decimal(d, e), minor: d > 1 || e%step != 0}
			if at := math.Log10(t.value); at < s.lo || at > s.hi || t.value == 0 {
				continue
			}
			if !t.minor {
				t.label, t.exponent = powerLabel(1, e, plain)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// withinDecade returns ticks at 1, 2 and 5 times powers of ten, for an axis shorter than two decades.
func (s scale) withinDecade() []tick {
	var ticks []tick
	plain := !s.powers && s.lo > -4.01 && s.hi < 5.01
	for e := int(math.Floor(s.lo)); e <= int(math.Ceil(s.hi)); e++ {
		for d := int64(1); d <= 9; d++ {
			t := tick{value: decimal(d, e), minor: d != 1 && d != 2 && d != 5}
			if at := math.Log10(t.value); at < s.lo || at > s.hi || t.value == 0 {
				continue
			}
			if !t.minor {
				t.label, t.exponent = powerLabel(d, e, plain)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// powerLabel writes d·10^e, in full if plain.
func powerLabel(d int64, e int, plain bool) (label, exponent string) {
	if plain {
		return shifted(d, e), ""
	}
	exponent = strings.Replace(strconv.Itoa(e), "-", "−", 1)
	if d == 1 {
		return "10", exponent
	}
	return strconv.FormatInt(d, 10) + "×10", exponent
}
