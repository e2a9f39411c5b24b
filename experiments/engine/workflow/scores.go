package workflow

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/reports/result"
)

// Scores is what a comparison of anybody's results is asked: a file with a line for each run, of any field.
type Scores struct {
	File      string
	Rival     string  // method that the others are compared with; "" for the first of the file
	Lower     bool    // lower is better
	Tolerance float64 // difference that counts as none
}

// scoreColumns are the headings of the file, each with the other names by which it is known.
var scoreColumns = [][]string{
	{"method", "algorithm", "model"}, {"dataset", "data set", "data_set", "set", "task"}, {"seed", "replicate", "run", "fold"},
	{"score", "value", "metric_value"}, {"family", "group"},
}

// Compare reads the file and compares its methods.
func (s Scores) Compare() ([]result.Comparison, error) {
	text, err := os.ReadFile(s.File)
	if err != nil {
		return nil, Errorf(Usage, "--scores: %w", err)
	}
	f, err := s.group(text)
	if err != nil {
		return nil, Errorf(Usage, "--scores: %s: %w", s.File, err)
	}
	if s.Rival != "" && f.Find(s.Rival) < 0 {
		return nil, Errorf(Usage, "--against: unknown method %q, %s", s.Rival,
			list.DidYouMean(s.Rival, list.Map(f.Methods, func(m result.Method) string { return m.Key })))
	}
	c := judge.Compare(result.Comparison{Address: s.File, MethodGroup: f}, judge.Comparing{Rival: s.Rival,
		Tolerance: func(result.Cell) float64 { return s.Tolerance }})
	c.Standings = judge.Standings(c)
	return []result.Comparison{c}, nil
}

// group sorts the lines of the file: data sets are rows, methods columns, seeds replicates.
func (s Scores) group(text []byte) (f result.MethodGroup, err error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))))
	first, _, _ := strings.Cut(string(text), "\n")
	for _, separator := range []rune{'\t', ';'} {
		if strings.ContainsRune(first, separator) {
			r.Comma = separator
		}
	}
	head, err := r.Read()
	if err != nil {
		return f, errors.New("line 1: no heading, want method,dataset,seed,score and perhaps family")
	}
	at := make([]int, len(scoreColumns))
	for k, names := range scoreColumns {
		at[k] = slices.IndexFunc(head, func(h string) bool { return slices.Contains(names, strings.ToLower(strings.TrimSpace(h))) })
	}
	for k, needed := range []string{"method", "dataset", "seed", "score"} {
		if at[k] < 0 && needed != "seed" {
			return f, fmt.Errorf("line 1: no column %q in %s; want method,dataset,seed,score, and perhaps family", needed, list.QuoteShort(strings.Join(head, ",")))
		}
	}
	f = result.MethodGroup{Panel: "scores", Title: s.File, Metric: strings.TrimSpace(head[at[3]]), Lower: s.Lower}
	type place struct{ row, method int }
	values, seen := map[place]*result.Cell{}, map[string]int{}
	var seeds []string
	for {
		line, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err, bad := errors.AsType[*csv.ParseError](err); bad && errors.Is(err, csv.ErrFieldCount) {
			return f, fmt.Errorf("line %d: %s, want the %d of the heading", err.Line, result.Count(len(line), "column"), len(head))
		}
		if err != nil {
			return f, err
		}
		number, _ := r.FieldPos(0)
		cell := func(k int) string {
			if at[k] < 0 {
				return ""
			}
			return strings.TrimSpace(line[at[k]])
		}
		if cell(0) == "" || cell(1) == "" {
			return f, fmt.Errorf("line %d: no method or no data set", number)
		}
		id := cell(0) + "\x00" + cell(1) + "\x00" + cell(2)
		if before := seen[id]; before > 0 {
			return f, fmt.Errorf("line %d: %s on %s with seed %q is in line %d already; want a line for each run", number, cell(0), cell(1), cell(2), before)
		}
		seen[id] = number
		m := slices.IndexFunc(f.Methods, func(x result.Method) bool { return x.Key == cell(0) })
		if m < 0 {
			m, f.Methods = len(f.Methods), append(f.Methods, result.Method{Key: cell(0), Name: cell(0)})
		}
		row := slices.IndexFunc(f.Rows, func(x result.Scores) bool { return x.Label == cell(1) })
		if row < 0 {
			row, f.Rows = len(f.Rows), append(f.Rows, result.Scores{Label: cell(1), Set: cell(1), Family: cell(4)})
		}
		if family := f.Rows[row].Family; family != cell(4) {
			return f, fmt.Errorf("line %d: %s is of the family %q, in an earlier line of %q", number, cell(1), cell(4), family)
		}
		seeds = list.AppendUnique(seeds, cell(2))
		c := values[place{row, m}]
		if c == nil {
			c = &result.Cell{At: result.Address{Dataset: cell(1), Row: cell(1), Method: cell(0), Metric: f.Metric}, Metric: result.Metric{Lower: s.Lower}}
			c.Runs.Chance, values[place{row, m}] = math.NaN(), c
		}
		seed := slices.Index(seeds, cell(2))
		switch text := cell(3); strings.ToLower(text) {
		case "", "na", "nan", "none", "failed":
			c.Runs.Failed = append(c.Runs.Failed, seed)
		default:
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsInf(v, 0) {
				return f, fmt.Errorf("line %d: %s = %q, want a number, or nothing for a run that failed", number, f.Metric, text)
			}
			c.Runs.Values, c.Runs.Replicates = append(c.Runs.Values, v), append(c.Runs.Replicates, seed)
		}
	}
	if len(f.Methods) < 2 {
		return f, fmt.Errorf("%s, want two or more", result.Count(len(f.Methods), "method"))
	}
	if !slices.ContainsFunc(list.Upto(len(f.Rows)), func(row int) bool {
		return len(list.Filter(list.Upto(len(f.Methods)), func(m int) bool { return values[place{row, m}] != nil })) > 1
	}) {
		return f, errors.New("no data set has lines of two methods, so that nothing can be compared")
	}
	share := true
	for _, c := range values {
		share = share && !slices.ContainsFunc(c.Runs.Values, func(v float64) bool { return math.Abs(v) > 1 })
	}
	if share {
		f.Unit = result.Points
	}
	for i := range f.Rows {
		f.Rows[i].Cells = list.Map(list.Upto(len(f.Methods)), func(m int) result.Score {
			if c := values[place{i, m}]; c != nil {
				return result.Score{Cell: *c, Reported: math.NaN()}
			}
			return result.Score{Reported: math.NaN()}
		})
		judge.WithFailed(f.Rows[i].Cells)
	}
	return f, nil
}
