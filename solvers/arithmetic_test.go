package solvers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

func TestFused(t *testing.T) {
	if math.FMA(overOne, underOne, -one) != -0x1p-60 || float64(overOne*underOne)-one != 0 {
		t.Fatal("the numbers do not tell one rounding from two")
	}
	if runtime.GOARCH != "amd64" {
		t.Logf("%s", Arithmetic())
		return
	}
	if Fused() || Arithmetic() != "amd64" {
		t.Errorf("this build of %s fuses products and sums", Arithmetic())
	}
}

// Levels whose numbers differ do not compile, and say why.
func TestLevels(t *testing.T) {
	run := func(level string, args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "GOAMD64="+level)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for level, refused := range map[string]bool{"v1": false, "v2": false, "v3": true, "v4": true} {
		files, err := run(level, "list", "-f", "{{.GoFiles}}", ".")
		if err != nil || strings.Contains(files, "refused_amd64.go") != refused {
			t.Errorf("GOAMD64=%s: %v, files %s", level, err, files)
		}
	}
	// The file that the refused levels compile is an error of types, whose text says what to do; compiling it would compile the
	// standard library for that level too.
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "refused_amd64.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = new(types.Config).Check("arithmetic", fset, []*ast.File{file}, nil)
	if err == nil || !strings.Contains(err.Error(), "build with GOAMD64=v1 or v2") {
		t.Errorf("GOAMD64=v3: %v", err)
	}
}
