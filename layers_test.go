package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "nmfrepro"

// order lists our packages, or patterns of them, from the lowest up. A package imports only what stands above it here, and of that
// only what its folder may (see folders). Tests may import more.
var order = []string{
	"datasets/list",
	"datasets/steps",
	"datasets/budget",
	"datasets/note",
	"datasets/files",
	"datasets/strict",
	"solvers/internal/gemm/internal/asmgen",
	"solvers/internal/gemm/internal/asmgen/generate",
	"solvers/internal/gemm",
	"solvers/matrix",
	"solvers/matrix/kernel",
	"solvers/matrix/matrixtest",
	"solvers/internal/nnls",
	"solvers/constraint",
	"solvers/internal/graph",
	"solvers/eigen",
	"solvers/twister",
	"solvers/internal/manifold",
	"solvers",
	"solvers/build",

	"eval/stat",
	"eval/hungarian",
	"eval/kmeans",
	"eval/rank",
	"eval/*",
	"eval",
	"reports/result",

	"datasets/exact",
	"datasets/hdf5",
	"datasets/matfile",
	"datasets/dataset",
	"datasets/tabular",
	"datasets/mtx",
	"datasets/npy",
	"datasets/table",
	"datasets/sets",
	"datasets",

	"reports/term",
	"reports",
	"reports/answer",
	"reports/render",
	"reports/figure/canvas",
	"reports/figure/axis",
	"reports/figure",
	"reports/site/browsertest",
	"reports/site",

	"experiments",
	"solvers/external",
	"solvers/own/ranks",
	"solvers/own",
	"experiments/engine/reported/transcript",
	"experiments/engine/reported",
	"experiments/engine/spec/spectest",
	"experiments/engine/spec",
	"experiments/engine/schema",
	"experiments/engine/store",
	"experiments/engine/run",
	"experiments/engine/collect",
	"experiments/engine/judge/contrast",
	"experiments/engine/judge/claims",
	"experiments/engine/errata",
	"experiments/engine/judge",
	"experiments/engine/whatif",
	"experiments/engine/workflow",
	"experiments/engine/cluster",
	"experiments/engine/audit",
	"experiments/engine/comparison",
	"experiments/cli",
	".",
}

// folders say of which other folders the packages of a folder may import something: a pattern a package.
var folders = map[string][]string{
	"solvers": {"datasets/list", "solvers/*", "solvers", "datasets/budget", "datasets/note"},
	// The commands on a matrix of one's own, and solvers in other languages: an NMF library that stands by itself.
	"solvers/own": {"datasets/*", "datasets", "eval/*", "eval", "reports/*", "reports", "solvers",
		"solvers/build", "solvers/constraint", "solvers/matrix", "solvers/matrix/*", "solvers/own/*"},
	"solvers/external": {"datasets/*", "datasets", "solvers", "solvers/constraint", "solvers/matrix", "solvers/matrix/*", "datasets/strict",
		"reports/result"},
	"eval":     {"datasets/list", "datasets/note", "eval/*", "eval", "solvers/matrix", "solvers/matrix/*", "solvers/eigen", "solvers/twister"},
	"datasets": {"datasets/list", "datasets/*", "datasets", "solvers/matrix", "solvers/twister"},
	"reports":  {"datasets/list", "datasets/steps", "reports/*", "reports"},
	// What is found out, as the engine hands it to reports.
	"reports/result": {"datasets/list", "eval", "eval/stat"},
	"experiments":    {"experiments/*", "experiments", "reports/*", "reports", "datasets/*", "datasets", "eval/*", "eval", "solvers/*", "solvers"},
	".":              {"experiments/cli"},
}

