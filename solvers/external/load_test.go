//go:build unix

package external

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The example of the protocol, every key of it.
func TestLoad(t *testing.T) {
	specs := folder(t, `command: [python3, mine.py, --fast]
files: [mine.py, lib/*.py]
format: mat
deterministic: "yes"
accepts: {start: true, mask: true, sparse: true, signed: true, labels: true, constraints: true}
negative: [W]
objective: divergence
options:
  zeta: {type: number, default: 0.1, doc: weight of the penalty}
  alpha: {type: string, default: l1, choices: [l1, l2], doc: the penalty}
limits: {wall: 90s, memory: 1.5GiB, output: 10MB, threads: 2}
environment: [PYTHONPATH]
version: [python3, --version]
doc: a method of mine
cite: me, 2026
licence: MIT
`, map[string]string{"mine.py": "", "lib/a.py": "1", "lib/b.py": "2"})
	p, err := Load(specs, "mine")
	if err != nil {
		t.Fatal(err)
	}
	s := p.Spec
	if s.Limits != (Limits{Duration(90 * time.Second), 1536 << 20, 10e6, 2}) || s.Options.Names()[0] != "zeta" || !s.Accepts.Signed || s.Deterministic != "yes" {
		t.Errorf("read %+v", s)
	}
	if len(p.Files) != 3 || p.Files[0].Path != "lib/a.py" || p.Files[2].SHA256 != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("files %+v", p.Files)
	}
	if want := []string{"python3", filepath.Join(p.Folder, "mine.py"), "--fast"}; !slices.Equal(p.command, want) {
		t.Errorf("command %q, want %q", p.command, want)
	}
	e := p.Entry()
	if e.Name != "mine" || e.Doc != "a method of mine" || e.Cite != "me, 2026" || e.Version != 0 || len(e.New().(*Solver).Values()) != 2 {
		t.Errorf("entry %+v", e)
	}
	if names := Names(specs); !slices.Equal(names, []string{"mine"}) {
		t.Errorf("names %q", names)
	}
	if names := Names(t.TempDir()); names != nil {
		t.Errorf("names of nothing: %q", names)
	}
	if _, err := Load(specs, "mien"); err == nil || !strings.Contains(err.Error(), `did you mean "mine"?`) {
		t.Errorf("got %v", err)
	}
}

// What decides the results decides the hash, and nothing else does.
func TestHash(t *testing.T) {
	const base = "command: [sh, run.sh]\nfiles: [run.sh]\n"
	hash := func(spec, script string) string { return load(t, spec, map[string]string{"run.sh": script}).Hash() }
	plain := hash(base, "1")
	if len(plain) != 32 || hash(base, "1") != plain {
		t.Errorf("%s is not the hash of every folder alike", plain)
	}
	if got := hash(base+"limits: {wall: 1h, memory: 8GiB}\ndoc: x\ncite: y\nlicence: MIT\nversion: [sh, -c, echo 1]\noptions: {a: {type: number, default: 1, doc: x}}", "1"); got != plain {
		t.Error("what decides nothing changes the hash")
	}
	seen := map[string]string{plain: "plain"}
	for name, got := range map[string]string{
		"content":     hash(base, "2"),
		"command":     hash("command: [sh, run.sh, -x]\nfiles: [run.sh]", "1"),
		"format":      hash(base+"format: csv", "1"),
		"accepts":     hash(base+"accepts: {start: true}", "1"),
		"negative":    hash(base+"negative: [W]", "1"),
		"objective":   hash(base+"objective: divergence", "1"),
		"threads":     hash(base+"limits: {threads: 2}", "1"),
		"environment": hash(base+"environment: [A]", "1"),
	} {
		if seen[got] != "" {
			t.Errorf("%s has the hash of %s", name, seen[got])
		}
		seen[got] = name
	}
}

