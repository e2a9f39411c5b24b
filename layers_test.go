package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "nmfrepro"

// layer is a package, or a pattern of packages, with those of ours that it may import.
type layer struct {
	pkg     string
	imports []string
}

// layers say which of our packages a package may import; the first pattern that fits counts. Lower layers come first:
// nothing may import what stands below it in this table. Tests may import more.
var layers = []layer{
	{"solvers/arithmetic", nil},
	{"datasets/budget", nil}, // any package may import it
	{"solvers/internal/gemm/internal/asmgen", nil},
	{"solvers/internal/gemm/internal/asmgen/generate", []string{"solvers/internal/gemm/internal/asmgen"}},
	{"solvers/internal/gemm", nil},
	{"solvers/matrix", []string{"solvers/internal/gemm"}},
	{"solvers/matrix/kernel", []string{"solvers/matrix"}},
	{"solvers/matrix/matrixtest", []string{"solvers/matrix"}},
	{"solvers/internal/loss", []string{"solvers/matrix"}},
	{"solvers/internal/nnls", []string{"solvers/matrix", "solvers/internal/loss"}},
	{"solvers/constraint", nil},
	{"solvers/internal/neighbours", []string{"solvers/matrix", "solvers/internal/gemm"}},
	{"solvers/internal/graph", []string{"solvers/matrix", "solvers/internal/neighbours"}},
	{"solvers/eigen", []string{"solvers/matrix", "solvers/internal/gemm"}},
	{"solvers/internal/manifold", []string{"solvers/matrix", "solvers/internal/neighbours", "solvers/internal/graph", "solvers/eigen"}},
	{"solvers", []string{
		"solvers/matrix", "solvers/internal/gemm", "solvers/matrix/kernel", "solvers/internal/loss", "solvers/internal/nnls", "solvers/constraint",
		"solvers/internal/neighbours", "solvers/internal/graph", "solvers/eigen", "solvers/internal/manifold",
	}},
	{"solvers/internal/solvertest", []string{"solvers", "solvers/matrix", "solvers/matrix/matrixtest", "solvers/internal/loss", "solvers/constraint"}},

	{"eval/stat", nil},
	{"eval/hungarian", nil},
	{"eval/rank", []string{"eval/hungarian", "eval/stat", "solvers/matrix"}},
	{"eval/*", []string{"solvers/matrix", "solvers/matrix/kernel"}},
	{"eval", []string{"eval/*", "solvers/matrix", "solvers/matrix/kernel", "solvers/eigen"}},

	{"datasets/hdf5", nil},
	{"datasets/matfile", []string{"datasets/budget", "datasets/hdf5"}},
	{"datasets/dataset", []string{"solvers/matrix"}},
	{"datasets/tabular", nil},
	{"datasets/mtx", []string{"datasets/budget"}},
	{"datasets/npy", []string{"datasets/budget"}},
	{"datasets/table", []string{
		"datasets/budget", "datasets/dataset", "datasets/matfile", "datasets/mtx", "datasets/npy", "datasets/tabular", "solvers/matrix",
	}},
	{"datasets/fetch", nil},
	{"datasets/mocap", nil},
	{"datasets/movielens", nil},
	{"datasets/pnm", nil},
	{"datasets/video", nil},
	{"datasets/sets", []string{
		"datasets/dataset", "datasets/matfile", "datasets/mocap", "datasets/movielens", "datasets/pnm", "datasets/tabular", "datasets/video",
		"solvers/matrix",
	}},
	{"datasets", []string{
		"datasets/budget", "datasets/dataset", "datasets/fetch", "datasets/matfile", "datasets/sets", "datasets/table", "datasets/tabular", "solvers/matrix",
	}},

	{"reports/term", nil},
	{"reports", []string{"eval/stat", "reports/term"}},
	{"reports/render", []string{"eval/stat", "reports", "reports/term"}},
	{"reports/figure/ink", nil},
	{"reports/figure/axis", []string{"reports", "reports/figure/ink"}},
	{"reports/figure/critical", []string{"reports", "reports/figure/ink", "reports/figure/axis"}},
	{"reports/figure/naming", []string{"reports/figure/ink"}},
	{"reports/figure", []string{"reports", "reports/figure/ink", "reports/figure/axis", "reports/figure/critical", "reports/figure/naming"}},
	{"reports/site/browsertest", nil},
	{"reports/site", []string{"eval/stat", "reports", "reports/figure", "reports/render"}},

	{"experiments", nil},
	{"experiments/spec/nearest", nil},
	{"experiments/spec/strict", []string{"experiments/spec/nearest"}},
	{"experiments/spec/spectest", nil},
	{"experiments/published/printed", []string{"reports"}},
	{"experiments/published", []string{"experiments/spec/nearest", "experiments/spec/strict", "reports"}},
	{"experiments/published/publishedtest", []string{"experiments/spec/strict", "experiments/published"}},
	{"experiments/spec/triplets", []string{"experiments/spec/nearest", "experiments/spec/strict", "datasets", "solvers/constraint"}},
	{"experiments/spec", []string{
		"experiments", "experiments/spec/nearest", "experiments/spec/strict", "experiments/spec/triplets", "experiments/published",
		"solvers", "datasets", "datasets/dataset", "eval", "reports",
	}},
	{"experiments/external", []string{
		"experiments/spec/nearest", "experiments/spec/strict", "solvers", "solvers/matrix", "solvers/constraint", "datasets/matfile", "datasets/mtx", "datasets/npy", "datasets/tabular",
	}},
	{"experiments/external/externaltest", []string{"datasets/npy"}},
	{"experiments/external/conform", []string{"experiments/external", "solvers", "solvers/constraint", "solvers/matrix"}},
	{"experiments/external/examples", []string{"experiments/external", "solvers"}},
	{"experiments/store/whole", nil},
	{"experiments/store", []string{"experiments/store/whole", "experiments/external", "experiments", "reports"}},
	{"experiments/run", []string{
		"experiments/external", "experiments/spec", "experiments/spec/strict", "experiments/spec/triplets", "experiments/store", "reports",
		"solvers", "solvers/arithmetic", "datasets/budget", "solvers/matrix", "solvers/constraint", "datasets", "datasets/dataset", "eval", "eval/*",
	}},
	{"experiments/run/cost", []string{
		"experiments/run", "experiments/spec", "experiments/store", "reports", "datasets", "datasets/budget", "solvers", "solvers/matrix",
	}},
	{"experiments/collect", []string{
		"experiments/spec/nearest", "experiments/published", "experiments/spec", "experiments/store", "experiments/run", "reports", "eval", "eval/stat",
		"datasets",
	}},
	{"experiments/judge/claims", []string{"experiments/published", "eval/stat", "reports"}},
	{"experiments/judge/errata", []string{
		"experiments/spec/strict", "experiments/published", "experiments/published/printed", "experiments/judge/claims", "reports",
	}},
	{"experiments/judge/errata/sheet", []string{"experiments/published", "experiments/published/printed", "experiments/judge/errata", "reports"}},
	{"experiments/judge", []string{
		"experiments/spec/nearest", "experiments/published", "experiments/spec", "experiments/run", "experiments/collect", "experiments/judge/claims",
		"experiments/judge/errata", "reports", "eval", "eval/stat",
	}},
	{"experiments/slurm", nil},
	{"experiments/pass", []string{
		"experiments", "experiments/spec/nearest", "experiments/spec/strict", "experiments/published", "experiments/spec", "experiments/store", "experiments/run", "experiments/run/cost", "experiments/collect",
		"experiments/judge", "experiments/judge/claims", "experiments/judge/errata", "reports", "reports/render", "reports/site", "solvers", "datasets", "eval/stat",
	}},
	{"experiments/ranks", []string{
		"experiments/store", "experiments/run", "reports", "reports/term", "reports/figure", "solvers", "solvers/matrix", "eval/rank", "eval/stat",
	}},
	{"experiments/cli/thirdparty", nil},
	{"experiments/cli/console", []string{
		"solvers", "datasets/budget", "datasets", "datasets/table", "datasets/tabular", "reports", "reports/term", "experiments/spec", "experiments/spec/nearest", "experiments/spec/strict",
		"experiments/external", "experiments/store", "experiments/store/whole", "experiments/run", "experiments/run/cost", "experiments/pass",
	}},
	{"experiments/cli/data", []string{"experiments/cli/console", "datasets", "datasets/dataset", "reports", "reports/term", "experiments/spec/nearest", "experiments/pass"}},
	{"experiments/cli/factorize", []string{
		"experiments/cli/console", "solvers", "datasets/budget", "solvers/constraint", "solvers/matrix", "datasets", "datasets/npy", "datasets/table", "datasets/tabular", "eval", "eval/*", "reports", "reports/term", "reports/figure",
		"experiments/spec", "experiments/spec/nearest", "experiments/external", "experiments/store", "experiments/store/whole", "experiments/run", "experiments/run/cost", "experiments/pass", "experiments/ranks",
	}},
	{"experiments/cli/look", []string{
		"experiments/cli/console", "experiments/cli/data", "experiments/spec/nearest", "experiments/spec/strict", "experiments/published", "experiments/published/printed",
		"experiments/spec", "experiments/store", "experiments/store/whole", "experiments/run", "experiments/judge", "experiments/judge/errata", "experiments/judge/errata/sheet",
		"experiments/pass", "reports", "reports/render", "reports/term", "reports/figure", "reports/site", "solvers", "datasets", "eval", "eval/stat",
	}},
	{"experiments/cli/compute", []string{
		"experiments/cli/console", "experiments/store", "experiments/run", "experiments/run/cost", "experiments/slurm", "experiments/pass", "reports", "datasets",
	}},
	{"experiments/cli/author", []string{
		"experiments/cli/console", "experiments/cli/factorize", "experiments/cli/look", "experiments", "experiments/external", "experiments/external/conform", "experiments/external/examples", "experiments/spec/nearest",
		"experiments/published", "experiments/published/printed", "experiments/spec", "experiments/store", "experiments/store/whole", "experiments/run",
		"experiments/judge/errata", "experiments/judge/errata/sheet", "experiments/pass", "reports", "reports/render", "reports/figure", "reports/site", "solvers", "datasets",
	}},
	{"experiments/cli", []string{
		"experiments/cli/thirdparty", "experiments/cli/console", "experiments/cli/data", "experiments/cli/factorize", "experiments/cli/look", "experiments/cli/compute",
		"experiments/cli/author", "experiments", "experiments/external", "experiments/store", "experiments/store/whole", "experiments/run", "experiments/pass", "reports",
		"solvers", "solvers/arithmetic", "solvers/matrix", "datasets",
	}},
	{".", []string{"experiments/cli"}},
}

