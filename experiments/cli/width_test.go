package cli

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWidth walks the verbs on the committed results: no line is wider than the terminal where it could be broken.
func TestWidth(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	narrow := []string{ // which cost most, and have the longest lines that can be folded
		"table rpr/table2", "verify mcnmf --cached", "verify rpr/table2 --cached -v", "explain pnmf/table3:dataset=iris,method=pnmf --cached -v",
		"verify claims rpr --cached", "compare ornmf/table2 --cached", "compare alternatives pnmf/table3 --cached",
	}
	commands := []string{
		"table pnmf/table5 --cached", "verify pnmf/table5 --cached -v", "verify errata ornmf", "run --dry-run mcnmf/table1", "list", "list metrics",
		"data list", "version", "help", "help verdicts", "help profiles", "help exit-codes", "data list orl", "data list --verify",
	}
	for _, verb := range newRoot(&Env{}).Commands() {
		if verb.IsAvailableCommand() {
			commands = append(commands, verb.Name()+" --help")
		}
	}
	for _, limit := range []string{"80", "140"} {
		t.Setenv("COLUMNS", limit)
		columns := map[string]int{"80": 80, "140": 140}[limit]
		these := commands
		if columns == 80 {
			these = append(narrow, commands...)
		}
		for _, command := range these {
			var out, errs strings.Builder
			Main(strings.Fields(command), strings.NewReader(""), &out, &errs)
			if out.Len()+errs.Len() == 0 {
				t.Errorf("%s: says nothing", command)
			}
			for line := range strings.Lines(out.String() + errs.String()) {
				if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > columns && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("%s at %s columns: %q", command, limit, line)
				}
			}
		}
	}
}
