package strict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one fault in a file. Line and Col count from 1; Line is 0 if the problem has no place.
type Problem struct {
	File string
	Line int
	Col  int
	Msg  string
}

// String formats the problem as file:line:col: message.
func (p Problem) String() string {
	switch {
	case p.Line > 0:
		return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Col, p.Msg)
	case p.File != "":
		return p.File + ": " + p.Msg
	}
	return p.Msg
}

// Problems are all problems found, in the order of their places.
type Problems []Problem

// Error lists the problems, one a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err returns the problems as an error, nil if there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Sort orders the problems by file, line and column; problems in one place keep their order.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

// maxProblems bounds a report: whoever has more of them has another kind of file.
const maxProblems = 200

// limited cuts a report that is too long and says so.
func (ps Problems) limited() Problems {
	ps.Sort()
	if len(ps) <= maxProblems {
		return ps
	}
	last := ps[maxProblems-1]
	last.Msg = fmt.Sprintf("%d more problems from here on", len(ps)-maxProblems+1)
	return append(ps[:maxProblems-1:maxProblems-1], last)
}
