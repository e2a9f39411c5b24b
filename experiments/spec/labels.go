package spec

import (
	"cmp"
	"fmt"
	"strconv"

	"nmfrepro/experiments/spec/nearest"
)

// RowLabel is a data set's row label: with the rank where the data set has several.
func (d Dataset) RowLabel(rank int) string {
	if len(d.Ranks) > 1 {
		return d.Heading() + " r=" + strconv.Itoa(rank)
	}
	return d.Heading()
}

// Heading is the data set's label, or its key.
func (d Dataset) Heading() string { return cmp.Or(d.Label, d.Key) }

// FindMethod returns the method of that key; the error names the nearest one.
func (s *Experiment) FindMethod(key string) (Method, error) {
	for _, m := range s.Methods {
		if m.Key == key {
			return m, nil
		}
	}
	return Method{}, fmt.Errorf("%s: unknown method %q, %s", s.Address, key, nearest.Hint(key, s.methodKeys()))
}

// Heading is the method's label, or its key.
func (m Method) Heading() string { return cmp.Or(m.Label, m.Key) }
