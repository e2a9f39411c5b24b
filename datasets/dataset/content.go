package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ContentSum is the SHA-256 of shape, entries, labels and side information: what experiments see, in whatever files it
// came.
func ContentSum(d *Data) string {
	h := sha256.New()
	m, n := d.X.Dims()
	writeInts(h, []int{m, n, d.X.NNZ()})
	buf := make([]float64, n)
	raw := make([]byte, 0, 8*n)
	for i := range m {
		cols, vals := d.X.Row(i, buf)
		if _, dense := d.X.(*matrix.Dense); !dense {
			writeInts(h, []int{len(cols)})
			writeInts(h, cols)
		}
		raw = raw[:0]
		for _, v := range vals {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
		h.Write(raw)
	}
	writeInts(h, d.Labels)
	for _, side := range []*mat.Dense{d.RowFeatures, d.ColumnFeatures} {
		if side != nil {
			binary.Write(h, binary.LittleEndian, side.RawMatrix().Data)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func writeInts[T int | int32](h hash.Hash, v []T) {
	raw := make([]byte, 0, 8*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
	}
	h.Write(raw)
}
