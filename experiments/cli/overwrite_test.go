package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers"
	"nmfrepro/solvers/own"
)

// foreign are names that a user may have given to files of theirs, some of which results have.
var foreign = []string{
	"W.csv", "H.csv", "W.npy", "H.npy", "Basis.csv", "Basis.npy", "Embedding.csv", "Embedding.npy", "usages.csv", "usages.npy", "labels.csv",
	"components.csv", "components-wide.csv", "trace.csv", "run.json", "preparation.csv", "plots.svg", "plots.png", "plots.pdf", "consensus.svg",
	"consensus.png", "consensus.pdf", "scores.csv", "scores.npy", "spectra.csv", "spectra.npy", "pooled.csv", "ranks.csv", "W-all-features.csv",
	"W-all-features.npy", "component-1.rnk", "component-2.rnk", "component-9.rnk", "residuals.csv", "X.csv", "data.csv", "run.json.bak",
	"thesis.tex", "index.html", "summary.md", ".hidden",
}

// inputs is a folder with what commands read.
func inputs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("NMFREPRO_DATA", filepath.Join(dir, "data"))
	t.Chdir(dir)
	for name, text := range map[string]string{
		"X.csv": "1,2,3,4\n2,1,4,3\n5,6,1,1\n", "y.csv": "1\n1\n2\n2\n", "M.csv": "1,1,1,1\n1,1,1,0\n1,1,1,1\n", "W0.csv": "1,2\n3,1\n1,1\n",
		"H0.csv": "1,2,3,1\n2,1,1,2\n", "G.csv": "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n", "T.csv": "1,2,3\n", "t.csv": "data,A,B\niris,1.0,2.0\nwine,2.0,3.0\n",
		"own/mine/t.yaml": "title: no spec\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// called runs a command line.
func called(command string) (code int, stderr string) {
	var log bytes.Buffer
	code = Main(strings.Fields(command), strings.NewReader(""), &bytes.Buffer{}, &log)
	return code, log.String()
}

// A file that lies in --out is as it was after any command, unless a run.json there says that it is a result; a name that would be written
// is refused.
func TestFilesOfOthers(t *testing.T) {
	inputs(t)
	if code, log := called("factorize --solver nmf --rank 2 --iterations 3 --input X.csv --out model"); code != 0 {
		t.Fatal(log)
	}
	for _, command := range []string{
		"factorize --solver nmf --rank 2 --iterations 3 --input X.csv",
		"factorize --solver nmf --rank 2 --iterations 3 --input X.csv --format npy --clusters argmax --plots --rnk --normalize variance --labels y.csv",
		"factorize --solver lle --rank 1 --input X.csv --set neighbours=2", "factorize --solver kernel-kmeans --rank 2 --input X.csv",
		"project --model model --input X.csv", "rank X.csv --ranks 1 --solvers nmf --starts 2 --folds 2 --iterations 3",
		"consensus X.csv --rank 1 --starts 3 --iterations 3",
	} {
		beside := func(names ...string) {
			t.Helper()
			if err := os.RemoveAll("out"); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll("out", 0o777); err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				if err := os.WriteFile(filepath.Join("out", name), []byte("mine\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		// refusedOf are those of the names that a refusal tells of, none if there is none.
		refusedOf := func(names ...string) []string {
			t.Helper()
			beside(names...)
			code, log := called(command + " --out out")
			for _, name := range names {
				if text, _ := os.ReadFile(filepath.Join("out", name)); string(text) != "mine\n" {
					t.Fatalf("%s: %s is lost", command, name)
				}
			}
			if code == 0 {
				return nil
			}
			told := list.Filter(names, func(name string) bool { return strings.Contains(log, name) })
			entries, _ := os.ReadDir("out")
			if code != int(workflow.Usage) || !strings.Contains(log, "--overwrite") || len(entries) != len(names) || len(told) == 0 {
				t.Fatalf("%s beside %s: exit %d, %d files, %s", command, names, code, len(entries), log)
			}
			return told
		}
		// A refusal costs little and a run much: names that are refused are tried one at a time, the others lie there together.
		others, refused := foreign, []string(nil)
		for told := refusedOf(others...); len(told) > 0; told = refusedOf(others...) {
			refused = append(refused, told...)
			others = list.Filter(others, func(name string) bool { return !slices.Contains(told, name) })
		}
		if len(refused) < 2 {
			t.Errorf("%s refuses %s alone", command, refused)
		}
		if code, log := called(command + " --out out"); code != 0 { // the same again is a result in the place of a result
			t.Errorf("%s again: exit %d, %s", command, code, log)
		}
		for _, name := range refused {
			if len(refusedOf(name)) == 0 {
				t.Errorf("%s is refused beside others, and alone it is not", name)
			}
		}
		beside(refused...)
		if code, log := called(command + " --out out --overwrite"); code != 0 {
			t.Errorf("%s --overwrite: exit %d, %s", command, code, log)
		}
		if err := os.RemoveAll("out"); err != nil {
			t.Fatal(err)
		}
	}
}

// A result that the user has changed since is theirs, and one of another kind goes.
func TestResultsReplaced(t *testing.T) {
	inputs(t)
	run := func(want int, command string) {
		t.Helper()
		if code, log := called(command); code != want {
			t.Fatalf("%s: exit %d, %s", command, code, log)
		}
	}
	run(0, "factorize --solver nmf --rank 2 --iterations 3 --input X.csv --out out --clusters argmax")
	run(0, "factorize --solver nmf --rank 2 --iterations 3 --input X.csv --out out --format npy")
	names, _ := filepath.Glob("out/*")
	if slices.Contains(names, "out/W.csv") || slices.Contains(names, "out/labels.csv") || !slices.Contains(names, "out/W.npy") {
		t.Errorf("found %v", names)
	}
	if err := os.WriteFile("out/trace.csv", []byte("my own remarks\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run(2, "factorize --solver nmf --rank 2 --iterations 3 --input X.csv --out out")
	run(0, "factorize --solver nmf --rank 2 --iterations 3 --input X.csv --out out --overwrite")
}

// No output takes the place of an input, under its name, by a link, or by a hard link, whatever flag reads it.
func TestInputsOverwritten(t *testing.T) {
	dir := inputs(t)
	for to, from := range map[string]string{"W.csv": "X.csv", "H.csv": "H0.csv", "labels.csv": "y.csv", "components.csv": "M.csv", "usages.csv": "W0.csv", "trace.csv": "T.csv", "scores.csv": "X.csv", "spectra.csv": "G.csv"} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for link, make := range map[string]func(from, to string) error{"soft.csv": os.Symlink, "hard.csv": os.Link} {
		if err := make("t.csv", link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(dir, "other")); err != nil {
		t.Fatal(err)
	}
	fit := "factorize --rank 2 --iterations 3 --overwrite --out . --input X.csv --solver "
	before := texts(t, dir)
	for _, command := range []string{
		"factorize --rank 2 --iterations 3 --overwrite --solver nmf --input W.csv --out .", "factorize --rank 2 --iterations 3 --overwrite --solver nmf --input W.csv --out other",
		fit + "nmf --h0 H.csv", fit + "nmf --w0 usages.csv", fit + "nmf --mask components.csv", fit + "lcnmf --labels labels.csv --clusters argmax",
		fit + "rpr-nmf --constraints trace.csv", fit + "gnmf --graph spectra.csv --out . --w0 usages.csv", "rank W.csv --ranks 1 --starts 2 --folds 2 --overwrite --out .",
		"rank X.csv -o X.csv", "rank X.csv -o other/X.csv", "rank X.csv --mask M.csv -o M.csv", "consensus scores.csv --rank 1 --starts 2 --overwrite --out .",
		"new table t.csv -o t.csv", "new table t.csv -o soft.csv", "new table soft.csv -o t.csv", "new table t.csv -o hard.csv", "new table X.csv --check t.csv -o t.csv",
		"check table t.csv -o t.csv", "check table t.csv -o ./t.csv", "check table hard.csv -o soft.csv", "table pnmf/table3 --cached --specs own -o own/mine/t.yaml",
		"verify pnmf/table3 --cached --baseline t.csv --write-baseline t.csv", "compare pnmf --cached --specs own -o own/mine/t.yaml",
	} {
		code, log := called(command)
		if code != int(workflow.Usage) || !strings.Contains(log, "would overwrite") {
			t.Errorf("%s: exit %d, %s", command, code, log)
		}
		if after := texts(t, dir); after != before {
			t.Fatalf("%s changed files", command)
		}
	}
}

// texts are all files below a folder, with what they hold.
func texts(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			b.WriteString(path + "\n" + string(text))
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A figure whose file the program names, and a baseline, take no file's place that is something else; their own files are replaced.
func TestFiguresOfOthers(t *testing.T) {
	inputs(t)
	figures, kept := "figure rpr/fig4 --cached -o figures", "verify pnmf/table3:dataset=iris --cached --write-baseline kept.json"
	for name, command := range map[string]string{"figures/rpr-fig4.svg": figures, "figures/rpr-fig4.csv": figures, "kept.json": kept} {
		if err := os.MkdirAll("figures", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("mine\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, log := called(command)
		if text, _ := os.ReadFile(name); code != int(workflow.Usage) || string(text) != "mine\n" || !strings.Contains(log, name+" is there") {
			t.Errorf("%s: exit %d, %s", command, code, log)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("kept.json", []byte("{\n  \"schema\": \"nmfrepro/baseline/1\",\n  \"program\": \"v0.9.0\""), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if code, log := called(figures); code != 0 {
			t.Errorf("%s: exit %d, %s", figures, code, log)
		}
		if code, log := called(kept); code > 1 {
			t.Errorf("%s: exit %d, %s", kept, code, log)
		}
	}
}

// A site and a summary take no file's place that nmfrepro did not write.
func TestPagesOfOthers(t *testing.T) {
	inputs(t)
	for name, command := range map[string]string{"index.html": "report pnmf --cached -o pages", "style.css": "report pnmf --cached -o pages", "summary.md": "check paper pages -o pages"} {
		if err := os.MkdirAll("pages", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("pages", name), []byte("mine\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, log := called(command)
		if text, _ := os.ReadFile(filepath.Join("pages", name)); code != int(workflow.Usage) || string(text) != "mine\n" || !strings.Contains(log, "--overwrite") {
			t.Errorf("%s: exit %d, %s", command, code, log)
		}
		if err := os.RemoveAll("pages"); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if code, log := called("report pnmf --cached -o pages"); code != 0 {
			t.Errorf("exit %d, %s", code, log)
		}
	}
}

// own.Names foretells what each solver leaves.
func TestNamesOfSolvers(t *testing.T) {
	inputs(t)
	if err := os.WriteFile("X6.csv", []byte("1,2,3,4,6,7\n2,1,4,3,1,5\n5,6,1,1,2,2\n3,1,1,8,2,9\n1,7,2,2,1,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("y6.csv", []byte("1\n1\n2\n2\n1\n2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, e := range solvers.Catalog {
		command := "factorize --rank 2 --iterations 3 --input X6.csv --out " + e.Name + " --solver " + e.Name
		if solvers.TakesLabels(e.New()) {
			command += " --labels y6.csv"
		}
		if code, log := called(command); code != 0 {
			t.Errorf("%s: exit %d, %s", command, code, log)
			continue
		}
		names := own.Names(e.Name, "csv")
		files, _ := filepath.Glob(e.Name + "/*.csv")
		for _, file := range files {
			if !slices.Contains(names, filepath.Base(file)) {
				t.Errorf("%s wrote %s, and own.Names has %v", e.Name, file, names)
			}
		}
	}
}

// Of several runs into one folder one is there at the end, whole.
func TestRunsIntoOneFolder(t *testing.T) {
	inputs(t)
	for range 5 {
		var all sync.WaitGroup
		for _, command := range []string{"--rank 1", "--rank 2 --clusters argmax", "--rank 2 --format npy", "--rank 3"} {
			cmd := program(t, strings.Fields("factorize --solver nmf --iterations 3 --input X.csv --out shared "+command)...)
			all.Go(func() { _ = cmd.Run() })
		}
		all.Wait()
		f := own.Folder{Path: "shared"}
		if err := f.Check([]string{"W.csv", "W.npy", "H.csv", "labels.csv", "trace.csv", "components.csv"}); err != nil {
			t.Fatalf("files of two runs: %v", err)
		}
		names, _ := filepath.Glob("shared/*.npy")
		more, _ := filepath.Glob("shared/[WH].csv")
		if len(names) > 0 && len(more) > 0 {
			t.Fatalf("two formats: %v, %v", names, more)
		}
	}
}

// A folder of records or specs gets no results or pages between them, unless a flag asks for it; a file of records is no output.
func TestFoldersOfWork(t *testing.T) {
	inputs(t)
	const log = "results/mine/t/20260131T120000-4f1c2a9b.jsonl"
	for name, text := range map[string]string{log: "{}\n", "specs/mine/paper.yaml": "title: none\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const fit = "factorize --solver nmf --rank 2 --iterations 3 --input X.csv --out "
	for command, want := range map[string]string{
		fit + "results": "--out results holds records of runs, as " + log, fit + "specs": "--out specs holds papers",
		fit + "specs/mine": "--out specs/mine holds a paper", "report dsp -o results": "--output results holds records of runs",
		"consensus X.csv --rank 2 --starts 2 --out results":  "--out results holds records of runs",
		"rank X.csv --ranks 1..2 --out results":              "--out results holds records of runs",
		"project --basis W0.csv --input X.csv --out results": "--out results holds records of runs",
		"evaluate --truth y.csv --pred y.csv":                "",
		"new table t.csv -o " + log:                          "would overwrite a file of",
		fit + "results/mine/fit":                             "",
		fit + "specs --overwrite":                            "",
		"table dsp/table5 --cached --format csv -o " + log:   "would overwrite a file of",
	} {
		code, errs := called(command)
		if want != "" && (code != int(workflow.Usage) || !strings.Contains(errs, want)) || want == "" && strings.Contains(errs, " holds ") {
			t.Errorf("%s: exit %d, %s; want %q", command, code, errs, want)
		}
	}
	if text, err := os.ReadFile(log); err != nil || string(text) != "{}\n" {
		t.Errorf("records are %q, %v", text, err)
	}
}
