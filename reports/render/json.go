package render

import (
	"encoding/json"
	"io"
)

// writeJSON writes an array with one object a cell.
func writeJSON(w io.Writer, ms []model, _ Options) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(flatten(ms))
}
