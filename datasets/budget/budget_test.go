package budget

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	defer Set(0)
	Set(1 << 30)
	if err := Check(1<<30, "a matrix"); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct {
		bytes float64
		want  string
	}{
		{1<<30 + 1, "a 3×4 matrix takes at least 1.0 GiB of memory, and at most 1.0 GiB are allowed; --memory changes that"},
		{1e8 * 1e8 * 8, "a 3×4 matrix takes at least 71 PiB of memory, and at most 1.0 GiB"},
		{1e300, "EiB"},
		{math.Inf(1), "+Inf EiB"},
		{math.NaN(), "NaN"},
	} {
		err := Check(tt.bytes, "a %d×%d matrix", 3, 4)
		var over *Error
		if !errors.As(err, &over) || !strings.Contains(err.Error(), tt.want) || over.Limit != 1<<30 {
			t.Errorf("%v bytes: %v, want %q", tt.bytes, err, tt.want)
		}
	}
	Set(0)
	if m := Machine(); m < 64<<20 || Limit() != int64(share*float64(m)) {
		t.Errorf("the machine has %d bytes, limit %d", m, Limit())
	}
}

func TestAccount(t *testing.T) {
	defer Set(0)
	Set(1000)
	a := Account{What: "a file"}
	for range 2 {
		if err := a.Take(500); err != nil {
			t.Error(err)
		}
	}
	if err := a.Take(500); err == nil || !strings.Contains(err.Error(), "a file takes at least 1.5 KiB of memory") {
		t.Errorf("got %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{
		"512M": 512 << 20, "8G": 8 << 30, "1.5GiB": 3 << 29, "2gb": 2 << 30, "1T": 1 << 40, "1048576": 1 << 20, "1024K": 1 << 20,
		"50%": Machine() / 2, "100%": Machine(),
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "8", "0", "-1G", "0G", "1GG", "1I", "1GI%", "101%", "0%", "0x10G", "NaN", "Inf", "1e400", "9e18T",
		"many"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q: %d, want an error", text, got)
		}
	}
}

func TestText(t *testing.T) {
	for bytes, want := range map[float64]string{0: "0 bytes", 1023: "1023 bytes", 1024: "1.0 KiB", 1.5 * (1 << 30): "1.5 GiB",
		12.7 * (1 << 20): "12 MiB"} {
		if got := Text(bytes); got != want {
			t.Errorf("%v: %q, want %q", bytes, got, want)
		}
	}
}