// outside says who may import the packages of which other module. A module that is not here was not decided upon; what
// only tests need is not here either.
var outside = []struct {
	prefix string
	pkgs   []string
}{
	{"gonum.org/v1/plot", []string{"reports/figure", "reports/figure/*"}},
	{"github.com/olekukonko/tablewriter", []string{"reports/term"}},
	{"golang.org/x/image", []string{"reports/figure/canvas"}},
	{"golang.org/x/text", []string{"datasets/tabular"}}, // UTF-16
	{"github.com/chromedp/chromedp", []string{"reports/site/browsertest"}},
	{"gopkg.in/yaml.v3", []string{"datasets/strict"}},
	{"github.com/invopop/jsonschema", []string{"experiments/engine/schema"}},
	{"github.com/spf13/", []string{"experiments/cli"}},
	{"github.com/vbauerster/mpb/v8", []string{"experiments/cli"}},
	{"github.com/gofrs/flock", []string{"datasets"}},
	{"golang.org/x/sys", []string{"datasets/budget", "solvers/build", "solvers/external", "experiments/engine/store", "datasets/files", "experiments/engine/run", "experiments/cli", "solvers/matrix", "solvers/internal/gemm"}},
	{"gonum.org/v1/gonum/", []string{
		"solvers/external", "solvers", "solvers/*", "solvers/internal/*", "solvers/matrix/kernel", "solvers/matrix/matrixtest", "eval", "eval/*", "datasets", "datasets/*", "experiments/engine/spec", "experiments/engine/run", "solvers/own/ranks", "solvers/own",
	}},
}

// banned packages have no place even in tests.
var banned = map[string]string{
	"math/rand": "use math/rand/v2, whose sources are arguments",
	"C":         "no cgo",
}

// listed is what go list tells about a package.
type listed struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func TestLayers(t *testing.T) {
	for _, problem := range violations(packages(t)) {
		t.Error(problem)
	}
}

// packages lists the packages of this module with what they import.
func packages(t *testing.T) []listed {
	t.Helper()
	readFolders(t)
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	out, err := cmd.Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("%v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var pkgs []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) < 10 {
		t.Fatalf("go list knows only %d packages", len(pkgs))
	}
	return pkgs
}

// readFolders reads the source folders: go test caches a result until a file that the test itself looked at changes, and
// what go list looks at does not count.
func readFolders(t *testing.T) {
	for _, root := range []string{"datasets", "eval", "experiments", "reports", "solvers"} {
		err := filepath.WalkDir(root, func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
}

// roomsOf reads the picture of rooms in CONTRIBUTING.md: folders, from the lowest up as Go has it.
func roomsOf(t *testing.T) (rooms []string) {
	data, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(data), "## The rooms\n\n```\n")
	picture, _, _ = strings.Cut(picture, "```")
	var above []string
	for line := range strings.Lines(picture) {
		name, _, found := strings.Cut(strings.TrimLeft(line, " "), "/ ")
		if !found {
			t.Fatalf("line %q of the picture of rooms, want a folder and what it is for", line)
		}
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		above = append(above[:min(depth, len(above))], name)
		rooms = append(rooms, strings.Join(above, "/"))
	}
	return rooms
}

// The picture of rooms in CONTRIBUTING.md holds every room of the engine, and every import between rooms runs up in it.
func TestFoldersOfPicture(t *testing.T) {
	rooms := roomsOf(t)
	roomOf := func(pkg string) int {
		for ; pkg != "."; pkg = path.Dir(pkg) {
			if i := slices.Index(rooms, pkg); i >= 0 {
				return i
			}
		}
		return -1
	}
	engine, err := filepath.Glob("experiments/engine/*")
	if err != nil || len(engine) < 10 {
		t.Fatalf("%v, %v", engine, err)
	}
	for _, folder := range engine {
		if info, err := os.Stat(folder); err == nil && info.IsDir() && !slices.Contains(rooms, filepath.ToSlash(folder)) {
			t.Errorf("CONTRIBUTING.md does not show the room %s", folder)
		}
	}
	for _, room := range rooms {
		if info, err := os.Stat(room); err != nil || !info.IsDir() {
			t.Errorf("CONTRIBUTING.md shows %s, which is no folder", room)
		}
	}
	arrows := 0
	for _, p := range packages(t) {
		from := roomOf(local(p.ImportPath))
		for _, imported := range p.Imports {
			to := roomOf(local(imported))
			if from < 0 || to < 0 || from == to || !strings.HasPrefix(imported, module+"/") || rooms[from] == "experiments" || rooms[to] == "experiments" {
				continue
			}
			if arrows++; to > from && !strings.HasPrefix(rooms[to], rooms[from]+"/") {
				t.Errorf("%s imports %s, which stands below it in the picture of CONTRIBUTING.md", local(p.ImportPath), local(imported))
			}
		}
	}
	if arrows < 100 {
		t.Errorf("%d arrows were looked at", arrows)
	}
}

// violations lists every import that the tables do not allow.
func violations(pkgs []listed) []string {
	var problems []string
	for _, p := range pkgs {
		name := local(p.ImportPath)
		i := placeOf(name)
		if i < 0 {
			problems = append(problems, fmt.Sprintf("%s is not in the order", name))
			continue
		}
		for _, imported := range p.Imports {
			if !allowed(name, i, imported) {
				problems = append(problems, fmt.Sprintf("%s imports %s", name, imported))
			}
		}
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if why, bad := banned[imported]; bad {
				problems = append(problems, fmt.Sprintf("%s imports %s: %s", name, imported, why))
			}
		}
	}
	return problems
}

