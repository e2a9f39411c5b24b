package axis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/canvas"
)

// LabelGap is the room between neighbouring tick labels.
const LabelGap = 5.0

// Lengths of ticks.
const (
	MajorTick = 3.0
	MinorTick = 1.6
)

// Tick is a place on an axis: a major one has a label, unless there is no room for it.
type Tick struct {
	Value    float64
	Label    string
	Exponent string
	Minor    bool
	Upward   bool // the label is turned
}

// Text returns the tick's label.
func (t Tick) Text() canvas.Text {
	return canvas.Text{Lines: []string{t.Label}, Exponent: t.Exponent, Style: canvas.Tick, Upward: t.Upward}
}

// Labels returns the labels of the ticks, each with its point (fx, fy) at the place that at returns, and the width and height of the
// largest.
func (s Scale) Labels(at func(v float64) vg.Point, fx, fy vg.Length) (texts []canvas.Placed, wide, high vg.Length) {
	for _, t := range s.Ticks {
		if t.Label != "" {
			p := at(t.Value)
			w, h := t.Text().Size()
			wide, high = max(wide, w), max(high, h)
			texts = append(texts, canvas.Place(t.Text(), p.X, p.Y, fx, fy))
		}
	}
	return texts, wide, high
}

// DrawTicks draws the ticks: each begins at the place that at returns and goes in the direction out; major ones have the given length.
func (s Scale) DrawTicks(c vg.Canvas, at func(v float64) vg.Point, out vg.Point, major vg.Length) {
	for _, t := range s.Ticks {
		length := major
		if t.Minor {
			length = MinorTick
		}
		c.Stroke(canvas.Polyline(at(t.Value), at(t.Value).Add(out.Scale(length))))
	}
}

// SetTicks chooses the ticks of an axis of a length. Labels of a level axis lie side by side, others above each other.
func (s *Scale) SetTicks(length vg.Length, level bool) {
	room := func(ticks []Tick) bool { return s.fits(ticks, length, level) }
	switch {
	case len(s.Names) > 0:
		s.setNames(level, room)
	case len(s.Places) > 0:
		s.setPlaces()
	case s.Log:
		s.setPowers(length, room)
	default:
		s.spread(s.Lo, s.Hi, int(2.5+length/50), room)
	}
	for !room(s.Ticks) {
		s.thin()
	}
}

// setPowers sets ticks at every power of ten, or every so many, or at 1, 2 and 5 times them on an axis shorter than two decades.
func (s *Scale) setPowers(length vg.Length, room func([]Tick) bool) {
	for _, step := range []int{1, 2, 3, 5, 10, 20, 50, 100, 200, 500} {
		last := int64(9) // with minor ticks between the powers
		if step > 1 {
			last = 1
		}
		// 0.001 to 10000 are written out
		s.Ticks = s.logTicks(last, func(d int64, e int) bool { return d == 1 && e%step == 0 }, s.Lo > -3.01 && s.Hi < 4.01)
		if room(s.Ticks) {
			break
		}
	}
	if labelled(s.Ticks) >= 2 {
		if length/vg.Length(s.Hi-s.Lo) < 9 { // minor ticks would merge
			s.Ticks = slices.DeleteFunc(s.Ticks, func(t Tick) bool { return t.Minor })
		}
		return
	}
	s.Ticks = s.logTicks(9, func(d int64, _ int) bool { return d == 1 || d == 2 || d == 5 }, s.Lo > -4.01 && s.Hi < 5.01)
	if labelled(s.Ticks) < 2 {
		s.spread(math.Pow(10, s.Lo), math.Pow(10, s.Hi), int(length/40), room)
	}
}

// spread sets about n linear ticks, fewer if their labels would touch.
func (s *Scale) spread(lo, hi float64, n int, room func([]Tick) bool) {
	for n = max(n, 2); ; n-- {
		s.Ticks, s.Times = s.linearTicks(lo, hi, n)
		if n == 2 || room(s.Ticks) {
			break
		}
	}
}

// longestName is how many characters a name below an axis may have, longestBeside one beside it.
const longestName, longestBeside = 22, 40

// setNames sets a tick at every name, turned if they would touch otherwise.
func (s *Scale) setNames(level bool, room func([]Tick) bool) {
	s.Ticks, s.Times = nil, 0
	longest := longestBeside
	if level {
		longest = longestName
	}
	for i, name := range s.Names {
		v := float64(i + 1)
		if at := s.At(v); !Drawable(v, s.Log) || at < 0 || at > 1 {
			continue
		}
		name = canvas.Clean(name, canvas.Tick.Face)
		if r := []rune(name); len(r) > longest {
			name = string(r[:longest-1]) + "…"
		}
		s.Ticks = append(s.Ticks, Tick{Value: v, Label: name})
	}
	if level && !room(s.Ticks) {
		for i := range s.Ticks {
			s.Ticks[i].Upward = true
		}
	}
}

// setPlaces sets a tick at every place.
func (s *Scale) setPlaces() {
	s.Ticks, s.Times = nil, 0
	for _, v := range s.Places {
		t := Tick{Value: v}
		t.Label, t.Exponent = placeLabel(v, s.Log, s.Powers)
		s.Ticks = append(s.Ticks, t)
	}
	slices.SortFunc(s.Ticks, func(a, b Tick) int { return cmp.Compare(a.Value, b.Value) })
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

func labelled(ticks []Tick) int {
	return len(list.Filter(ticks, func(t Tick) bool { return t.Label != "" }))
}

// fits tells whether no two labels touch.
func (s Scale) fits(ticks []Tick, length vg.Length, level bool) bool {
	free := vg.Length(math.Inf(-1))
	for _, t := range ticks {
		if t.Label == "" {
			continue
		}
		w, h := t.Text().Size()
		extent, gap := h, vg.Length(1)
		if level {
			extent = w
		}
		if level && !t.Upward {
			gap = LabelGap
		}
		at := vg.Length(s.At(t.Value)) * length
		if at-extent/2 < free {
			return false
		}
		free = at + extent/2 + gap
	}
	return true
}

// thin takes the label from every other tick that has one.
func (s *Scale) thin() {
	k := 0
	for i := range s.Ticks {
		if t := &s.Ticks[i]; t.Label != "" {
			if k%2 == 1 {
				t.Label, t.Exponent = "", ""
			}
			k++
		}
	}
}

// linearTicks returns ticks at multiples of 1, 2 or 5 times a power of ten, about n of them between lo and hi, and the
// power of ten that all labels share.
func (s Scale) linearTicks(lo, hi float64, n int) (ticks []Tick, times int) {
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
		ticks = append(ticks, Tick{Value: v, Label: shifted(k*int64(digit), exponent-times)})
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

// logTicks returns the ticks at d·10^e for d up to last, those that are major with a label, in full if plain.
func (s Scale) logTicks(last int64, major func(d int64, e int) bool, plain bool) (ticks []Tick) {
	for e := int(math.Floor(s.Lo)); e <= int(math.Ceil(s.Hi)); e++ {
		for d := int64(1); d <= last; d++ {
			t := Tick{Value: decimal(d, e), Minor: !major(d, e)}
			if at := math.Log10(t.Value); at < s.Lo || at > s.Hi || t.Value == 0 {
				continue
			}
			if !t.Minor {
				t.Label, t.Exponent = powerLabel(d, e, plain && !s.Powers)
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
