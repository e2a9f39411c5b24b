package render

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"nmfrepro/reports"
)

// flat is a cell as scripts read it: the fields of CSV and JSON, in this order. Names and order are a promise.
type flat struct {
	Address       string        `json:"address"`
	Paper         string        `json:"paper"`
	Table         string        `json:"table"`
	Row           string        `json:"row"`
	Dataset       string        `json:"dataset"`
	Rank          int           `json:"rank"`
	Method        string        `json:"method"`
	Measure       string        `json:"measure"`
	Metric        string        `json:"metric"`
	OursMean      reports.Known `json:"ours_mean"` // null if there is none
	OursSD        reports.Known `json:"ours_sd"`   // null for fewer than two replicates
	N             int           `json:"n"`
	Published     string        `json:"published"` // as printed
	PublishedSD   string        `json:"published_sd"`
	PublishedBold bool          `json:"published_bold"`
	Status        string        `json:"status"`
	StandIn       string        `json:"standin"`
	Note          string        `json:"note"`
}

// flatten lists the cells of all tables.
func flatten(ms []model) []flat {
	cells := []flat{}
	for _, m := range ms {
		for _, c := range m.cells() {
			cells = append(cells, flat{
				Address: c.Address, Paper: m.Paper, Table: m.Key, Row: c.Row, Dataset: c.Dataset, Rank: c.Rank,
				Method: c.Method, Measure: c.Measure, Metric: c.Metric,
				OursMean: reports.Known(c.mean), OursSD: reports.Known(c.sd), N: len(c.Values),
				Published: c.Published.Value, PublishedSD: c.Published.SD, PublishedBold: c.Published.Bold,
				Status: string(c.Status), StandIn: c.StandIn, Note: c.Note,
			})
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
	t := reflect.TypeFor[flat]()
	header := make([]string, t.NumField())
	for i := range header {
		header[i] = t.Field(i).Tag.Get("json")
	}
	lines := [][]string{header}
	for _, c := range flatten(ms) {
		var line []string
		for _, v := range reflect.ValueOf(c).Fields() {
			line = append(line, csvField(v.Interface()))
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(out).WriteAll(lines)
}

func csvField(v any) string {
	if number, ok := v.(reports.Known); ok {
		return number.Exact()
	}
	return fmt.Sprint(v)
}
