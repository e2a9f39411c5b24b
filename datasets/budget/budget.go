// Package budget bounds the memory that one input can ask for. A file of a few bytes may promise a matrix that no machine
// holds, and Go's answer to an allocation that fails is the end of the process: so whoever is about to make what an input
// sizes asks here first, and gets an error that has the figures.
//
// It stands beside the other packages, and imports none of them, so that readers of files, solvers and scores can all ask
// the same question. The limit belongs to the process, as its memory does.
package budget

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
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

// unknown is what a machine is taken to have where it does not say.
const unknown = 4 << 30

// machine is the least of what the machine, the control group and ulimit allow.
var machine = sync.OnceValue(func() int64 {
	found := slices.DeleteFunc([]int64{physical(), grouped(), allowed()}, func(v int64) bool { return v <= 0 || v == math.MaxInt64 })
	if len(found) == 0 {
		return unknown
	}
	return slices.Min(found)
})

// Machine returns the memory that the process may use, in bytes: the least of the machine's, its control group's and ulimit's.
func Machine() int64 { return machine() }

// Limit returns the most bytes that one request may take: the limit of Set, else half of the machine's memory.
func Limit() int64 {
	if set := limit.Load(); set > 0 {
		return set
	}
	return int64(share * float64(Machine()))
}

// Set changes the limit; 0 returns to half of the machine's memory.
func Set(bytes int64) { limit.Store(bytes) }

// Error is a request beyond the budget.
type Error struct {
	What        string // what was to be made
	Need, Limit float64
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s takes at least %s of memory, and at most %s are allowed; --memory changes that", e.What, Text(e.Need),
		Text(e.Limit))
}

// Check returns an *Error if what takes more bytes than the limit. bytes is a float64, so that a product of sizes cannot
// overflow.
func Check(bytes float64, format string, args ...any) error {
	if most := float64(Limit()); !(bytes <= most) {
		return &Error{fmt.Sprintf(format, args...), bytes, most}
	}
	return nil
}

// Advise adds to an error of reading a file what to do, unless the error says so already (behind a semicolon) or memory is what lacks.
func Advise(err error, do string) error {
	if _, memory := errors.AsType[*Error](err); memory || err == nil || strings.Contains(err.Error(), "; ") {
		return err
	}
	return fmt.Errorf("%w; %s", err, do)
}

// Account adds up the memory of one input, piece by piece.
type Account struct {
	What  string // for the error
	taken float64
}

// Take adds bytes to the account, and returns an *Error if its sum is beyond the limit.
func (a *Account) Take(bytes float64) error {
	a.taken += bytes
	return Check(a.taken, "%s", a.What)
}

// frugal counts those who asked for it.
var frugal struct {
	sync.Mutex
	users, before int
}

// Frugal has garbage collected often until done is called: text leaves several times its values behind, which the limit does not count.
func Frugal() (done func()) {
	const percent = 25 // of what is in use; numbers cost nothing to look through
	frugal.Lock()
	defer frugal.Unlock()
	if frugal.users++; frugal.users == 1 {
		frugal.before = debug.SetGCPercent(percent)
	}
	return func() {
		frugal.Lock()
		defer frugal.Unlock()
		if frugal.users--; frugal.users == 0 {
			debug.SetGCPercent(frugal.before)
		}
	}
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

// units of 1024: what people write for memory, with or without iB.
var units = map[string]float64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// Parse reads an amount of memory, as 512M, 8G, 1.5GiB, or a share of what there is, as 50%.
func Parse(text string) (int64, error) {
	wrong := fmt.Errorf("want memory as 512M, 8G or 50%%")
	word := strings.ToUpper(strings.TrimSpace(text))
	number := strings.TrimRight(word, "KMGTIB%")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || strings.ContainsAny(number, "XPN_") { // Go's hexadecimal forms, NaN, Inf
		return 0, wrong
	}
	unit := word[len(number):]
	if unit == "%" {
		if value > 100 {
			return 0, wrong
		}
		return amount(value / 100 * float64(Machine()))
	}
	factor, ok := units[strings.TrimSuffix(strings.TrimSuffix(unit, "B"), "I")]
	if !ok || unit == "I" {
		return 0, wrong
	}
	return amount(value * factor)
}

// least is what no sound use goes below: a smaller figure is one without its unit.
const least = 1 << 20

func amount(bytes float64) (int64, error) {
	if !(bytes >= least) || bytes > math.MaxInt64/2 {
		return 0, fmt.Errorf("want at least 1M, and at most 4194304T")
	}
	return int64(bytes), nil
}

// ReadAll reads a stream of unknown size, such as a pipe or a packed file, to its end, unless it grows beyond the limit. format and args
// name it in the error.
func ReadAll(r io.Reader, format string, args ...any) ([]byte, error) {
	content := make([]byte, 0, 512)
	for {
		n, err := r.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case err == io.EOF:
			return content, nil
		case err != nil:
			return nil, err
		case len(content) == cap(content):
			if err := Check(2*float64(cap(content)), format, args...); err != nil {
				return nil, err
			}
			content = append(content, 0)[:len(content)]
		}
	}
}
