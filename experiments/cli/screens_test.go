package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// screenCommands are the commands that answer on one screen, of every paper and every table of the folders.
func screenCommands(t *testing.T) (all [][]string) {
	t.Helper()
	for _, folder := range []string{"../../experiments", "../../replications"} {
		papers, err := filepath.Glob(folder + "/*/paper.yaml")
		if err != nil || len(papers) < 5 {
			t.Fatalf("%s: %d papers, %v", folder, len(papers), err)
		}
		flags := []string{"--cached"}
		if strings.HasSuffix(folder, "replications") {
			flags = append(flags, "--specs", folder)
		}
		for _, paper := range papers {
			key := filepath.Base(filepath.Dir(paper))
			for _, command := range []string{"verify", "explain", "verify claims"} {
				all = append(all, slices.Concat(strings.Fields(command), []string{key}, flags))
			}
			all = append(all, slices.Concat([]string{"verify", "errata", key}, flags[1:]))
			tables, err := filepath.Glob(filepath.Dir(paper) + "/*.yaml")
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range tables {
				text, err := os.ReadFile(table)
				if err != nil {
					t.Fatal(err)
				}
				if filepath.Base(table) == "paper.yaml" || !strings.Contains(string(text), "\npanels:") {
					continue
				}
				address := key + "/" + strings.TrimSuffix(filepath.Base(table), ".yaml")
				for _, command := range []string{"verify", "table", "explain"} {
					all = append(all, slices.Concat([]string{command, address}, flags))
				}
			}
		}
	}
	scores := "method,dataset,seed,score\n" // of 20 methods
	for i := range 20 * 12 * 3 {
		scores += fmt.Sprintf("method-number-%d,data set %d,%d,%.3f\n", i%20, i/20%12, i/240, 0.5+0.01*float64(i%20)+0.02*float64(i*7%5))
	}
	file := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(file, []byte(scores), 0o666); err != nil {
		t.Fatal(err)
	}
	all = append(all, []string{"compare", "--scores", file})
	for _, command := range []string{"compare rpr", "compare lead rpr", "compare lead mcnmf", "compare lead ornmf", "compare alternatives rpr", "compare orders neutral", "compare pnmf/generalisation",
		"compare lead pnmf/table3", "compare alternatives pnmf/table3"} {
		all = append(all, append(strings.Fields(command), "--cached"))
	}
	return all
}

// rareWords change what is concluded, and stand in at most one line of a screen beside what paper.yaml says.
var rareWords = []string{"reading", "fitted", "honest", "draw", "replicate", "alternative", "profile"}

// Every command answers on one screen, whatever the paper or table: at most 40 lines of 110 columns, or of those of $COLUMNS; a zero has no
// minus; and rare words stand in one line.
func TestScreens(t *testing.T) {
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	commands := screenCommands(t)
	if len(commands) < 100 {
		t.Fatalf("%d commands, want those of all papers", len(commands))
	}
	list.Parallel(len(commands), func(i int) {
		var out, errs bytes.Buffer
		Main(commands[i], strings.NewReader(""), &out, &errs)
		name := strings.Join(commands[i], " ")
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) > term.ScreenLines || out.Len() == 0 {
			t.Errorf("nmfrepro %s: %d lines\n%s", name, len(lines), errs.String())
		}
		for _, line := range lines {
			if term.Width(line) > term.ScreenWidth {
				t.Errorf("nmfrepro %s: a line of %d columns: %s", name, term.Width(line), line)
			}
			if minusZero.MatchString(line) {
				t.Errorf("nmfrepro %s: zero with a minus: %s", name, line)
			}
		}
		for _, word := range rareWords {
			said := list.Filter(lines, func(line string) bool {
				return strings.Contains(line, " "+word) && ours(line) && !strings.HasPrefix(line, "Deviation: ")
			})
			if len(said) > 1 {
				t.Errorf("nmfrepro %s: %q stands in %d lines:\n%s", name, word, len(said), strings.Join(said, "\n"))
			}
		}
	})
}

var minusZero = regexp.MustCompile(`(^|[ (])-0(\.0+)?($|[ ,;)±%])`)

// ours tells whether a line is in words of the program, and not of a point, claim, cause, setting or footnote.
func ours(line string) bool {
	if strings.Contains(line, "  reading  ") { // a setting
		return false
	}
	for _, begin := range []string{"✓", "✗", "?", "·", "→", "  ", "- ", "[", "error", "doubt", "note"} {
		if strings.HasPrefix(line, begin) {
			return false
		}
	}
	return !regexp.MustCompile(`^ +[0-9]+ +[0-9]+ `).MatchString(line)
}

