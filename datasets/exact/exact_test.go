package exact

import (
	"math"
	"math/big"
	"strconv"
	"testing"
)

func TestText(t *testing.T) {
	for text, want := range map[string]bool{
		"9007199254740992": true, "9007199254740993": false, "-9007199254740993": false, "+9007199254740994": true, "0009007199254740993": false,
		"100000000000000000000": true, "123456789012345678": false, "12345678901234567.0": true, "1.2345678901234567e30": true, "1": true,
		"":                     true,
		"18446744073709551615": false, "00000000000000000000000001": true, "NaN": true,
	} {
		v, _ := strconv.ParseFloat(text, 64)
		if got := Text(text, v); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// The same as whole numbers of any length say it.
func TestInts(t *testing.T) {
	for _, v := range []int64{0, 1 << 53, 1<<53 + 1, -(1<<53 + 1), 1<<53 + 2, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1023} {
		f, accuracy := new(big.Float).SetInt64(v).Float64()
		if got := Int(v); got != (accuracy == big.Exact) {
			t.Errorf("%d (%v): %v", v, f, got)
		}
		u := uint64(v)
		_, accuracy = new(big.Float).SetUint64(u).Float64()
		if got := Uint(u); got != (accuracy == big.Exact) {
			t.Errorf("%d: %v", u, got)
		}
		if got := Text(strconv.FormatUint(u, 10), float64(u)); got != Uint(u) {
			t.Errorf("text of %d: %v", u, got)
		}
	}
}

func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{0: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: 0x1p-24, 0x03ff: 0x3ffp-24, 0x0400: 0x1p-14,
		0x3555: 0.333251953125, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1)} {
		if got := Half(bits); got != want {
			t.Errorf("%#x: %v, want %v", bits, got, want)
		}
	}
	if !math.IsNaN(Half(0x7e00)) || !math.Signbit(Half(0x8000)) {
		t.Error("NaN or -0")
	}
}
