package spec

import "fmt"

// HeldEntries says which entries of the data each replicate holds out (speckled cross-validation). Ranks and methods of a replicate share
// the draw.
type HeldEntries struct {
	Share float64 `yaml:"share" strict:"required" doc:"chance of an entry to be held out, above 0 and below 1"`
	Of    string  `yaml:"of" doc:"entries that may be held out: all (default) or non-zeros"`
	Zeros string  `yaml:"zeros" doc:"what an entry of 0 is: known (default), or unknown: neither fitted nor held out, as what nobody rated"`
}

// The values of the keys of HeldEntries, the default first.
var (
	heldOf    = []string{"all", "non-zeros"}
	heldZeros = []string{"known", "unknown"}
)

// NonZeros tells whether only entries that are not 0 may be held out.
func (h *HeldEntries) NonZeros() bool { return h.Of == heldOf[1] || h.Unobserved() }

// Unobserved tells whether an entry of 0 counts as unknown.
func (h *HeldEntries) Unobserved() bool { return h.Zeros == heldZeros[1] }

// Words name the draw in records.
func (h *HeldEntries) Words() string {
	words := fmt.Sprintf("%v of entries held out", h.Share)
	switch {
	case h.Unobserved():
		return words + " and zeros unknown"
	case h.NonZeros():
		return words + " where they are not 0"
	}
	return words
}

// heldEntries reports what cannot be held out.
func (c *checker) heldEntries(at string, d Dataset) {
	h := d.HoldEntries
	if h == nil {
		return
	}
	c.refuse(!(h.Share > 0 && h.Share < 1), at+".share", "share = %v, want above 0 and below 1", h.Share)
	c.given(at+".of", "kind of entries", h.Of, heldOf)
	c.given(at+".zeros", "meaning of an entry of 0", h.Zeros, heldZeros)
	c.refuse(d.Folds > 0 || d.HoldSamples > 0, at, "hold-entries beside folds or hold-samples: leave out all but one")
}