// On a narrow terminal a screen is as wide as that.
func TestScreenWidths(t *testing.T) {
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	for _, width := range []string{"60", "80", "160"} {
		t.Setenv("COLUMNS", width)
		limit := map[string]int{"60": 60, "80": 80, "160": 160}[width]
		for _, command := range []string{"verify pnmf", "verify pnmf/table3", "table pnmf/table3", "explain pnmf/table3", "verify claims pnmf", "verify errata pnmf"} {
			args := strings.Fields(command)
			if args[1] != "errata" {
				args = append(args, "--cached")
			}
			var out, errs bytes.Buffer
			Main(args, strings.NewReader(""), &out, &errs)
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			wide := list.Filter(lines, func(line string) bool { // an address is never broken
				return term.Width(line) > limit && strings.Contains(strings.TrimSpace(line), " ")
			})
			if len(lines) > term.ScreenLines || len(wide) > 0 {
				t.Errorf("nmfrepro %s on %s columns: %d lines, too wide %q", command, width, len(lines), wide)
			}
		}
	}
}

// With -v nothing is left out: each cell, row, panel, lead and what it hangs on, each cause and claim and finding of arithmetic.
func TestVerbose(t *testing.T) {
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	run := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		Main(args, strings.NewReader(""), &out, &errs)
		if out.Len() == 0 {
			t.Fatalf("nmfrepro %s: %s", strings.Join(args, " "), errs.String())
		}
		return out.String()
	}
	has := func(what, text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q", what, part)
			}
		}
	}
	for _, paper := range []string{"pnmf", "mcnmf"} {
		text := run("verify", paper, "--cached", "-v")
		var data struct {
			Cells []struct{ Address, Verdict, Reason string }
			Rows  []struct{ Name, Metric, Measure string }
			Leads []struct {
				RivalName string `json:"rival"`
				Best      bool   `json:"best_rival"`
				Metric    string
				Readings  *result.Robustness
			}
			Findings map[string]result.Finding
		}
		if err := json.Unmarshal([]byte(run("verify", paper, "--cached", "--format", "json")), &data); err != nil {
			t.Fatal(err)
		}
		if len(data.Cells) < 50 || len(data.Rows) < 10 || len(data.Leads) < 5 {
			t.Fatalf("%s: %d cells, %d rows, %d leads", paper, len(data.Cells), len(data.Rows), len(data.Leads))
		}
		for _, c := range data.Cells {
			_, within, _ := strings.Cut(c.Address, ":")
			has("verify "+paper+" -v", text, c.Verdict, within)
			if c.Verdict == result.KindDiffers {
				has("verify "+paper+" -v", text, c.Reason)
			}
		}
		for _, r := range data.Rows {
			has("verify "+paper+" -v", text, r.Name, result.Conclusion{Subject: result.Subject{Metric: r.Metric, Measure: r.Measure}}.MetricText())
		}
		for _, l := range data.Leads {
			if l.Readings != nil && l.Best {
				for _, h := range l.Readings.Hangs() {
					has("verify "+paper+" -v", text, h.Value)
				}
			}
		}
		has("verify "+paper+" -v", text, "Rows and panels: mean of ours - reported", "Leads of ", "What the conclusions hang on",
			"lie beyond their 95 % interval", "reported orders of two methods in a row", "Of ")
		for _, p := range data.Findings[paper].Points {
			has("verify "+paper+" -v", text, p.Says, p.Claim, p.Readings, reports.PointNumbers(p))
		}
		var claims struct{ Claims []result.Claim }
		if err := json.Unmarshal([]byte(run("verify", "claims", paper, "--cached", "--format", "json")), &claims); err != nil {
			t.Fatal(err)
		}
		text = run("verify", "claims", paper, "--cached", "-v")
		for _, c := range claims.Claims {
			has("verify claims "+paper+" -v", text, c.Key, c.Says, c.Own.Detail, c.Ours.Detail)
		}
		var found []struct{ Place, What, Why string }
		if err := json.Unmarshal([]byte(run("verify", "errata", paper, "--format", "json")), &found); err != nil || len(found) == 0 {
			t.Fatal(len(found), err)
		}
		text = run("verify", "errata", paper, "-v")
		for _, f := range found {
			has("verify errata "+paper+" -v", text, f.Place, f.What, f.Why)
		}
	}
	text := run("table", "pnmf/table3", "--cached", "-v")
	has("table -v", text, "(a) Purity", "(b) Entropy", "CNMF by W", "Rows and panels: mean of ours - reported", "Leads of ", "What the conclusions hang on",
		"Deviation: ONMF on orl", "Data: iris")
	text = run("explain", "pnmf/table3", "--cached", "-v")
	has("explain -v", text, "The largest differences, in tolerances", "Under other settings", "Ours:", "Notes:", "Claims that rest on it:",
		"Where it comes from:", "Settings:", "The same again:", "scaling: samples of unit length")
}
