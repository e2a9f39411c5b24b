package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/store/whole"
)

func newMan(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "write a manual page for each verb and topic into a folder",
		Hidden:  true, // for make dist
		Example: "  nmfrepro man dist/man",
		Args:    console.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return writeMan(cmd.Root(), args[0])
		},
	}
}

// writeMan writes the pages of a command and those below it.
func writeMan(cmd *cobra.Command, dir string) error {
	if cmd.Hidden {
		return nil
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	if err := whole.WriteFile(filepath.Join(dir, name+".1"), []byte(manPage(cmd, name)), 0o666, ""); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if err := writeMan(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// manPage is a page in the language of man. It has no date: the same program gives the same bytes.
func manPage(cmd *cobra.Command, name string) string {
	var out strings.Builder
	cmd.InitDefaultHelpFlag()
	fmt.Fprintf(&out, ".TH \"%s\" \"1\" \"\" \"nmfrepro\" \"nmfrepro manual\"\n", strings.ToUpper(name))
	section := func(title, text string, verbatim bool) {
		if text == "" {
			return
		}
		out.WriteString(".SH " + title + "\n")
		if verbatim {
			out.WriteString(".nf\n" + roff(text) + "\n.fi\n")
			return
		}
		out.WriteString(strings.ReplaceAll(roff(text), "\n\n", "\n.PP\n") + "\n")
	}
	out.WriteString(".SH NAME\n" + roff(name) + " \\- " + roff(cmd.Short) + "\n")
	if cmd.Runnable() {
		section("SYNOPSIS", cmd.UseLine(), false)
	}
	section("DESCRIPTION", cmd.Long, strings.Contains(cmd.Long, "\n  "))
	flags := func(title string, set *pflag.FlagSet) {
		if set.HasAvailableFlags() {
			section(title, strings.TrimRight(set.FlagUsages(), "\n"), true)
		}
	}
	flags("OPTIONS", cmd.NonInheritedFlags())
	flags("OPTIONS OF ALL VERBS", cmd.InheritedFlags())
	section("EXAMPLES", cmd.Example, true)
	var verbs []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			verbs = append(verbs, fmt.Sprintf("%s-%s(1)", name, c.Name()))
		}
	}
	if cmd.HasParent() {
		verbs = append(verbs, strings.ReplaceAll(cmd.Parent().CommandPath(), " ", "-")+"(1)")
	}
	section("SEE ALSO", strings.Join(verbs, ", "), false)
	return out.String()
}

// roff escapes what begins a request or an escape.
func roff(s string) string {
	s = strings.NewReplacer("\\", "\\e", "-", "\\-").Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = "\\&" + line
		}
	}
	return strings.Join(lines, "\n")
}
