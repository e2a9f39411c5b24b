package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/ebitengine/purego"
)

// library is where OpenBLAS is sought.
const library = "libopenblas.so.0"

// The kernels of OpenBLAS that are tried besides the one it chooses itself: it does not always choose its quickest.
var coreTypes = []string{"", "SkylakeX", "Haswell", "Zen"}

// order and transpositions of the C interface.
const (
	rowMajor     = 101
	noTransposed = 111
	transposed   = 112
)

// serveOpenBLAS times products that it reads, one a line; which of its kernels works is told by its environment.
func serveOpenBLAS(in io.Reader, out io.Writer) {
	handle, err := purego.Dlopen(library, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		json.NewEncoder(out).Encode(reply{Error: err.Error()})
		return
	}
	var dgemm func(order, transA, transB, m, n, k int32, alpha float64, a *float64, lda int32, b *float64, ldb int32, beta float64, c *float64,
		ldc int32)
	var config, core func() string
	purego.RegisterLibFunc(&dgemm, handle, "cblas_dgemm")
	purego.RegisterLibFunc(&config, handle, "openblas_get_config")
	purego.RegisterLibFunc(&core, handle, "openblas_get_corename")
	requests, replies := json.NewDecoder(in), json.NewEncoder(out)
	replies.Encode(reply{Version: fmt.Sprintf("%s; running %s", config(), core())})
	for {
		var r request
		if err := requests.Decode(&r); err != nil {
			return
		}
		o := operandsOf(r.Work)
		ta, tb := int32(noTransposed), int32(noTransposed)
		if r.Work.TransA {
			ta = transposed
		}
		if r.Work.TransB {
			tb = transposed
		}
		start := now()
		for range r.Repeats {
			dgemm(rowMajor, ta, tb, int32(o.M), int32(o.N), int32(o.K), 1, &o.a[0], int32(o.lda), &o.b[0], int32(o.ldb), 0, &o.c[0], int32(o.N))
		}
		if err := replies.Encode(reply{Seconds: now() - start}); err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			return
		}
	}
}
