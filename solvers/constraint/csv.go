package constraint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxProblems bounds how many problems of a file are listed.
const maxProblems = 20

// Read reads triplets from CSV without header, a line q,r,s each, 1-based, meaning that point q of so many is nearer to r
// than to s. Blank lines are skipped. All problems are reported at once as name:line: message, the first maxProblems of
// them: what is no triplet, points out of range, repeated points; and where there are none of these, triplets that
// contradict each other, or no triplets at all.
func Read(r io.Reader, name string, points int) ([]Triplet, error) {
	var (
		list  []Triplet
		lines []int // of each triplet
		errs  []error
	)
	problems := 0
	scanner := bufio.NewScanner(r)
	for line := 1; scanner.Scan(); line++ {
		text := strings.TrimSpace(scanner.Text())
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" {
			continue
		}
		t, err := parse(text)
		if err == nil {
			err = t.check(points)
		}
		if err != nil {
			if problems++; problems <= maxProblems {
				errs = append(errs, fmt.Errorf("%s:%d: %w", name, line, err))
			}
			continue
		}
		list, lines = append(list, t), append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if problems > maxProblems {
		errs = append(errs, fmt.Errorf("%s: %d more lines like these", name, problems-maxProblems))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: found no triplets, want at least one line q,r,s", name)
	}
	var cycle *CycleError
	if _, err := depths(list); errors.As(err, &cycle) {
		at := make([]string, len(cycle.At))
		for i, k := range cycle.At {
			at[i] = strconv.Itoa(lines[k])
		}
		return nil, fmt.Errorf("%s:%s: lines %s contradict each other: %s", name, at[0], strings.Join(at, ", "), cycle.relations())
	}
	return list, nil
}

// parse reads q,r,s.
func parse(text string) (Triplet, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 3 {
		return Triplet{}, fmt.Errorf("found %d values, want three: q,r,s", len(fields))
	}
	var v [3]int
	for i, field := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return Triplet{}, fmt.Errorf("found %q as value %d, want a whole number", strings.TrimSpace(field), i+1)
		}
		v[i] = n - 1
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
