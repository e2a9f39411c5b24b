package tabular

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"gonum.org/v1/gonum/mat"
)

func TestNumbers(t *testing.T) {
	want := mat.NewDense(2, 3, []float64{1, -2.5, 3e-7, 4, 5, 6})
	for name, text := range map[string]string{
		"plain":           "1,-2.5,3e-7\n4,5,6\n",
		"no last newline": "1,-2.5,3e-7\n4,5,6",
		"crlf":            "1,-2.5,3e-7\r\n4,5,6\r\n",
		"spaces":          " 1 ,\t-2.5, 3e-7 \n4,5,6\n",
		"blank at end":    "1,-2.5,3e-7\n4,5,6\n\n \n\n",
		"byte order mark": "\xef\xbb\xbf1,-2.5,3e-7\n4,5,6\n",
	} {
		got, err := Numbers(iotest.OneByteReader(strings.NewReader(text)), name, Bare{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !mat.Equal(got, want) {
			t.Errorf("%s: got %v", name, mat.Formatted(got))
		}
	}
}

func TestNumbersErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "x.csv: the file holds no numbers"},
		{"only newlines", "\n\n", "x.csv: the file holds no numbers"},
		{"header", "a,b\n1,2\n", `x.csv:1:1: found "a", want a number; separate values by commas, with a point as the decimal mark, and without header`},
		{"row names", "1,2\ns1,2\n", `x.csv:2:1: found "s1", want a number; separate`},
		{"short row", "1,2\n3\n", "x.csv:2:1: found 1 values, want 2"},
		{"long row", "1,2\n3,4,5\n", "x.csv:2:5: found 3 values, want 2"},
		{"hole", "1,,3\n", "x.csv:1:3: found nothing as value 2"},
		{"trailing comma", "1,2,\n", "x.csv:1:5: found nothing as value 3"},
		{"blank between", "1,2\n\n3,4\n", "x.csv:2:1: found an empty line"},
		{"nan", "1,NaN\n", "x.csv:1:3: found NaN, want a finite number"},
		{"inf", "1\n-inf\n", "x.csv:2:1: found -inf, want a finite number"},
		{"too large", "1e999\n", "x.csv:1:1: found 1e999, want a number within"},
		{"semicolons", "1;2\n", "separate values by commas"},
		{"comment", "# a\n1,2\n", "x.csv:1:1: found a line that begins with #"},
		{"hexadecimal", "0x1p3\n", "want a number"},
		{"long text", strings.Repeat("a", 100_000), "longer than 65536 bytes"},
	} {
		_, err := Numbers(strings.NewReader(tt.text), "x.csv", Bare{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
		if _, ok := errors.AsType[*SyntaxError](err); !ok {
			t.Errorf("%s: %T is no SyntaxError", tt.name, err)
		}
	}
	broken := errors.New("disk gone")
	if _, err := Numbers(iotest.ErrReader(broken), "x.csv", Bare{}); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's own error", err)
	}
}

func TestNumbersNonFinite(t *testing.T) {
	a, err := Numbers(strings.NewReader("NaN,+Inf,-Inf,nan\n"), "x.csv", Bare{NonFinite: true})
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(a.At(0, 0)) || !math.IsInf(a.At(0, 1), 1) || !math.IsInf(a.At(0, 2), -1) || !math.IsNaN(a.At(0, 3)) {
		t.Errorf("got %v", a.RawRowView(0))
	}
}

func TestWriteBare(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, mat.NewDense(1, 2, []float64{0.1, 1. / 3}), "", nil, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "0.10000000000000001,0.33333333333333331\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIntegers(t *testing.T) {
	got, err := Integers(strings.NewReader("1,2,3\n-4,5,6\n"), "t.csv", 3)
	if err != nil || len(got) != 2 || got[1][0] != -4 || got[1][2] != 6 {
		t.Errorf("got %v, %v", got, err)
	}
	for text, want := range map[string]string{"1,2\n": "t.csv:1:1: found 2 values a line, want 3",
		"1,2,3\n1,2.5,3\n": "t.csv:2:1: found 2.5 as value 2", "1,2,1e300\n": "whole number"} {
		if _, err := Integers(strings.NewReader(text), "t.csv", 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// FuzzRead checks that what was read comes back from what is written, bit for bit.
func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"1,2\n3,4\n", "", "a,b\n", "1,\n", "NaN,-0\n", "1e308,4.9e-324\r\n\n", "0x1p-2", "1_0\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := Numbers(bytes.NewReader(text), "fuzz", Bare{NonFinite: true})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, a, "", nil, nil); err != nil {
			t.Fatal(err)
		}
		again, err := Numbers(&b, "again", Bare{NonFinite: true})
		if err != nil {
			t.Fatalf("wrote %q: %v", b.String(), err)
		}
		x, y := a.RawMatrix(), again.RawMatrix()
		if x.Rows != y.Rows || x.Cols != y.Cols {
			t.Fatalf("%d×%d came back as %d×%d", x.Rows, x.Cols, y.Rows, y.Cols)
		}
		for i := range x.Data {
			if math.Float64bits(x.Data[i]) != math.Float64bits(y.Data[i]) && !(math.IsNaN(x.Data[i]) && math.IsNaN(y.Data[i])) {
				t.Fatalf("%v came back as %v", x.Data[i], y.Data[i])
			}
		}
	})
}
