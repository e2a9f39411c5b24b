package constraint

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// maxProblems bounds how many problems of a file are listed.
const maxProblems = 20

// Read reads triplets from CSV without header, a line q,r,s each: point q of so many is nearer to r than to s. Points are given by
// their names, where names (nil if there are none) has all of them, or by their numbers from 1; byName tells which. Blank lines are
// skipped. All problems are reported at once as name:line: message, the first maxProblems of them: what is no triplet, points out
// of range, repeated points; and where there are none of these, triplets that contradict each other, or no triplets at all.
func Read(r io.Reader, name string, points int, names []string) (triplets []Triplet, byName bool, err error) {
	lines, err := readLines(r, name)
	if err != nil {
		return nil, false, err
	}
	places, err := placesOf(lines, points, names)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", name, err)
	}
	var at []int // the line of each triplet
	var errs []error
	problems := 0
	for _, l := range lines {
		t, err := l.parse(places)
		if err == nil {
			err = t.check(points)
		}
		if err != nil {
			if problems++; problems <= maxProblems {
				errs = append(errs, fmt.Errorf("%s:%d: %w", name, l.number, err))
			}
			continue
		}
		triplets, at = append(triplets, t), append(at, l.number)
	}
	if problems > maxProblems {
		errs = append(errs, fmt.Errorf("%s: %d more lines like these", name, problems-maxProblems))
	}
	if len(errs) > 0 {
		return nil, false, errors.Join(errs...)
	}
	if len(triplets) == 0 {
		return nil, false, fmt.Errorf("%s: found no triplets, want at least one line q,r,s", name)
	}
	var cycle *CycleError
	if _, err := depths(triplets); errors.As(err, &cycle) {
		numbers := list.Join(cycle.At, ", ", func(k int) string { return strconv.Itoa(at[k]) })
		return nil, false, fmt.Errorf("%s:%d: lines %s contradict each other: %s", name, at[cycle.At[0]], numbers, cycle.relations())
	}
	return triplets, places != nil, nil
}

// line is a line of the file that is not blank.
type line struct {
	number int
	fields []string
}

func readLines(r io.Reader, name string) (lines []line, err error) {
	scanner := bufio.NewScanner(r)
	for number := 1; scanner.Scan(); number++ {
		text := strings.TrimSpace(scanner.Text())
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" {
			continue
		}
		fields := strings.Split(text, ",")
		if strings.Contains(text, `"`) {
			c := csv.NewReader(strings.NewReader(text))
			c.TrimLeadingSpace = true
			if fields, err = c.Read(); err != nil {
				return nil, fmt.Errorf("%s:%d: found quotes that do not fit each other in %s", name, number, text)
			}
		}
		for i, f := range fields {
			fields[i] = strings.TrimSpace(f)
		}
		lines = append(lines, line{number, fields})
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return lines, nil
}

// placesOf returns the place of each name, from 0, where the lines give points by their names; nil where they give numbers.
func placesOf(lines []line, points int, names []string) (map[string]int, error) {
	if names == nil {
		return nil, nil
	}
	places := map[string]int{}
	for i, n := range names {
		places[n] = i
	}
	named, numbered, same := true, true, true // all are names, are numbers of points, and mean the same point either way
	for _, l := range lines {
		for _, f := range l.fields {
			place, isName := places[f]
			number, err := strconv.Atoi(f)
			named = named && isName
			numbered = numbered && err == nil && number >= 1 && number <= points
			same = same && place == number-1
		}
	}
	switch {
	case numbered && named && !same:
		return nil, errors.New("its numbers are names of points, and count other points; rename the points")
	case !named && !slices.ContainsFunc(lines, line.hasWord):
		return nil, nil
	case !named && len(lines) > 1 && lines[0].hasWord() && !slices.ContainsFunc(lines[1:], line.hasWord):
		return nil, fmt.Errorf("line %d is a header and names no points; remove it", lines[0].number)
	case len(places) < len(names):
		return nil, errors.New("points are given by their names, of which some occur twice; make them unique")
	}
	return places, nil
}

func (l line) hasWord() bool {
	return slices.ContainsFunc(l.fields, func(f string) bool { _, err := strconv.ParseFloat(f, 64); return err != nil })
}

// parse reads q,r,s: numbers, or names where there are places for them.
func (l line) parse(places map[string]int) (Triplet, error) {
	if len(l.fields) != 3 {
		return Triplet{}, fmt.Errorf("found %d values, want three: q,r,s", len(l.fields))
	}
	var v [3]int
	for i, field := range l.fields {
		n, err := strconv.Atoi(field)
		place, ok := places[field]
		switch {
		case ok:
			v[i] = place
		case places != nil:
			return Triplet{}, fmt.Errorf("found %q as value %d, which no point is named, want names as in other lines", field, i+1)
		case err != nil:
			return Triplet{}, fmt.Errorf("found %q as value %d, want a whole number", field, i+1)
		default:
			v[i] = n - 1
		}
	}
	return Triplet{v[0], v[1], v[2]}, nil
}

// Write writes triplets as Read reads them.
func Write(w io.Writer, triplets []Triplet) error {
	b := bufio.NewWriter(w)
	for _, t := range triplets {
		fmt.Fprintln(b, t)
	}
	return b.Flush()
}
