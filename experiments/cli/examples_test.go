package cli

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/workflow"
)

// Every example of the help is a command that its verb accepts: flags, number of arguments, and addresses that exist.
func TestHelpExamples(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() *cobra.Command {
		return newRoot(&Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard})
	}
	examples := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		if cmd.Runnable() && cmd.Example == "" && cmd.Name() != "version" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.Example) {
			words, ok := strings.CutPrefix(strings.TrimSpace(line), "nmfrepro ")
			if !ok {
				continue
			}
			examples++
			words, _, _ = strings.Cut(words, " > ")
			verb, rest, err := fresh().Find(shellWords(words))
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if verb.Name() != cmd.Name() && cmd.HasParent() && !cmd.HasSubCommands() {
				t.Errorf("%s: an example of %s in the help on %s", line, verb.CommandPath(), cmd.CommandPath())
			}
			verb.InitDefaultHelpFlag()
			if err := verb.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			args := verb.Flags().Args()
			if err := verb.ValidateArgs(args); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if err := verb.ValidateRequiredFlags(); err != nil && !verb.Flags().Changed("help") {
				t.Errorf("%s: %v", line, err)
			}
			switch {
			case strings.Contains(verb.Use, "NAME|PAPER"): // data get
				if _, _, err := workflow.SetsFor("", t.TempDir(), args, false); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			case verb.Name() == "list" && !strings.Contains(strings.Join(args, ""), "/"): // a list by its name
			case strings.Contains(verb.Use, "ADDRESS") || strings.Contains(verb.Use, "PAPER"):
				for _, a := range args {
					if _, err := lib.ParseAddress(a); err != nil {
						t.Errorf("%s: %v", line, err)
					}
				}
			}
		}
	}
	visit(fresh())
	if examples < 40 {
		t.Errorf("%d examples found, want at least 40", examples)
	}
}

// shellWords splits a command as a shell does: what stands in quotes is one word.
func shellWords(line string) (words []string) {
	for _, found := range shellWord.FindAllString(strings.TrimSpace(line), -1) {
		words = append(words, strings.NewReplacer(`"`, "", "'", "").Replace(found))
	}
	return words
}

var shellWord = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
