package audit

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

// compare compares a file with those that specs and records give.
func (c *Crate) compare(name string, theirs []byte, ours [][]byte) error {
	same := slices.ContainsFunc(ours, func(data []byte) bool { return bytes.Equal(data, theirs) })
	switch {
	case len(ours) == 0:
		c.Findings.note("%s is no file that its specs and records give", name)
	case strings.HasSuffix(name, "-runs.json"):
		return c.runs(name, theirs, ours)
	case name == metadata:
		return c.list(theirs, ours)
	case path.Ext(name) == ".csv":
		if c.version == run.Program() && !slices.ContainsFunc(ours, func(data []byte) bool { return sameTable(theirs, data) }) {
			c.Findings.wrong("%s is not what its specs and records give", name)
		}
		return c.table(name, theirs, ours)
	case same:
	case c.version != run.Program() && (name == "site/solvers.html" || name == "site/datasets.html"): // of that program, and no results
	case c.version == run.Program() && !strings.HasPrefix(name, "site/"): // which names the machine that wrote it
		c.Findings.wrong("%s is not what its specs and records give", name)
	default:
		theirs = c.unversioned(theirs)
		foreign := slices.MinFunc(list.Map(ours, func(data []byte) []string { return beyond(numbersIn(theirs), numbersIn(data)) }),
			func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
		if len(foreign) > 0 && path.Ext(name) != ".svg" {
			c.Findings.wrong("%s says %s, which its specs and records do not give", name, foreign[0])
			return nil
		}
		if c.version == run.Program() { // of another one a note tells what is not compared
			if !slices.ContainsFunc(ours, func(data []byte) bool { return sameWords(theirs, data) }) {
				c.Findings.wrong("%s is not what its specs and records give", name)
			}
		}
	}
	return nil
}

// release is the name of a version, whose numbers are none of a result.
var release = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+[-+.0-9A-Za-z]*$`)

// unversioned returns a text with this program's version in place of that of the crate.
func (c *Crate) unversioned(text []byte) []byte {
	if !release.MatchString(c.version) {
		return text
	}
	return bytes.ReplaceAll(text, []byte(c.version), []byte(run.Program()))
}

// foreign says what is not compared of a crate that another version of the program has written, as words and drawings may differ.
func (c *Crate) foreign() {
	if there := run.Program(); c.version != there {
		c.Findings.note("the crate was written by program %s, and this is %s: of its tables the means and reported numbers are compared, "+
			"of its lists what runs left, of its pages the numbers alone; not compared are deviations, counts and notes of tables, words of "+
			"pages and of %s, drawings, and the cards of solvers and data sets", cmp.Or(c.version, "of no name"), there, metadata)
	}
}

var (
	tags     = regexp.MustCompile(`<[^>]*>`)
	writer   = regexp.MustCompile(`<dt>(Go|processor|kernel)</dt><dd>[^<]*</dd>`) // what a page says of the machine that wrote it
	decimals = regexp.MustCompile(`[-−]?\b[0-9]+\.[0-9]+\b`)
)

// numbersIn returns the decimal numbers of a page, without those of its mark-up.
func numbersIn(page []byte) []string {
	return decimals.FindAllString(string(tags.ReplaceAll(page, []byte(" "))), -1)
}

// sameWords tells whether two pages say the same, but for the machine that wrote them and for another order of summation.
func sameWords(a, b []byte) bool {
	a, b = writer.ReplaceAll(a, nil), writer.ReplaceAll(b, nil)
	return slices.EqualFunc(decimals.FindAllString(string(a), -1), decimals.FindAllString(string(b), -1), closeText) &&
		bytes.Equal(decimals.ReplaceAll(a, nil), decimals.ReplaceAll(b, nil))
}

// beyond returns the texts that others have less often.
func beyond(texts, others []string) (more []string) {
	left := list.Count(others, func(text string) string { return text })
	for _, text := range texts {
		if left[text]--; left[text] < 0 {
			more = append(more, text)
		}
	}
	return more
}

// table compares reported numbers and means of a table with those that specs and records give.
func (c *Crate) table(name string, data []byte, made [][]byte) error {
	theirs, err := cellsOf(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ours := map[string][][2]string{}
	for _, data := range made {
		cells, err := cellsOf(data)
		if err != nil {
			return err
		}
		for at, cell := range cells {
			ours[at] = append(ours[at], cell)
		}
	}
	for i, what := range []string{"its records give", "paper.yaml reports"} {
		for at, cell := range theirs {
			known := list.Map(ours[at], func(other [2]string) string { return other[i] })
			if slices.ContainsFunc(known, func(other string) bool { return closeText(cell[i], other) }) {
				c.Findings.Cells += 1 - i
				continue
			}
			c.Findings.wrong("%s: %s is %s in the table, and %s %s", name, at, cell[i], what,
				cmp.Or(strings.Join(slices.Compact(known), " or "), "nothing"))
		}
	}
	for at := range ours {
		if _, there := theirs[at]; !there {
			c.Findings.wrong("%s: %s is not in the table, and its records give it", name, at)
		}
	}
	return nil
}

// sameTable tells whether two tables in CSV say the same, but for another order of summation.
func sameTable(a, b []byte) bool {
	x, err := csv.NewReader(bytes.NewReader(a)).ReadAll()
	y, err2 := csv.NewReader(bytes.NewReader(b)).ReadAll()
	return err == nil && err2 == nil && slices.EqualFunc(x, y, func(row, other []string) bool {
		return slices.EqualFunc(row, other, closeText)
	})
}

// cellsOf returns means and reported numbers of a table of CSV by address, of rows that stand for one data set.
func cellsOf(data []byte) (map[string][2]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("no table in CSV: %w", err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	for _, name := range []string{"address", "dataset", "ours_mean", "published"} {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("there is no column %s", name)
		}
	}
	means := map[string][2]string{}
	for _, row := range rows[1:] {
		if mean := row[at["ours_mean"]]; mean != "" && row[at["dataset"]] != "" {
			means[row[at["address"]]] = [2]string{mean, row[at["published"]]}
		}
	}
	return means, nil
}

// closeText tells whether two texts are the same number, but for another order of summation.
func closeText(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return a == b || err == nil && err2 == nil && math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y))
}

// runs compares a list of runs with the one that specs and records give, but for times, machines and commands.
func (c *Crate) runs(name string, data []byte, made [][]byte) error {
	theirs, err := runsIn(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ours := map[string]string{}
	for _, data := range made {
		all, err := runsIn(data)
		if err != nil {
			return err
		}
		maps.Copy(ours, all)
	}
	for at := range ours {
		if _, there := theirs[at]; !there {
			c.Findings.wrong("%s: %s is not in the list, and its records give it", name, at)
		}
	}
	for at, one := range theirs {
		if ours[at] != one {
			c.Findings.wrong("%s: %s is not as its record", name, at)
			continue
		}
		c.Findings.Runs++
	}
	return nil
}

// runsIn returns the runs of a list that ended, by replicate, address and key, with what they left.
func runsIn(data []byte) (map[string]string, error) {
	var runs []workflow.Behind
	if err := json.Unmarshal(data, &runs); err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, u := range runs {
		for _, r := range u.Runs {
			if r.Status != result.Pending {
				left := []any{u.Run, r.Status, r.Reason, r.Metrics, r.Iterations, r.Stopped}
				all[fmt.Sprintf("replicate %d of %s, key %s,", r.Replicate, u.Address, r.Key)] = store.Canonical(left)
			}
		}
	}
	return all, nil
}
