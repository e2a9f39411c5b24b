package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/store/whole"
	"nmfrepro/experiments/workflow"
)

// CheckedOutput is standard output that remembers its first error: a full disk must not look like success.
type CheckedOutput struct {
	io.Writer
	err     error
	written bool
}

func (o *CheckedOutput) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	o.written = o.written || n > 0
	return n, err
}

// Loss is what a command ends with: its own error, and that its output was lost, which hides a mere difference.
func (o *CheckedOutput) Loss(err error) error {
	if file, ok := o.Writer.(*os.File); ok && o.written && nowhere(file) {
		o.err = errors.New("it was closed, or is /dev/null opened to read and write; to write alone, as by >/dev/null, says that it is not wanted")
	}
	if o.err == nil {
		return err
	}
	lost := fmt.Errorf("standard output is lost: %w", o.err)
	if err == nil || errors.Is(err, o.err) {
		return workflow.With(workflow.Usage, lost)
	}
	code := workflow.Usage
	if exit, ok := errors.AsType[*workflow.Error](err); ok && exit.Code != workflow.Difference {
		code = exit.Code
	}
	return workflow.Errorf(code, "%w; %w", lost, err)
}

// WriteJSON writes indented JSON.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// WriteJSONFile writes indented JSON into a file.
func WriteJSONFile(file string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}

// Write puts the output into a file, whole or not at all, or on standard output. What is there and no ordinary file, as
// /dev/null, is written to; a new file must not take its place.
func (e *Env) Write(file string, data []byte) error {
	if file == "" {
		_, err := e.Stdout.Write(data)
		return err
	}
	if dir := filepath.Dir(file); !IsDir(dir) {
		return UsageError("-o %s: there is no folder %s", file, dir)
	}
	save := func() error { return whole.WriteFile(file, data, 0o666, "") }
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		save = func() error { return os.WriteFile(file, data, 0o666) }
	}
	if err := save(); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}

// endings are those endings of file names that are not a format's own name.
var endings = map[string]string{"tex": "latex", "txt": "text", "htm": "html"}

// FormatByName sets the format to what the ending of the file's name says, unless the command names one. known is false
// for an ending that is no format.
func FormatByName(cmd *cobra.Command, format *string, file string, formats []string) (known bool) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if cmd.Flags().Changed("format") || ending == "" {
		return true
	}
	if other, ok := endings[ending]; ok {
		ending = other
	}
	if known = slices.Contains(formats, ending); known {
		*format = ending
	}
	return known
}

// IsFolder tells whether -o names a folder: one that is there, or a name with a slash at its end.
func IsFolder(path string) bool { return strings.HasSuffix(path, "/") || IsDir(path) }

// IsDir tells whether a path is that of a folder which is there.
func IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
