package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
)

// printed runs a command and returns what it says on standard output, with its exit code.
func printed(args ...string) (string, int) {
	var out, errs bytes.Buffer
	code := Main(args, strings.NewReader(""), &out, &errs)
	return out.String(), code
}

// read runs a command with JSON as its format.
func read(t *testing.T, into any, args ...string) {
	t.Helper()
	text, _ := printed(append(args, "--cached", "--format", "json")...)
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("nmfrepro %s: %v", strings.Join(args, " "), err)
	}
}

// Two commands that are asked the same say the same, of every paper: by how much the own method leads, and what another setting does to a
// number.
func TestAnswersAgree(t *testing.T) {
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	leads, numbers := 0, 0
	for _, paper := range []string{"pnmf", "rpr", "mcnmf", "ornmf", "dsp"} {
		type lead struct {
			Table, Metric, Measure, Method, Rival string
			Dataset                               string
			Best, BestRival                       bool
			Reported, Ours, Low, High             float64
			OursLow                               float64 `json:"ours_low"`
			OursHigh                              float64 `json:"ours_high"`
		}
		var verified struct{ Leads []lead }
		var made struct{ Tables []struct{ Leads []lead } }
		read(t, &verified, "verify", paper)
		read(t, &made, "compare", "lead", paper)
		all := list.FlatMap(made.Tables, func(x struct{ Leads []lead }) []lead { return x.Leads })
		for _, l := range verified.Leads {
			same := list.Filter(all, func(o lead) bool {
				return o.Dataset == "" && o.Table == l.Table && o.Metric == l.Metric && o.Measure == l.Measure && o.Method == l.Method && l.Rival == o.Rival
			})
			if len(same) != 1 {
				continue
			}
			leads++
			if o := same[0]; o.Ours != l.Ours || o.Reported != l.Reported || o.Low != l.OursLow || o.High != l.OursHigh {
				t.Errorf("%s: verify has %+v, compare lead %+v", paper, l, o)
			}
		}
		var explained struct {
			Alternatives []struct {
				Address, Choice, Value string
				Difference, Low, High  *float64
			}
		}
		var moved []struct {
			Address, Alternative  string
			Difference, Low, High *float64
		}
		read(t, &explained, "explain", paper)
		read(t, &moved, "compare", "alternatives", paper)
		by := list.ByKey(moved, func(m struct {
			Address, Alternative  string
			Difference, Low, High *float64
		}) string {
			return m.Address + " " + m.Alternative
		})
		for _, a := range explained.Alternatives {
			m, there := by[a.Address+" "+a.Value]
			if !there { // an average
				continue
			}
			numbers++
			is := func(x, y *float64) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
			if !is(a.Difference, m.Difference) || !is(a.Low, m.Low) || !is(a.High, m.High) {
				t.Errorf("%s under %s: explain and compare alternatives differ", a.Address, a.Value)
			}
		}
	}
	if leads < 50 || numbers < 1000 {
		t.Errorf("%d leads and %d numbers were compared", leads, numbers)
	}
}

var (
	explainedSetting = regexp.MustCompile(`(?m)^ +([0-9]+) +([0-9]+) +([0-9]+) +([-+.0-9]+) `)
	otherSetting     = regexp.MustCompile(`(?m) ([0-9]+)/([0-9]+)/([0-9]+) +([-+.0-9]+) `)
	farthestNumber   = regexp.MustCompile(`Farthest: (\S+),`)
)

// Screens that are asked the same have the same counts, and name the same number as the worst.
func TestScreensAgree(t *testing.T) {
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	settings := 0
	for _, table := range []string{"pnmf/table3", "mcnmf/table1", "rpr/table2", "ornmf/table1", "dsp/table3"} {
		why, _ := printed("explain", table, "--cached")
		other, _ := printed("compare", "alternatives", table, "--cached")
		var all []string
		for _, m := range otherSetting.FindAllStringSubmatch(other, -1) {
			var near, far, stay int
			fmt.Sscan(strings.Join(m[1:4], " "), &near, &far, &stay)
			all = append(all, fmt.Sprintf("%d nearer, %d farther of %d, %s", near, far, near+far+stay, m[4]))
		}
		for _, m := range explainedSetting.FindAllStringSubmatch(why, -1) {
			settings++
			if says := fmt.Sprintf("%s nearer, %s farther of %s, %s", m[1], m[2], m[3], m[4]); !slices.Contains(all, says) {
				t.Errorf("%s: explain has a setting with %s, compare alternatives has\n%s", table, says, strings.Join(all, "\n"))
			}
		}
		paper, _, _ := strings.Cut(table, "/")
		of, _ := printed("verify", paper, "--cached")
		whole, _ := printed("explain", paper, "--cached")
		worst := farthestNumber.FindStringSubmatch(of)
		if worst == nil {
			t.Errorf("verify %s names no number as the farthest", paper)
			continue
		}
		in, _, _ := strings.Cut(worst[1], ":")
		one, _ := printed("verify", in, "--cached")
		for name, text := range map[string]string{"explain " + paper: whole, "verify " + in: one} {
			other := farthestNumber.FindStringSubmatch(text)
			if other == nil && in == "pnmf/table5" { // six numbers, all of which are listed
				continue
			}
			if other == nil || other[1] != worst[1] {
				t.Errorf("verify %s has %s as the farthest, %s %v", paper, worst[1], name, other)
			}
		}
	}
	if settings < 20 {
		t.Errorf("%d settings were compared", settings)
	}
}

// Every command that a screen prints can be pasted: a shell reads it as words that this program understands.
func TestPrintedCommandsPaste(t *testing.T) {
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	commands := map[string]bool{}
	for _, command := range []string{"verify mcnmf", "explain mcnmf/table1:dataset=coil20,method=nmf|gnmf,metric=acc", "table pnmf", "table pnmf/table3", "compare pnmf/table3",
		"compare lead mcnmf/table1 -v", "compare lead pnmf", "compare alternatives mcnmf/table1", "verify gnmf --specs ../../replications", "table gnmf/table3 --specs ../../replications",
		"explain gnmf/table3 --specs ../../replications", "compare gnmf/table3 --specs ../../replications", "compare lead gnmf/table3 --specs ../../replications"} {
		text, _ := printed(append(strings.Fields(command), "--cached")...)
		text = strings.ReplaceAll(text, "\\\n", " ")
		for _, m := range regexp.MustCompile(`(?m)(?:^|: |  )(nmfrepro .*?)(?:   |$)`).FindAllStringSubmatch(text, -1) {
			commands[m[1]] = true
		}
	}
	if len(commands) < 20 {
		t.Fatalf("%d commands, want 20 or more", len(commands))
	}
	for command := range commands {
		words, err := exec.Command("sh", "-c", "nmfrepro() { printf '%s\\n' \"$@\"; }; "+command).Output()
		if err != nil {
			t.Errorf("a shell does not read %s: %v", command, err)
			continue
		}
		args := strings.Split(strings.TrimSpace(string(words)), "\n")
		args = slices.DeleteFunc(args, func(arg string) bool { return arg == "--no-cached" }) // nothing is computed here
		if args[0] == "data" || strings.Contains(command, "METHOD") {
			continue
		}
		if args[0] == "run" {
			args = append(args, "--dry-run")
		} else if !slices.Contains(args, "--cached") {
			args = append(args, "--cached")
		}
		if _, code := printed(args...); code == 2 {
			t.Errorf("%s is not understood", command)
		}
	}
}