// placeOf returns the index of a package in order, -1 if it is in none of its lines. The first pattern that fits counts.
func placeOf(name string) int {
	return slices.IndexFunc(order, func(pattern string) bool { return fits(pattern, name) })
}

// allowed tells whether package name, in line i of order, may import another package.
func allowed(name string, i int, imported string) bool {
	if imported == module || strings.HasPrefix(imported, module+"/") {
		folder, _, _ := strings.Cut(name, "/")
		for _, apart := range []string{"solvers/own", "solvers/external", "reports/result"} {
			if name == apart || strings.HasPrefix(name, apart+"/") {
				folder = apart
			}
		}
		below := local(imported)
		j := placeOf(below)
		inside := slices.ContainsFunc(folders[folder], func(pattern string) bool {
			above, all := strings.CutSuffix(pattern, "/*")
			return below == pattern || all && strings.HasPrefix(below, above+"/")
		})
		shown := below == "reports" || strings.HasPrefix(below, "reports/") && below != "reports/result"
		if shown && strings.HasPrefix(name, "experiments/engine/") && i < placeOf("experiments/engine/workflow") {
			return false // rooms below workflow know nothing of how results are shown
		}
		if name == "experiments/cli" && slices.ContainsFunc(computing, func(pattern string) bool { return fits(pattern, below) }) {
			return false // flags, help and text
		}
		mine, ofWing := wingOf(name)
		other, toWing := wingOf(below)
		if ofWing && toWing && mine != other {
			return false // no wing knows another
		}
		return j >= 0 && j < i && inside
	}
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") { // the standard library
		return true
	}
	for _, o := range outside {
		if strings.HasPrefix(imported, o.prefix) {
			return slices.ContainsFunc(o.pkgs, func(pattern string) bool { return fits(pattern, name) })
		}
	}
	return false
}

// computing are rooms from which cli takes nothing: what they compute, other rooms hand on.
var computing = []string{
	"eval/stat", "eval/kmeans", "eval/rank", "eval/classify", "eval/hungarian", "solvers/matrix", "solvers/eigen", "solvers/twister", "experiments/engine/collect",
	"experiments/engine/judge/*",
}

// wings are what the program does beside the way of one number; no one of them knows another.
var wings = []string{"audit", "cluster", "errata", "comparison"}

// wingOf returns the wing that a package is part of.
func wingOf(name string) (wing string, ok bool) {
	rest, inside := strings.CutPrefix(name, "experiments/engine/")
	wing, _, _ = strings.Cut(rest, "/")
	return wing, inside && slices.Contains(wings, wing)
}

