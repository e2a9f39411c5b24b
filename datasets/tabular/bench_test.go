package tabular

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// BenchmarkRead reads 1000×200 numbers of 17 digits, bare and with names.
func BenchmarkRead(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, named := range []bool{false, true} {
		var text bytes.Buffer
		for i := range 1000 {
			if named {
				fmt.Fprintf(&text, "name %d,", i)
			}
			for j := range 200 {
				if j > 0 {
					text.WriteByte(',')
				}
				fmt.Fprintf(&text, "%.17g", rng.Float64())
			}
			text.WriteByte('\n')
		}
		b.Run(fmt.Sprintf("named=%v", named), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := Read(func() (io.Reader, error) { return bytes.NewReader(text.Bytes()), nil }, "x", Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
