package twister

import (
	"math"
	"math/bits"

	"nmfrepro/datasets/list"
)

// IntN draws a number from 0 to n-1: of R as sample does since version 3.6, of NumPy as shuffle, of MATLAB as randi.
func (s *Stream) IntN(n int) int {
	switch s.draw {
	case R:
		return s.rejected(n)
	case NumPy:
		return s.masked(uint32(n - 1))
	}
	return int(float64(n) * s.Float64())
}

// rejected draws numbers of as many bits as n needs, sixteen at a time, until one is below n.
func (s *Stream) rejected(n int) int {
	width := bits.Len(uint(n - 1))
	for {
		var v int64
		for drawn := 0; drawn <= width; drawn += 16 {
			v = 65536*v + int64(math.Floor(s.Float64()*65536))
		}
		if v &= 1<<width - 1; v < int64(n) {
			return int(v)
		}
	}
}

// masked draws words, cut to the bits that top needs, until one is at most top.
func (s *Stream) masked(top uint32) int {
	if top == 0 {
		return 0
	}
	mask := uint32(1)<<bits.Len32(top) - 1
	for {
		if v := s.mt.Uint32() & mask; v <= top {
			return int(v)
		}
	}
}

// Sample draws k of n numbers from 0 on without replacement, in the order in which the program returns them: MATLAB as randsample,
// R as sample, NumPy as choice without replacement.
func (s *Stream) Sample(n, k int) []int {
	switch s.draw {
	case R:
		left, drawn := list.Upto(n), make([]int, k)
		for i := range drawn {
			j := s.rejected(len(left))
			drawn[i] = left[j]
			left[j] = left[len(left)-1]
			left = left[:len(left)-1]
		}
		return drawn
	case NumPy:
		order := list.Upto(n)
		for i := n - 1; i > 0; i-- {
			j := s.masked(uint32(i))
			order[i], order[j] = order[j], order[i]
		}
		return order[:k]
	}
	return s.randsample(n, k)
}

// randsample draws as MATLAB's does: where k is more than a quarter of n the first of a permutation; else numbers are marked until k are,
// as many new ones at a time as are missing, and the marked ones are put in a random order.
func (s *Stream) randsample(n, k int) []int {
	if 4*k > n {
		return s.randperm(n)[:k]
	}
	marked := make([]bool, n)
	for found := 0; found < k; found = len(list.Places(marked, func(m bool) bool { return m })) {
		for range k - found {
			marked[int(math.Ceil(float64(n)*s.Float64()))-1] = true
		}
	}
	which := list.Places(marked, func(m bool) bool { return m })
	return list.Map(s.randperm(k), func(i int) int { return which[i] })
}

// randperm permutes as MATLAB's did before release R2011b: the order of n fractions.
func (s *Stream) randperm(n int) []int {
	u := make([]float64, n)
	for i := range u {
		u[i] = s.Float64()
	}
	return list.Order(u)
}
