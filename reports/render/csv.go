package render

import (
	"encoding/csv"
	"io"
	"reflect"
	"strconv"

	"nmfrepro/reports"
)

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
