package cli

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page on a matrix of one's own works as it stands: its commands run one after another in a copy of its folder, print what it shows,
// and draw the pictures that it has.
func TestYourMatrixInFiveCommands(t *testing.T) {
	page, err := os.ReadFile("../../solvers/README.md")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs("../../solvers/example")
	if err != nil {
		t.Fatal(err)
	}
	there := t.TempDir()
	if err := os.CopyFS(there, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(there)
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	run := func(command string) string {
		var out, errs bytes.Buffer
		if code := Main(strings.Fields(command), strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("nmfrepro %s: exit code %d\n%s", command, code, errs.String())
		}
		return out.String()
	}
	commands := 0
	for _, block := range regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		for _, one := range strings.Split(block[1], "$ nmfrepro ")[1:] {
			command, shown, _ := strings.Cut(one, "\n")
			printed := run(command)
			commands++
			for _, line := range strings.Split(strings.TrimSpace(shown), "\n") {
				if line = strings.TrimSpace(line); !strings.Contains(printed, line) {
					t.Errorf("nmfrepro %s does not print %q, but\n%s", command, line, printed)
				}
			}
		}
	}
	if commands != 7 {
		t.Errorf("%d commands on the page, want 7: is the pattern still right?", commands)
	}
	run("factorize --solver nmf-kl --input wines.csv --transpose --normalize variance --rank 3 --starts 10 --clusters argmax --out kl -q")
	run("project --model kl --input new-wines.csv --transpose --out new-kl -q")
	if scores := run("evaluate --truth cultivars.csv --pred new-kl/labels.csv -q"); !strings.Contains(scores, `"acc":0.586206896`) || !strings.Contains(string(page), "of `nmf-kl` it is 17") {
		t.Errorf("of nmf-kl: %s", scores) // 17 of 29
	}
	for picture, drawn := range map[string]string{"plots.svg": "wines/plots.svg", "figure.svg": "figure.svg"} {
		got, err := os.ReadFile(drawn)
		if err != nil {
			t.Fatal(err)
		}
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(filepath.Join(folder, picture), got, 0o666); err != nil {
				t.Fatal(err)
			}
		} else if want, err := os.ReadFile(filepath.Join(folder, picture)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("solvers/example/%s is not what the command draws (%v): go test ./experiments/cli -run YourMatrix -update", picture, err)
		}
	}
}

// The example's wines are those of the embedded set, each once.
func TestExampleIsWine(t *testing.T) {
	embedded, err := os.ReadFile("../../datasets/sets/embedded/wine_data.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(embedded)), "\n")[1:]
	of := func(file string) map[string]string {
		data, err := os.ReadFile("../../solvers/example/" + file)
		if err != nil {
			t.Fatal(err)
		}
		lines := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
			name, rest, _ := strings.Cut(line, ",")
			lines[name] = rest
		}
		return lines
	}
	old, new, grapes := of("wines.csv"), of("new-wines.csv"), of("cultivars.csv")
	if len(old)+len(new) != len(rows) || len(grapes) != len(rows) {
		t.Fatalf("%d and %d wines, %d grapes, want %d", len(old), len(new), len(grapes), len(rows))
	}
	classes := map[string]string{"Barolo": "0", "Grignolino": "1", "Barbera": "2"}
	for i, row := range rows {
		name := fmt.Sprintf("wine %d", i+1)
		if got := cmp.Or(old[name], new[name]) + "," + classes[grapes[name]]; got != row {
			t.Errorf("%s is %s, want %s", name, got, row)
		}
	}
}
