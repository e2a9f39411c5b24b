// Package twister draws the numbers that MATLAB, R and NumPy draw from a seed, so that a run which another program made can be made
// again. The three share a generator, the Mersenne Twister of Matsumoto and Nishimura (1998); they differ in how a seed becomes its
// state, in how its words become a fraction, and in how a choice of samples is made of fractions.
package twister

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext/prng"

	"nmfrepro/datasets/list"
)

// Seeded names the generator of another program and its seed. The zero value names none.
type Seeded struct {
	Generator string `yaml:"generator,omitempty" strict:"required" words:"generator" doc:"generator of random numbers: mt19937, the Mersenne Twister"`
	Seed      uint64 `yaml:"seed,omitempty" strict:"required" doc:"its seed, below 4294967296"`
	Draw      Draw   `yaml:"draw,omitempty" strict:"required" words:"draw" doc:"program that draws: matlab (rng(seed, 'twister'), rand), r (set.seed(seed), runif, sample) or numpy (RandomState(seed), random_sample, choice)"`
}

// MT19937 is the one generator there is.
const MT19937 = "mt19937"

// Draw is a program that draws.
type Draw string

// The programs.
const (
	MATLAB Draw = "matlab"
	R      Draw = "r"
	NumPy  Draw = "numpy"
)

// Draws lists the programs.
var Draws = []string{string(MATLAB), string(R), string(NumPy)}

// Given tells whether a generator is named.
func (s Seeded) Given() bool { return s != Seeded{} }

// Validate reports what no generator could have.
func (s Seeded) Validate() error {
	switch {
	case s.Generator != MT19937:
		return fmt.Errorf("generator = %q, want %q", s.Generator, MT19937)
	case s.Seed > math.MaxUint32:
		return fmt.Errorf("seed = %d, want at most %d", s.Seed, uint32(math.MaxUint32))
	case !slices.Contains(Draws, string(s.Draw)):
		return fmt.Errorf("draw = %q, %s", s.Draw, list.DidYouMean(string(s.Draw), Draws))
	}
	return nil
}

// Stream is what a program draws from its seed on, in order.
type Stream struct {
	mt   *prng.MT19937
	draw Draw
}

// New begins a stream. s must be valid.
func (s Seeded) New() *Stream {
	stream := &Stream{prng.NewMT19937(), s.Draw}
	if s.Draw == R {
		stream.seedR(uint32(s.Seed))
	} else { // rng(0) of MATLAB is its default, 5489
		seed := s.Seed
		if s.Draw == MATLAB && seed == 0 {
			seed = 5489
		}
		stream.mt.Seed(seed)
	}
	return stream
}

// words is how many the state of the generator has.
const words = 624

// seedR scrambles a seed as R's set.seed does: fifty steps of a linear congruence, then one for each word of the state. The first word
// that is made is the place in the state, which R sets to its end.
func (s *Stream) seedR(seed uint32) {
	next := func() uint32 {
		seed = 69069*seed + 1
		return seed
	}
	for range 51 {
		next()
	}
	var state []byte
	for range words {
		state = binary.BigEndian.AppendUint32(state, next())
	}
	state = binary.BigEndian.AppendUint32(state, words)
	if err := s.mt.UnmarshalBinary(state); err != nil {
		panic("twister: " + err.Error()) // the state has the length that it wants
	}
}

// leastOfR is 1 / (2³² - 1): R moves a fraction that is not inside (0, 1) by its half.
const leastOfR = 2.328306437080797e-10

// Float64 draws a fraction: of R of 32 bits and inside (0, 1), of the others of 53 bits. MATLAB draws again where it is 0.
func (s *Stream) Float64() float64 {
	if s.draw == R {
		u := float64(s.mt.Uint32()) * 2.3283064365386963e-10
		switch {
		case u <= 0:
			return 0.5 * leastOfR
		case 1-u <= 0:
			return 1 - 0.5*leastOfR
		}
		return u
	}
	for {
		high, low := s.mt.Uint32()>>5, s.mt.Uint32()>>6
		if u := (float64(high)*(1<<26) + float64(low)) / (1 << 53); u > 0 || s.draw != MATLAB {
			return u
		}
	}
}
