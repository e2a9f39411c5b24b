package files

import (
	"encoding/json"
	"os"
)

// Indented writes a value as indented JSON, which ends with a line.
func Indented(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	return append(data, '\n'), err
}

// WriteJSON writes indented JSON into a file.
func WriteJSON(file string, v any) error {
	data, err := Indented(v)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}
