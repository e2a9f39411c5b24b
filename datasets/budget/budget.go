// Package budget bounds the memory that one input can ask for. A file of a few bytes may promise a matrix that no machine
// holds, and Go's answer to an allocation that fails is the end of the process: so whoever is about to make what an input
// sizes asks here first, and gets an error that has the figures.
//
// It stands beside the other packages, and imports none of them, so that readers of files, solvers and scores can all ask
// the same question. The limit belongs to the process, as its memory does.
package budget

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
)

// share of the memory there is that one request may take: what is computed from a matrix is seldom smaller than it.
const share = 0.5

// Values of common types in bytes.
const (
	Float64 = 8
	Int     = 8
)

var limit atomic.Int64 // 0 until Set or the first question

var machine = sync.OnceValue(available)

// Machine returns the memory that the process may use, in bytes: that of the machine, of its control group, or what
// ulimit leaves, whichever is least.
func Machine() int64 { return machine() }

// Limit returns the most bytes that one request may take: what Set said, else half of what there is.
func Limit() int64 {
	if set := limit.Load(); set > 0 {
		return set
	}
	return int64(share * float64(Machine()))
}

// Set changes the limit; 0 returns to half of what there is.
func Set(bytes int64) { limit.Store(bytes) }

// Error is a request beyond the budget.
type Error struct {
	What        string // what was to be made
	Need, Limit float64
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s takes at least %s of memory, and at most %s are allowed; --memory changes that", e.What, Text(e.Need), Text(e.Limit))
}

// Check returns an *Error if what takes more bytes than the limit. bytes is a float64, so that a product of sizes cannot
// overflow.
func Check(bytes float64, format string, args ...any) error {
	if most := float64(Limit()); !(bytes <= most) {
		return &Error{fmt.Sprintf(format, args...), bytes, most}
	}
	return nil
}

// Account adds up what one input takes piece by piece.
type Account struct {
	What  string // for the error
	taken float64
}

// Take returns an *Error if what was taken so far, and bytes more, are beyond the limit.
func (a *Account) Take(bytes float64) error {
	a.taken += bytes
	return Check(a.taken, "%s", a.What)
}

// Text writes bytes for people: 512 MiB, 1.5 GiB.
func Text(bytes float64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	i := 0
	for ; i < len(units)-1 && bytes >= 1024; i++ {
		bytes /= 1024
	}
	if bytes < 10 && i > 0 {
		return fmt.Sprintf("%.1f %s", bytes, units[i])
	}
	return fmt.Sprintf("%.0f %s", math.Floor(bytes), units[i])
}
