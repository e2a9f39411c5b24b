package gemm

import (
	"sort"
	"unsafe"

	"gonum.org/v1/gonum/blas/blas64"
)

// Sampled is a sparse matrix, or a partly known one, in compressed rows: row i holds the entries Ptr[i] to Ptr[i+1],
// of columns Col, ascending, and values Val.
type Sampled struct {
	Rows, Cols int
	Ptr        []int
	Col        []int32
	Val        []float64
}

// weight is what an entry held contributes to a row of the result, times the row of B that its column names.
type weight int8

const (
	nothing weight = iota
	entry          // x, the entry itself
	model          // the entry of A·Bᵀ
	ratio          // x / max(the entry of A·Bᵀ, floor)
	one
)

// sampling is num = Q·B and den = R·B, where Q and R hold weights at the entries of X and zeros elsewhere; without a
// weight for den there is none. A is m×r, B n×r, X m×n. Each entry of a result is the sum over the entries of a row of X,
// ascending, each term one fma; the model's entries are those of SampledDots.
type sampling struct {
	x            *Sampled
	num, den     blas64.General
	ofNum, ofDen weight
	a, b         blas64.General
	floor        float64
	losses       []float64 // of the rows of X, if wanted beside ratios
	from, to     int       // the rows of X to do
}

// MulTo sets dst = X·b, absent entries taken for zeros. Every shape must fit; dst must not overlap b.
func (x *Sampled) MulTo(dst, b blas64.General) {
	s := sampling{x: x, num: dst, ofNum: entry, b: b}
	s.run()
}

// ModelMulTo sets dst = (M.*(A·Bᵀ))·B, where M marks the entries that X holds. dst must not overlap the others.
func (x *Sampled) ModelMulTo(dst, a, b blas64.General) {
	s := sampling{x: x, num: dst, ofNum: model, a: a, b: b}
	s.run()
}

// FitMulTo sets num = X·B and den = (M.*(A·Bᵀ))·B, the two parts of the masked Euclidean update, in one pass.
func (x *Sampled) FitMulTo(num, den, a, b blas64.General) {
	s := sampling{x: x, num: num, den: den, ofNum: entry, ofDen: model, a: a, b: b}
	s.run()
}

// RatioMulTo sets dst = (X ./ max(A·Bᵀ, floor))·B over the entries that X holds.
func (x *Sampled) RatioMulTo(dst, a, b blas64.General, floor float64) {
	s := sampling{x: x, num: dst, ofNum: ratio, a: a, b: b, floor: floor}
	s.run()
}

// RatioLossMulTo does what RatioMulTo does, and sets losses[i] to the sum over row i of [Divergences], in order; floor must be positive.
func (x *Sampled) RatioLossMulTo(dst, a, b blas64.General, floor float64, losses []float64) {
	sameLength(len(losses), x.Rows, "RatioLossMulTo")
	s := sampling{x: x, num: dst, ofNum: ratio, a: a, b: b, floor: floor, losses: losses}
	clear(losses)
	s.run()
}

// RatioFitMulTo sets num as RatioMulTo does and den = M·B, the two parts of the masked KL update, in one pass.
func (x *Sampled) RatioFitMulTo(num, den, a, b blas64.General, floor float64) {
	s := sampling{x: x, num: num, den: den, ofNum: ratio, ofDen: one, a: a, b: b, floor: floor}
	s.run()
}

func (s *sampling) check() {
	m, n, r := s.x.Rows, s.x.Cols, s.b.Cols
	ok := s.b.Rows == n && s.num.Rows == m && s.num.Cols == r
	if s.ofNum != entry {
		ok = ok && s.a.Rows == m && s.a.Cols == r
	}
	if s.ofDen != nothing {
		ok = ok && s.den.Rows == m && s.den.Cols == r
	}
	if !ok {
		panic("gemm: factors do not fit the sampled matrix")
	}
}

func (s *sampling) run() {
	s.check()
	if s.x.Rows == 0 || s.b.Cols == 0 {
		return
	}
	w := newWorkspace()
	w.sampling = *s
	w.run(samplings, partsOf(len(s.x.Val), s.b.Cols, 1))
}

// samplings gives every part about as many entries.
var samplings = task{
	share: func(on, all *workspace, _ *kernel, part, parts int) {
		s := all.sampling
		s.from, s.to = s.x.cut(part, parts), s.x.cut(part+1, parts)
		on.sampling = s
	},
	do: (*workspace).sampled,
}

