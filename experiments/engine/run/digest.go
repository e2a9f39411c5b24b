package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers/matrix"
)

// digests are those that this process has made, by part and options.
var digests sync.Map

// digested runs a part once and digests what it gives.
func digested(part string, options any, run func(*digest)) string {
	made, _ := digests.LoadOrStore(part+" "+store.Canonical(options), sync.OnceValue(func() string {
		return newDigest().of(run)
	}))
	return made.(func() string)()
}

// newDigest returns that of nothing yet.
func newDigest() *digest { return &digest{sha256.New(), sha256.New()} }

// of returns the digest of what a part gives, which may panic.
func (d *digest) of(run func(*digest)) string {
	func() {
		defer func() {
			if p := recover(); p != nil {
				d.say("panic:", p)
			}
		}()
		run(d)
	}()
	return hex.EncodeToString(d.bits.Sum(nil)[:6]) + "/" + hex.EncodeToString(d.digits.Sum(nil)[:4])
}

// digest takes the numbers that a part computes, once with all their bits and once with the digits that processors agree on which
// round products and sums in another way.
type digest struct{ bits, digits hash.Hash }

func (d *digest) say(what ...any) {
	text := fmt.Sprintln(what...)
	d.bits.Write([]byte(text))
	d.digits.Write([]byte(text))
}

// agreed is the part of the largest of some numbers to which processors agree.
const agreed = 1e-6

func (d *digest) numbers(values ...float64) {
	d.exact(values)
	d.rounded(values)
}

func (d *digest) exact(values []float64) {
	_ = binary.Write(d.bits, binary.LittleEndian, values) // a hash takes all
}

func (d *digest) rounded(values []float64) {
	top := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) {
			top = max(top, math.Abs(v)) // NaN stays
		}
	}
	top = cmp.Or(top, 1)
	raw := fmt.Appendf(nil, "%d %.5g", len(values), top)
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(math.Round(v/top/agreed)+0)) // -0 + 0 is 0
	}
	d.digits.Write(raw)
}

// matrix takes a matrix whose columns may be in another order on another processor, where a tie is broken in another way.
func (d *digest) matrix(a mat.Matrix) {
	m, n := a.Dims()
	d.say(m, n)
	for i := range m {
		row := mat.Row(nil, i, a)
		d.exact(row)
		slices.Sort(row)
		d.rounded(row)
	}
}

// labels takes the cluster of each sample, which may have another number on another processor.
func (d *digest) labels(labels []int) {
	fmt.Fprintln(d.bits, labels)
	seen := map[int]int{}
	for _, l := range labels {
		if _, known := seen[l]; !known {
			seen[l] = len(seen)
		}
		fmt.Fprintln(d.digits, seen[l])
	}
}

// some is a bound on the numbers that are taken of a matrix of data.
const some = 1 << 15

// data takes a matrix of data, of a large one some rows at equal distances.
func (d *digest) data(x matrix.Matrix) {
	m, n := x.Dims()
	d.say(m, n, x.NNZ())
	for i := 0; i < m; i += 1 + m*n/some {
		cols, row := x.Row(i, make([]float64, n))
		d.say(cols)
		d.numbers(row...)
	}
}
