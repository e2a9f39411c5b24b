package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/datasets"
	"nmfrepro/datasets/files"
)

// outputs are the flags that name what a command writes.
var outputs = map[string]bool{"output": true, "out": true, "write-baseline": true, "into": true}

// guard gathers the files that the words of a command name, and refuses outputs that would overwrite one of them: every argument and value
// of a flag that is a file counts as read. What is read from elsewhere is added where it is opened.
func (e *Env) guard(cmd *cobra.Command, args []string) error {
	for _, arg := range args {
		e.reads.Add(arg)
	}
	if in, ok := e.Stdin.(*os.File); ok {
		if info, err := in.Stat(); err == nil {
			e.reads.AddFile("the standard input", info)
		}
	}
	e.reads.AddFolder(e.Specs, ".yaml", ".yml", ".gz")
	e.reads.AddFolder(e.Results, ".jsonl")
	written := e.guardFlags(cmd)
	if folder, err := datasets.Folder(e.Data); err == nil && len(written) > 0 {
		for _, file := range datasets.FilesNamed(folder, e.Specs) {
			e.reads.Add(file)
		}
	}
	over := cmd.Flags().Lookup("overwrite")
	keeps := over != nil && over.Value.String() != "true"
	for _, f := range written {
		name := f.Value.String()
		if name == standardInput {
			return usageError("--%s -: want the name of a file or folder, as ./- for one of this name; without a name texts go to "+
				"the standard output", f.Name)
		}
		if err := e.reads.Refuse(name); err != nil {
			return usageError("--%s: %w", f.Name, err)
		}
		if what := heldIn(name); keeps && f.Name != "into" && what != "" { // which is for records and papers
			return usageError("--%s %s holds %s; name another folder, or write beside them: --overwrite", f.Name, name, what)
		}
	}
	return nil
}

// guardFlags gathers the files that flags name, and returns the flags of outputs.
func (e *Env) guardFlags(cmd *cobra.Command) (written []*pflag.Flag) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if outputs[f.Name] {
			written = append(written, f)
			return
		}
		values := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		if _, word := valueOf(f).(wordChoice); !word {
			for _, value := range values {
				e.reads.Add(value)
			}
		}
	})
	return written
}

// heldIn says what of a user's work a folder holds that other commands read, "" for nothing: records of runs, or specs.
func heldIn(folder string) string {
	works := []struct{ files, what string }{
		{"*/*/*.jsonl", "records of runs"}, {"*/paper.yaml", "papers"}, {"paper.yaml", "a paper"},
	}
	for _, of := range works {
		if found, _ := filepath.Glob(filepath.Join(quoteGlob.Replace(folder), filepath.FromSlash(of.files))); len(found) > 0 {
			return of.what + ", as " + found[0]
		}
	}
	return ""
}

// quoteGlob quotes what means something in a pattern.
var quoteGlob = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)

// replaceable refuses to write files into a folder where others have put files of these names. The folder is ours if its file at holds a
// mark.
func replaceable(folder string, names []string, at, mark string, overwrite bool) error {
	if name := files.OthersIn(folder, names, at, mark); name != "" && !overwrite {
		return usageError("%s is there, and nmfrepro did not write it; name another folder, or replace it: --overwrite", name)
	}
	return nil
}
