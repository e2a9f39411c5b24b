//go:build unix

package external

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// inPython is multiplicative updates by the standard library alone. MASK stands for what it takes an entry for that is not known.
const inPython = `import csv, json, math
job = json.load(open("job.json"))
def matrix(f): return [[float(v) if v.strip() and v.strip().lower() not in ("nan", "na") else math.nan for v in row] for row in csv.reader(open(f["path"]))]
X = matrix(job["x"])
W, H = matrix(job["w0"]), matrix(job["h0"])
m, n, r = len(X), len(X[0]), job["rank"]
known = [[MASK for v in row] for row in X]
X = [[0.0 if math.isnan(v) else v for v in row] for row in X]
def model(): return [[known[i][k] * sum(W[i][a] * H[a][k] for a in range(r)) for k in range(n)] for i in range(m)]
for _ in range(job["iterations"]):
    V = model()
    H = [[H[a][k] * sum(W[i][a] * X[i][k] for i in range(m)) / max(sum(W[i][a] * V[i][k] for i in range(m)), 1e-150) for k in range(n)] for a in range(r)]
    V = model()
    W = [[W[i][a] * sum(X[i][k] * H[a][k] for k in range(n)) / max(sum(V[i][k] * H[a][k] for k in range(n)), 1e-150) for a in range(r)] for i in range(m)]
def write(name, A):
    with open("out/" + name, "w") as f:
        for row in A: f.write(",".join(repr(v) for v in row) + "\n")
write("W.csv", W); write("H.csv", H)
json.dump({"status": "ok", "iterations": job["iterations"]}, open("out/result.json", "w"))
`

// A program in Python that multiplies by its mask passes; one that forgets it, so that unknown entries count as 0, does not.
func TestMaskInPython(t *testing.T) {
	usrBin(t)
	if exec.Command("python3", "-c", "import json").Run() != nil {
		t.Log("there is no python3 here")
		return
	}
	for mask, wrong := range map[string]bool{"0.0 if math.isnan(v) else 1.0": false, "1.0": true} {
		dir := filepath.Join(t.TempDir(), "solvers", "mine")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"solver.yaml": "command: [python3, main.py]\nfiles: [main.py]\nformat: csv\ndeterministic: yes\naccepts: {start: true, mask: true}\ndoc: d\n",
			"main.py":     strings.Replace(inPython, "MASK", mask, 1),
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p, err := Load(filepath.Dir(filepath.Dir(dir)), "mine")
		if err != nil {
			t.Fatal(err)
		}
		p.Temp = t.TempDir()
		found := map[string]Finding{}
		if _, err := Ask(t.Context(), p, func(f Finding) { found[f.Question] = f }); err != nil {
			t.Fatal(err)
		}
		if f := found["mask"]; (f.Outcome == Wrong) != wrong || found["answers"].Outcome == Wrong {
			t.Errorf("%s: %+v, answers %+v", mask, f, found["answers"])
		}
	}
}
