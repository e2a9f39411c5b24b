package look

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/judge/errata/sheet"
	"nmfrepro/experiments/published/printed"
)

// BindReading is the flags that say how a printed table is read.
func BindReading(cmd *cobra.Command, r *sheet.Reading) {
	f := cmd.Flags()
	f.StringVar(&r.From, "from", "", "format of the file: "+strings.Join(printed.Formats, ", ")+" (default by its name, else by what it holds)")
	console.ChoiceFlag(cmd, &r.Turn, "turn", "auto", "make rows columns: yes, no, or auto where methods stand in rows", []string{"auto", "yes", "no"})
	f.IntVar(&r.Labels, "label-columns", 0, "columns of labels on the left (default: found out)")
}

// ReadTables reads the tables of a file, or of standard input for -.
func ReadTables(env *console.Env, how sheet.Reading, file string) ([]printed.Table, error) {
	data, err := ReadInput(env, file)
	if err != nil {
		return nil, err
	}
	all, err := how.Tables(file, data)
	if err != nil {
		return nil, console.UsageError("%w", err)
	}
	return all, nil
}

// ReadInput reads a file, or standard input if it is named -.
func ReadInput(env *console.Env, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(env.Stdin)
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, console.UsageError("%w", err)
	}
	return data, err
}
