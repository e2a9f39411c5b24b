package solvers

import "context"

// Outside is a Solver whose method does not stand in this package, such as a program in another language: its options are no
// fields of a struct, and what it takes is known from a description.
type Outside interface {
	Solver
	OptionList() []Option
	SetOption(name, text string) error
	CheckOptions() error
	Values() map[string]any // of the options, by name
	Digest() string         // of all that decides the results besides the options: part of a record's key
	TakesConstraints() bool
	TakesLabels() bool
}

// Whole is a Run that cannot be stepped, because something else owns its loop. Solve lets it run to its end under the
// settings, as far as they mean something to it; it records points as Solve does. An error tells why there is no result.
type Whole interface {
	Run
	RunWhole(ctx context.Context, s Settings) (Point, Status, error)
}