// cut returns the row where part begins.
func (x *Sampled) cut(part, parts int) int {
	if part == parts {
		return x.Rows
	}
	return sort.SearchInts(x.Ptr[:x.Rows], x.Ptr[0]+len(x.Val)*part/parts)
}

// chunkEntries is how much of B is worked on at a time: 12.5 KiB lie in a first-level cache of 32 KiB between the model's
// entries and their use, and the chunk that comes next finds room beside it. Half of it takes 1.07 times as long on a Zen 5.
const chunkEntries = 1600

// valuesAhead is how far ahead of their use values are asked for, as the sums do it for columns.
const valuesAhead = 256

// sampled does the sampling in w on one thread.
func (w *workspace) sampled(ker *kernel) {
	s := &w.sampling
	if s.ofNum == entry && s.ofDen == nothing && s.b.Cols <= ker.sampledMost {
		for i := s.from; i < s.to; i++ {
			clear(line(s.num, i))
		}
		ker.sampledRows(s.num, s.b, s.x, s.from, s.to)
		return
	}
	chunk := min(max(chunkEntries/s.b.Cols&^7, 8), blockK)
	for i := s.from; i < s.to; i++ {
		clear(line(s.num, i))
		if s.ofDen != nothing {
			clear(line(s.den, i))
		}
		at, end := s.x.Ptr[i], s.x.Ptr[i+1]
		if s.ofNum == ratio && s.ofDen == nothing && s.b.Cols <= ker.ratiosMost && s.floor > 0 {
			for k := 0; end-at >= ratiosLeast; at += k {
				k = min((end-at)&^3, len(w.wide))
				w.sampledRatios(ker, s, i, at, k)
			}
		}
		for ; at < end; at += chunk {
			w.sampledChunk(ker, s, i, at, min(chunk, end-at))
		}
	}
}

// ratiosLeast entries of a row are worth a pass of their own beside that of the three or fewer left over.
const ratiosLeast = 16

// ratiosDistance entries ahead of the one in use, its row of b is asked for.
const ratiosDistance = 32

// sampledRatios does what sampledChunk does, in one pass, for ratios.
func (w *workspace) sampledRatios(ker *kernel, s *sampling, i, at, k int) {
	cols, vals, q := s.x.Col[at:at+k], s.x.Val[at:at+k], w.wide[:k]
	ahead := cols
	if next := at + ratiosDistance; next+k <= len(s.x.Col) {
		ahead = s.x.Col[next : next+k]
	}
	ker.sampledRatios(line(s.num, i), line(s.a, i), s.b.Data, s.b.Stride, cols, ahead, vals, q, s.floor)
	if s.losses != nil {
		ker.divergenceSums(q, vals, &s.losses[i])
	}
}

// sampledChunk adds what k entries of row i, from the one at at, contribute.
func (w *workspace) sampledChunk(ker *kernel, s *sampling, i, at, k int) {
	cols, vals, q := s.x.Col[at:at+k], s.x.Val[at:at+k], w.wide[:k]
	ahead := cols
	if at+2*k <= len(s.x.Col) {
		ahead = s.x.Col[at+k : at+2*k]
	}
	b := s.b.Data
	if s.ofNum != entry || s.ofDen == model {
		ker.sampledDots(q, line(s.a, i), b, s.b.Stride, cols)
	}
	if next := at + valuesAhead; ker.fetch != nil && next+k <= len(s.x.Val) {
		ker.fetch(unsafe.Pointer(&s.x.Val[next]), 0, 1, 8*k)
	}
	if s.ofNum == ratio {
		floored(ker.ratio, ratioPortable, q, vals, q, s.floor)
	}
	if s.ofDen == nothing {
		ker.sampledSum(line(s.num, i), b, s.b.Stride, cols, ahead, s.weights(s.ofNum, vals, q))
	} else {
		ker.sampledSums(line(s.num, i), line(s.den, i), b, s.b.Stride, cols, ahead, s.weights(s.ofNum, vals, q), s.weights(s.ofDen, vals, q))
	}
	if s.losses != nil {
		ker.divergenceSums(q, vals, &s.losses[i])
	}
}

func (s *sampling) weights(of weight, vals, q []float64) []float64 {
	switch of {
	case entry:
		return vals
	case one:
		return ones[:len(q)]
	}
	return q
}

var ones = func() (x [blockK]float64) {
	for i := range x {
		x[i] = 1
	}
	return x
}()

func line(a blas64.General, i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+a.Cols] }
