package cli

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// broken is a stream that takes nothing, as a full disk.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fs.ErrInvalid }

// Every verb fails when its output is lost, and says so, though all else was well.
func TestLostOutput(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("NMFREPRO_DATA", filepath.Join(dir, "data"))
	t.Setenv("NMFREPRO_RESULTS", filepath.Join(dir, "results"))
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"labels.csv": "1\n2\n2\n", "X.csv": "1,2,3,4\n2,1,4,3\n5,6,1,1\n", "t.tex": "a & 1 \\\\\nb & 2 \\\\\n", "own/mine/.keep": "", "model/W.csv": "1\n2\n3\n",
		"model/run.json": `{"solver": "nmf", "rank": 1}`, "papers/pnmf/paper.yaml": ""} {
		if err := os.MkdirAll(filepath.Dir(in(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commands := []string{
		"run pnmf/table3:dataset=iris,method=nmf --profile smoke", "check results", "run merge " + in("results") + " --into " + in("merged"),
		"verify claims mcnmf --cached", "compare pnmf/table5 --cached", "data list", "verify errata ornmf", "evaluate --truth " + in("labels.csv") + " --pred " + in("labels.csv"),
		"explain pnmf/table3:dataset=iris,method=pnmf --cached", "run export pnmf/table3:dataset=iris --out " + in("scores"), "factorize --solver nmf --rank 1 --iterations 2 --input " + in("X.csv") + " --out " + in("out"),
		"figure rpr/fig1", "new table " + in("t.tex"), "list", "new solver --language shell --specs " + in("own") + " mine", "check solver mine --specs " + in("own"), "new paper --specs " + in("own") + " mine", "run --dry-run pnmf/table3:dataset=iris",
		"project --model " + in("model") + " --input " + in("X.csv") + " --out " + in("out"),
		"publish pnmf --profile smoke --commit 0123456789ab --into " + in("papers"), "rank " + in("X.csv") + " --solvers nmf --ranks 1 --starts 2 --folds 2", "consensus " + in("X.csv") + " --rank 1 --ranks 1 --starts 3 --iterations 5 --out " + in("c"), "paper check ../../replications/nnmf --for 1s --recompute 1%", "report pnmf --cached -o " + in("report"), "compare alternatives pnmf/table5 --cached",
		"run --slurm pnmf/table3:dataset=iris,method=nmf --dry-run", "table pnmf/table3:dataset=iris --cached", "check specs", "verify pnmf/table3:dataset=iris --cached", "version", "help",
	}
	for _, verb := range newRoot(&Env{}).Commands() {
		called := func(c string) bool { return strings.Fields(c)[0] == verb.Name() }
		if !slices.ContainsFunc(commands, called) && !verb.IsAdditionalHelpTopicCommand() {
			t.Errorf("%s is not tried", verb.Name())
		}
	}
	for _, command := range commands {
		var stderr bytes.Buffer
		code := Main(strings.Fields(command), strings.NewReader(""), broken{}, &stderr)
		if code == int(workflow.Fine) || code == int(workflow.Difference) || !strings.Contains(stderr.String(), "standard output is lost") {
			t.Errorf("%s without output: exit %d, stderr = %q", command, code, stderr.String())
		}
	}
}

// Output that nobody wants is none that is lost, however a caller opens /dev/null: a shell to write, Python, Node and Perl to read and write.
func TestOutputNowhere(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, redirection := range []string{">/dev/null", "<>/dev/null", "1<>/dev/null", "2<>/dev/null", ""} {
		shell := exec.Command("sh", "-c", `exec "$0" version `+redirection, program(t).Path)
		var stderr bytes.Buffer
		shell.Stdout, shell.Stderr = io.Discard, &stderr
		if err := shell.Run(); err != nil || stderr.Len() > 0 {
			t.Errorf("version %s: %v; stderr = %q", redirection, err, stderr.String())
		}
	}
	cmd := program(t, "list", "solvers")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = null, null, null
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		return // none on this system
	}
	defer full.Close()
	cmd = program(t, "list", "solvers")
	cmd.Stdout = full
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != int(workflow.Usage) {
		t.Errorf("a full disk: %v", err)
	}
}