// outside says who may import the packages of which other module. A module that is not here was not decided upon; what
// only tests need is not here either.
var outside = []struct {
	prefix string
	pkgs   []string
}{
	{"gonum.org/v1/plot", []string{"reports/figure", "reports/figure/*"}},
	{"github.com/olekukonko/tablewriter", []string{"reports/term"}},
	{"golang.org/x/image", []string{"reports/figure/ink"}},
	{"github.com/chromedp/chromedp", []string{"reports/site/browsertest"}},
	{"gopkg.in/yaml.v3", []string{"experiments/spec/strict"}},
	{"github.com/invopop/jsonschema", []string{"experiments/spec/strict"}},
	{"github.com/spf13/", []string{"experiments/cli", "experiments/cli/*"}},
	{"github.com/vbauerster/mpb/v8", []string{"experiments/cli/*"}},
	{"github.com/gofrs/flock", []string{"datasets"}},
	{"golang.org/x/sys", []string{"datasets/budget", "experiments/external", "experiments/store", "experiments/store/whole", "experiments/run", "experiments/cli/console", "solvers/matrix", "solvers/internal/gemm"}},
	{"gonum.org/v1/gonum/", []string{
		"experiments/external/externaltest", "experiments/external", "experiments/external/conform", "solvers", "solvers/*", "solvers/internal/*", "solvers/matrix/kernel", "solvers/matrix/matrixtest", "eval", "eval/*", "datasets", "datasets/*", "experiments/spec/triplets", "experiments/run", "experiments/ranks", "experiments/cli", "experiments/cli/*",
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
	for _, problem := range violations(pkgs) {
		t.Error(problem)
	}
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

// violations lists every import that the tables do not allow.
func violations(pkgs []listed) []string {
	var problems []string
	for _, p := range pkgs {
		name := local(p.ImportPath)
		i := layerOf(name)
		if i < 0 {
			problems = append(problems, fmt.Sprintf("%s is in no layer", name))
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

func layerOf(name string) int {
	for i, l := range layers {
		if fits(l.pkg, name) {
			return i
		}
	}
	return -1
}

// allowed tells whether package name, in layer i, may import another package.
func allowed(name string, i int, imported string) bool {
	if imported == module || strings.HasPrefix(imported, module+"/") {
		return slices.ContainsFunc(layers[i].imports, func(pattern string) bool { return fits(pattern, local(imported)) })
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
		{"solvers/matrix", "nmfrepro/solvers/internal/loss"},
		{"eval", "nmfrepro/solvers"},
		{"eval/stat", "nmfrepro/eval"},
		{"datasets", "nmfrepro/solvers"},
		{"datasets/pnm", "nmfrepro/datasets"},
		{"datasets/dataset", "nmfrepro/datasets/sets"},
		{"datasets/sets", "nmfrepro/datasets"},
		{"reports", "nmfrepro/experiments"},
		{"reports", "nmfrepro/solvers"},
		{"reports", "nmfrepro/experiments/store"},
		{"reports/site", "nmfrepro/experiments/judge"},
		{"experiments", "nmfrepro/experiments/spec"},
		{"experiments/published", "nmfrepro/experiments/spec"},
		{"experiments/spec", "nmfrepro/experiments/store"},
		{"experiments/external", "nmfrepro/experiments/external/conform"},
		{"experiments/store", "nmfrepro/experiments/run"},
		{"experiments/run", "nmfrepro/experiments/collect"},
		{"experiments/run", "nmfrepro/experiments/run/cost"},
		{"experiments/collect", "nmfrepro/experiments/judge"},
		{"experiments/judge", "nmfrepro/experiments/pass"},
		{"experiments/pass", "nmfrepro/experiments/cli"},
		{"experiments/cli/look", "nmfrepro/experiments/cli/author"},
		{"experiments/cli/compute", "nmfrepro/experiments/cli"},
		{".", "nmfrepro/experiments"},
		{"experiments/spec", "gopkg.in/yaml.v3"},
		{"experiments/cli", "github.com/olekukonko/tablewriter"},
		{"experiments/cli", "gonum.org/v1/plot/plotter"},
		{"experiments/judge", "gonum.org/v1/gonum/mat"},
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
	// The tables themselves run one way: what a layer imports stands above it.
	for i, l := range layers {
		for _, imported := range l.imports {
			j := slices.IndexFunc(layers, func(other layer) bool { return other.pkg == imported })
			if j < 0 || j >= i {
				t.Errorf("layer %s imports %s, which is not above it", l.pkg, imported)
			}
		}
	}
}
