package gemm

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Wrong arguments panic with the very message of gonum's implementation, and right ones do not.
func TestArgumentsAsInGonum(t *testing.T) {
	message := func(f func()) (msg string) {
		defer func() {
			if r := recover(); r != nil {
				msg = fmt.Sprint(r)
			}
		}()
		f()
		return ""
	}
	long, short := make([]float64, 64), make([]float64, 5)
	panics := 0
	check := func(what string, ours, theirs func()) {
		t.Helper()
		got, want := message(ours), message(theirs)
		if got != want {
			t.Errorf("%s: panic %q, gonum's is %q", what, got, want)
		}
		if want != "" {
			panics++
		}
	}
	for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans, 'x'} {
		for _, tr2 := range []blas.Transpose{blas.NoTrans, blas.Trans, 'x'} {
			for _, size := range [][3]int{{2, 3, 4}, {0, 3, 4}, {2, 0, 4}, {2, 3, 0}, {-1, 3, 4}, {2, -1, 4}, {2, 3, -1}} {
				for _, ld := range [][3]int{{4, 4, 4}, {1, 4, 4}, {4, 1, 4}, {4, 4, 1}, {0, 4, 4}, {4, 4, 0}} {
					for _, data := range [][3][]float64{{long, long, make([]float64, 64)}, {short, long, long}, {long, short, long}, {long, long, short}} {
						m, n, k := size[0], size[1], size[2]
						call := func(f blas.Float64) func() {
							return func() {
								f.Dgemm(tr, tr2, m, n, k, 1, data[0], ld[0], data[1], ld[1], 0, append([]float64(nil), data[2]...), ld[2])
							}
						}
						check(fmt.Sprintf("Dgemm %c%c %v %v", tr, tr2, size, ld), call(Float64{}), call(gonum.Implementation{}))
						for _, uplo := range []blas.Uplo{blas.Upper, blas.Lower, 'x'} {
							call := func(f blas.Float64) func() {
								return func() {
									f.Dsyrk(uplo, tr, n, k, 1, data[0], ld[0], 0, append([]float64(nil), data[2]...), ld[2])
								}
							}
							check(fmt.Sprintf("Dsyrk %c%c %v %v", uplo, tr, size, ld), call(Float64{}), call(gonum.Implementation{}))
						}
					}
				}
			}
		}
	}
	if panics < 1000 {
		t.Errorf("only %d of the calls were wrong", panics)
	}
}

func TestUnknownKernel(t *testing.T) {
	if err := Use("sse9"); err == nil {
		t.Error("an unknown kernel was accepted")
	}
	if Kernel() != Kernels()[0] {
		t.Errorf("kernel %s in use, want the best, %s", Kernel(), Kernels()[0])
	}
}
