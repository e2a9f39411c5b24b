package cli

import (
	"io"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers/matrix"
)

// The program has gonum multiply with the kernels of this module too, so that results are the same on every CPU.
func TestMainChoosesTheKernels(t *testing.T) {
	if code := Main([]string{"version"}, strings.NewReader(""), io.Discard, io.Discard); code != int(workflow.Fine) {
		t.Fatalf("exit %d", code)
	}
	if _, ok := blas64.Implementation().(matrix.BLAS); !ok {
		t.Errorf("gonum multiplies with %T", blas64.Implementation())
	}
}
