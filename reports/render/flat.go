package render

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// flat is a cell as scripts read it: the fields of CSV and JSON, in this order. Names and order are a promise.
type flat struct {
	Address       string       `json:"address"`
	Paper         string       `json:"paper"`
	Table         string       `json:"table"`
	Row           string       `json:"row"`
	Dataset       string       `json:"dataset"`
	Rank          int          `json:"rank"`
	Method        string       `json:"method"`
	Measure       string       `json:"measure"`
	Metric        string       `json:"metric"`
	OursMean      result.Known `json:"ours_mean"` // null if there is none
	OursSD        result.Known `json:"ours_sd"`   // null for fewer than two replicates
	N             int          `json:"n"`
	Reported      string       `json:"reported"` // as reported
	ReportedSD    string       `json:"reported_sd"`
	ReportedBold  bool         `json:"reported_bold"`
	Status        string       `json:"status"`
	Substitute    string       `json:"substitute"`
	Note          string       `json:"note"`
	Tuned         string       `json:"tuned"`          // the point of its grid that was chosen; empty of a method that is not tuned
	HonestMean    result.Known `json:"honest_mean"`    // chosen on one half of the replicates and scored on the other, both ways; null without
	SelectionBias result.Known `json:"selection_bias"` // ours_mean - honest_mean, with an interval of 95 %
	SelectionLow  result.Known `json:"selection_low"`
	SelectionHigh result.Known `json:"selection_high"`
	On            string       `json:"on"`       // for which rows that interval speaks; empty without one
	Label         string       `json:"label"`    // of the row, as tables show it
	AtLimit       int          `json:"at_limit"` // of the n runs, those that ended at the limit on iterations although a tolerance was set
}

// flatten lists the cells of all tables.
func flatten(ms []model) []flat {
	cells := []flat{}
	for _, m := range ms {
		for _, c := range m.cells() {
			one := flat{
				Address: c.Address, Paper: m.Paper, Table: m.Key, Row: c.Cell.At.Row, Dataset: c.Cell.At.Dataset, Rank: c.Cell.At.Rank,
				Method: c.Cell.At.Method, Measure: c.Cell.At.Measure, Metric: c.Cell.At.Metric,
				OursMean: result.Known(c.Mean()), OursSD: result.Known(c.SD()), N: len(c.Cell.Runs.Values),
				Reported: c.Reported.Value, ReportedSD: c.Reported.SD, ReportedBold: c.Reported.Bold,
				Status: string(c.Cell.State.Status), Substitute: c.Cell.State.Substitute, Note: c.Cell.State.Note,
				Label: c.Cell.At.RowTitle(), AtLimit: c.Cell.Runs.AtLimit,
				HonestMean: result.Known(math.NaN()), SelectionBias: result.Known(math.NaN()), SelectionLow: result.Known(
					math.NaN()),
				SelectionHigh: result.Known(math.NaN()),
			}
			if c.Cell.Runs.Tuned != nil {
				one.Tuned = c.Cell.Runs.Tuned.Choice()
			}
			if s := c.Verdict.Selection; s != nil {
				of := func(v float64) result.Known { return result.Known(c.Cell.Metric.Scale.Of(v)) }
				one.HonestMean, one.SelectionBias, one.SelectionLow, one.SelectionHigh = of(s.Honest), of(s.Bias), of(s.Low), of(s.High)
				one.On = result.OnTheseRows
			}
			cells = append(cells, one)
		}
	}
	return cells
}

// writeJSON writes an array with one object a cell.
func writeJSON(out *strings.Builder, ms []model, _ Options) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(flatten(ms))
}

// writeCSV writes a header and one row a cell; what JSON calls null is empty here.
func writeCSV(out *strings.Builder, ms []model, _ Options) error {
	fields := list.Filter(reflect.VisibleFields(reflect.TypeFor[flat]()), func(f reflect.StructField) bool { return !f.Anonymous })
	header := list.Map(fields, func(f reflect.StructField) string { return f.Tag.Get("json") })
	lines := [][]string{header}
	for _, c := range flatten(ms) {
		var line []string
		for _, f := range fields {
			v := reflect.ValueOf(c).FieldByIndex(f.Index)
			if number, ok := v.Interface().(result.Known); ok {
				line = append(line, number.Exact())
			} else {
				line = append(line, fmt.Sprint(v.Interface()))
			}
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(out).WriteAll(lines)
}