func TestLoadProblems(t *testing.T) {
	for _, tt := range []struct{ name, spec, want string }{
		{"empty", "", "1:1: empty, want a YAML document"},
		{"no command", "files: [a.sh]", `1:1: missing key "command"`},
		{"empty command", "command: []", "1:10: command: found no program"},
		{"unknown key", "command: [sh]\nfile: [a.sh]", `2:1: unknown key "file"; did you mean "files"?`},
		{"type", "command: sh", "1:10: command: found \"sh\", want a list"},
		{"format", "command: [sh]\nformat: hdf5", `2:9: format: found "hdf5", want one of csv, mat, npy`},
		{"deterministic", "command: [sh]\ndeterministic: true", `2:16: deterministic: found true, want text; write "true"`},
		{"objective", "command: [sh]\nobjective: euclid", `2:12: objective: found "euclid", did you mean "euclidean"?`},
		{"negative", "command: [sh]\nnegative: [X]", `2:12: negative[0]: found "X", want one of W, H`},
		{"sparse", "command: [sh]\naccepts: {sparse: true}", "2:19: accepts.sparse: format npy has no sparse matrices, want format mat"},
		{"environment", "command: [sh]\nenvironment: [A=1]", `2:15: environment[0]: found "A=1", want the name of a variable`},
		{"wall", "command: [sh]\nlimits: {wall: 0s}", "2:16: limits.wall: want a time above 0"},
		{"wall without unit", "command: [sh]\nlimits: {wall: 90}", "2:16: limits.wall: found \"90\", want a time such as 90s"},
		{"memory", "command: [sh]\nlimits: {memory: 2 gigs}", `2:18: limits.memory: found "2 gigs", want a size such as 512MiB or 2GiB`},
		{"threads", "command: [sh]\nlimits: {threads: 0}", "2:19: limits.threads: want 1 or more"},
		{"no file", "command: [sh, b.sh]\nfiles: [b.sh]", "2:9: files[0]: there is no file b.sh in "},
		{"file outside", "command: [sh]\nfiles: [../a.sh]", "2:9: files[0]: ../a.sh lies outside of the folder"},
		{"folder", "command: [sh]\nfiles: [lib]", "2:8: files: lib is no file, want files, as in lib/*"},
		{"not hashed", "command: [sh, a.sh]", "1:15: command[1]: a.sh is run and is not among files: a change of it would go unnoticed"},
		{"version not hashed", "command: [sh]\nversion: [sh, a.sh]", "2:15: version[1]: a.sh is run and is not among files"},
		{"option name", "command: [sh]\noptions: {Alpha: {type: number, default: 1, doc: x}}", "2:11: options.Alpha: want a name of small letters"},
		{"option taken", "command: [sh]\noptions: {normalize: {type: number, default: 1, doc: x}}", "2:11: options.normalize: means something else already"},
		{"option type", "command: [sh]\noptions: {a: {type: float, default: 1.5, doc: x}}", `2:21: options.a.type: found "float", want one of number, integer, boolean, string`},
		{"option default", "command: [sh]\noptions: {a: {type: integer, default: 1.5, doc: x}}", "2:39: options.a.default: found 1.5, want a whole number"},
		{"option default too small", "command: [sh]\noptions: {a: {type: integer, default: 0, min: 1, doc: x}}", "2:39: options.a.default: found 0, want ≥ 1"},
		{"option default no choice", "command: [sh]\noptions: {a: {type: string, default: c, choices: [a, b], doc: x}}", `2:38: options.a.default: found "c", want one of a, b`},
		{"choices of numbers", "command: [sh]\noptions: {a: {type: number, default: 1, choices: [a], doc: x}}", "choices of type number"},
		{"least string", "command: [sh]\noptions: {a: {type: string, default: b, min: 1, doc: x}}", "least value of type string"},
		{"option without doc", "command: [sh]\noptions: {a: {type: number, default: 1}}", `2:14: options.a: missing key "doc"`},
	} {
		_, err := Load(folder(t, tt.spec, map[string]string{"a.sh": "", "lib/x": ""}), "mine")
		if err == nil || !strings.Contains(err.Error(), filepath.Join("solvers", "mine", "solver.yaml")+":") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	specs := folder(t, "command: [sh]", nil)
	for name, want := range map[string]string{"nmf": "a solver of the name nmf already", "My": "want a name of small letters"} {
		if err := os.Rename(filepath.Join(specs, "solvers", "mine"), filepath.Join(specs, "solvers", name)); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(specs, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
		if err := os.Rename(filepath.Join(specs, "solvers", name), filepath.Join(specs, "solvers", "mine")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]Bytes{"0B": 0, "512MiB": 512 << 20, "1.5 GiB": 1536 << 20, "2GB": 2e9, "1TiB": 1 << 40} {
		if b, err := parseBytes(text); err != nil || b != want {
			t.Errorf("%s is %d, %v", text, b, err)
		}
	}
	for _, text := range []string{"", "2", "2G", "-1GiB", "iB", "2iB", "9999999999TiB"} {
		if _, err := parseBytes(text); err == nil {
			t.Errorf("%q is a size", text)
		}
	}
	for b, want := range map[Bytes]string{0: "0 B", 1023: "1023 B", 1536: "1.5 KiB", 4 << 30: "4 GiB"} {
		if b.String() != want {
			t.Errorf("%d is %s, want %s", int64(b), b, want)
		}
	}
}