func fits(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

func local(importPath string) string {
	if importPath == module {
		return "."
	}
	return strings.TrimPrefix(importPath, module+"/")
}

// The rules of the table that nobody may break unnoticed, each broken once.
func TestLayersSeeViolations(t *testing.T) {
	tests := []struct{ pkg, imported string }{
		{"solvers", "nmfrepro/eval"},
		{"solvers", "nmfrepro/datasets"},
		{"solvers", "nmfrepro/reports"},
		{"solvers/matrix", "nmfrepro/solvers"},
		{"solvers/matrix", "nmfrepro/solvers/internal/nnls"},
		{"eval", "nmfrepro/solvers"},
		{"eval/stat", "nmfrepro/eval"},
		{"datasets", "nmfrepro/solvers"},
		{"datasets/dataset", "nmfrepro/datasets/sets"},
		{"datasets/sets", "nmfrepro/datasets"},
		{"reports", "nmfrepro/experiments"},
		{"reports", "nmfrepro/solvers"},
		{"reports", "nmfrepro/eval/stat"},
		{"reports", "nmfrepro/experiments/engine/store"},
		{"reports/site", "nmfrepro/experiments/engine/judge"},
		{"experiments", "nmfrepro/experiments/engine/spec"},
		{"experiments/engine/reported", "nmfrepro/experiments/engine/spec"},
		{"experiments/engine/spec", "nmfrepro/experiments/engine/store"},
		{"solvers/external", "nmfrepro/solvers/own"},
		{"experiments/engine/store", "nmfrepro/experiments/engine/run"},
		{"experiments/engine/run", "nmfrepro/experiments/engine/collect"},
		{"experiments/engine/collect", "nmfrepro/experiments/engine/judge"},
		{"experiments/engine/collect", "nmfrepro/reports"},
		{"experiments/engine/judge", "nmfrepro/reports/render"},
		{"reports/result", "nmfrepro/reports"},
		{"reports/result", "nmfrepro/experiments/engine/reported"},
		{"experiments/engine/judge", "nmfrepro/experiments/engine/workflow"},
		{"experiments/engine/workflow", "nmfrepro/experiments/cli"},
		{"solvers/own", "nmfrepro/solvers/external"},
		{"solvers/own", "nmfrepro/experiments/engine/spec"},
		{"solvers/own", "nmfrepro/experiments/engine/store"},
		{"solvers/own/ranks", "nmfrepro/experiments/engine/run"},
		{"solvers/external", "nmfrepro/experiments/engine/spec"},
		{"solvers/external", "nmfrepro/reports"},
		{"experiments/engine/audit", "nmfrepro/experiments/engine/errata"},
		{"experiments/engine/audit", "github.com/spf13/cobra"},
		{"experiments/engine/cluster", "nmfrepro/experiments/engine/audit"},
		{"experiments/engine/cluster", "github.com/spf13/cobra"},
		{"experiments/engine/workflow", "nmfrepro/experiments/engine/cluster"},
		{"experiments/engine/workflow", "nmfrepro/experiments/engine/audit"},
		{"solvers/own/ranks", "nmfrepro/experiments/engine/errata"},
		{"solvers/own", "github.com/spf13/cobra"},
		{".", "nmfrepro/experiments"},
		{"experiments/engine/spec", "gopkg.in/yaml.v3"},
		{"experiments/cli", "github.com/olekukonko/tablewriter"},
		{"experiments/cli", "gonum.org/v1/gonum/mat"},
		{"experiments/cli", "nmfrepro/eval/stat"},
		{"experiments/cli", "nmfrepro/experiments/engine/collect"},
		{"experiments/cli", "nmfrepro/experiments/engine/judge/contrast"},
		{"experiments/cli", "gonum.org/v1/plot/plotter"},
		{"experiments/engine/judge", "gonum.org/v1/gonum/mat"},
		{"experiments", "example.org/new"},
		{"elsewhere", "fmt"},
		{"eval/kmeans", "math/rand"},
		{"solvers", "C"},
	}
	for _, test := range tests {
		p := listed{ImportPath: path.Join(module, test.pkg), Imports: []string{test.imported}}
		if len(violations([]listed{p})) == 0 {
			t.Errorf("%s may import %s", test.pkg, test.imported)
		}
	}
	if got := violations([]listed{{ImportPath: module + "/eval", XTestImports: []string{"math/rand"}}}); len(got) != 1 {
		t.Errorf("math/rand in a test: %v", got)
	}
}

// goFiles lists the Go files of the product: no tests, and nothing that only tests read.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, root := range []string{"run.go", "datasets", "eval", "experiments", "reports", "solvers"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "testdata" {
				return fs.SkipDir
			}
			if err == nil && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 300 {
		t.Fatalf("%d files were found", len(files))
	}
	return files
}

// nouns lists the functions of a Go file whose comment says "Name is ..." and not what the function does.
func nouns(t *testing.T, name string, src any) (all []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Doc != nil {
			words := strings.Fields(f.Doc.Text())
			if len(words) > 1 && strings.EqualFold(words[0], f.Name.Name) && (words[1] == "is" || words[1] == "are") {
				all = append(all, f.Name.Name)
			}
		}
	}
	return all
}

func TestCommentsSayWhatFunctionsDo(t *testing.T) {
	for _, name := range goFiles(t) {
		for _, f := range nouns(t, name, nil) {
			t.Errorf("%s: the comment on %s begins %[2]s is: say what it does, as in %[2]s returns", name, f)
		}
	}
	src := "package p\n\n// f is one.\nfunc f() int { return 1 }\n\n// g returns one.\nfunc g() int { return 1 }\n"
	if got := nouns(t, "p/p.go", src); !slices.Equal(got, []string{"f"}) {
		t.Errorf("%q are nouns, want f", got)
	}
}
