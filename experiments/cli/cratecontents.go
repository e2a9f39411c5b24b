package cli

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/render"
)

// contents looks whether tables and lists of runs of a paper are what its records give, and whether its specs and reported numbers are
// those that this program carries.
func (c *foreignCrate) contents(env *Env, paper string) error {
	archive, err := c.shelf.Committed(paper)
	if err == nil {
		_, err = archive.Records()
	}
	if err != nil {
		return err
	}
	yamls, err := fs.Glob(c.files, paper+"/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range yamls {
		theirs, err := fs.ReadFile(c.files, name)
		ours, missing := fs.ReadFile(experiments.Files, name)
		switch {
		case err != nil:
			return err
		case missing == nil && !bytes.Equal(theirs, ours):
			c.findings.note("%s is not the one that this program carries: its settings or reported numbers may be others", name)
		}
	}
	for _, s := range c.lib.Of(paper) {
		if err := c.table(env, s, archive); err != nil {
			return err
		}
		if err := c.runs(s, archive); err != nil {
			return err
		}
	}
	return nil
}

// table compares the means of a table with those that the records give, with the data of this machine or with what takes its place.
func (c *foreignCrate) table(env *Env, s *spec.Experiment, archive *store.Archive) error {
	name := s.Address + ".csv"
	data, err := fs.ReadFile(c.files, name)
	if err != nil || len(s.Panels) == 0 {
		return nil // no table
	}
	theirs, err := meansOf(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ours := map[string][]string{}
	for _, folder := range []string{env.Data, os.DevNull} {
		p, err := workflow.Open(c.lib, archive, workflow.Request{Addresses: []string{s.Address}, Kind: workflow.Tables, Profile: spec.DefaultProfile, Data: folder, Archive: archive})
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := render.Tables(&b, "csv", render.Options{}, p.Table(p.Plans[0])); err != nil {
			return err
		}
		means, err := meansOf(b.Bytes())
		if err != nil {
			return err
		}
		for cell, mean := range means {
			ours[cell] = append(ours[cell], mean)
		}
	}
	for cell, mean := range theirs {
		if slices.ContainsFunc(ours[cell], func(other string) bool { return closeText(mean, other) }) {
			c.findings.Cells++
			continue
		}
		c.findings.wrong("%s: %s is %s in the table, and its records give %s", name, cell, mean, cmp.Or(strings.Join(slices.Compact(ours[cell]), " or "), "nothing"))
	}
	return nil
}

// meansOf are the means of a table of CSV by address, of rows that stand for one data set.
func meansOf(data []byte) (map[string]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("no table in CSV: %w", err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	for _, name := range []string{"address", "dataset", "ours_mean"} {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("there is no column %s", name)
		}
	}
	means := map[string]string{}
	for _, row := range rows[1:] {
		if mean := row[at["ours_mean"]]; mean != "" && row[at["dataset"]] != "" {
			means[row[at["address"]]] = mean
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

// runs compares the list of runs of an experiment with its records.
func (c *foreignCrate) runs(s *spec.Experiment, archive *store.Archive) error {
	name := s.Address + "-runs.json"
	data, err := fs.ReadFile(c.files, name)
	if err != nil {
		return nil // there is none
	}
	var units []Units
	if err := json.Unmarshal(data, &units); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, u := range units {
		for _, r := range u.Runs {
			if r.Status != reports.OK {
				continue
			}
			rec, there := archive.Get(store.Ref{Key: r.Key})
			if !there || !maps.Equal(rec.Metrics, r.Metrics) || rec.Iterations != r.Iterations {
				c.findings.wrong("%s: replicate %d of %s is not as its record", name, r.Replicate, u.Address)
				continue
			}
			c.findings.Runs++
		}
	}
	return nil
}
