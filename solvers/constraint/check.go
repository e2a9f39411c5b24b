package constraint

import (
	"errors"
	"fmt"
)

// Check reports every triplet whose points lie outside 0 to points-1 or are not three different ones. Numbers in messages
// are 1-based, as in files.
func Check(triplets []Triplet, points int) error {
	var errs []error
	for k, t := range triplets {
		if err := t.check(points); err != nil {
			errs = append(errs, fmt.Errorf("constraint: triplet %d: %w", k+1, err))
		}
	}
	return errors.Join(errs...)
}

func (t Triplet) check(points int) error {
	for _, i := range [...]int{t.Q, t.R, t.S} {
		if i < 0 || i >= points {
			return fmt.Errorf("found %d in %v, want 1 to %d", i+1, t, points)
		}
	}
	if t.Q == t.R || t.Q == t.S || t.R == t.S {
		return fmt.Errorf("found %v, want three different points", t)
	}
	return nil
}

// String is the triplet as files spell it, 1-based.
func (t Triplet) String() string { return fmt.Sprintf("%d,%d,%d", t.Q+1, t.R+1, t.S+1) }
