package reports

// Scale is how a table prints natural units: 0.6125 is 61.25 at {Times: 100, Decimals: 2}. Only text of numbers applies it;
// comparisons, margins and claims stay in natural units.
type Scale struct {
	Times    float64 // factor on natural units, as 100 where the paper prints percentages; 0 is 1
	Decimals int     // digits after the point
}

// Of is v in the unit of the table.
func (s Scale) Of(v float64) float64 { return v * s.factor() }

// Natural is v, a number in the unit of the table, in natural units.
func (s Scale) Natural(v float64) float64 { return v / s.factor() }

// Text is v in the unit of the table with its digits.
func (s Scale) Text(v float64) string { return fixed(s.Of(v), s.Decimals) }

func (s Scale) factor() float64 {
	if s.Times == 0 {
		return 1
	}
	return s.Times
}
