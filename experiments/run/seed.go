package run

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// comparison identifies what all methods of one comparison share: the same subset, W0 and H0 for the same replicate.
type comparison struct {
	Master     uint64
	Experiment string
	Dataset    string
	Subset     string
	Rank       int
	Replicate  int
}

// stream returns the random stream of one role ("subset", "w0", "h0", "solver:nmf", ...). It depends on the comparison and
// the role alone, never on scheduling; fields are length-prefixed, so that no two of them run together.
func (c comparison) stream(role string) *rand.Rand {
	h := sha256.New()
	num := func(v uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, v)) }
	text := func(s string) { num(uint64(len(s))); h.Write([]byte(s)) }
	num(c.Master)
	text(c.Experiment)
	text(c.Dataset)
	text(c.Subset)
	num(uint64(c.Rank))
	num(uint64(c.Replicate))
	text(role)
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}
