package render

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"reflect"
	"strconv"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
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
			s := c.src
			cells = append(cells, flat{
				Address: s.Address, Paper: m.paper, Table: m.key, Row: s.Row, Dataset: s.Dataset, Rank: s.Rank,
				Method: s.Method, Measure: s.Measure, Metric: s.Metric,
				OursMean: reports.Known(c.mean), OursSD: reports.Known(c.sd), N: c.n,
				Published: s.Published.Value, PublishedSD: s.Published.SD, PublishedBold: s.Published.Bold,
				Status: string(s.Status), StandIn: term.OneLine(s.StandIn), Note: term.OneLine(s.Note),
			})
		}
	}
	return cells
}

// writeJSON writes an array with one object a cell.
func writeJSON(w io.Writer, ms []model, _ Options) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(flatten(ms))
}

// writeCSV writes a header and one row a cell; what JSON calls null is empty here.
func writeCSV(w io.Writer, ms []model, _ Options) error {
	out := csv.NewWriter(w)
	t := reflect.TypeFor[flat]()
	line := make([]string, t.NumField())
	for i := range line {
		line[i] = t.Field(i).Tag.Get("json")
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for _, c := range flatten(ms) {
		v := reflect.ValueOf(c)
		for i := range line {
			line[i] = csvField(v.Field(i).Interface())
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvField(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case bool:
		return strconv.FormatBool(v)
	case reports.Known:
		return v.Exact()
	}
	return ""
}
