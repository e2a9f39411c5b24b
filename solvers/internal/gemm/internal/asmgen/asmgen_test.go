package asmgen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var generate = flag.Bool("generate", false, "write the files instead of comparing them")

const folder = "../.." // of package gemm

// The checked-in assembly is what this package writes; if not, run go generate in package gemm.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	files := Files()
	for name, want := range files {
		path := filepath.Join(folder, name)
		if *generate {
			if err := os.WriteFile(path, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what asmgen writes: run go generate (- checked in, + asmgen)\n%s",
				name, cmp.Diff(strings.Split(string(got), "\n"), strings.Split(string(want), "\n")))
		}
	}
	checkedIn, err := filepath.Glob(filepath.Join(folder, "*.s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range checkedIn {
		if files[filepath.Base(path)] == nil {
			t.Errorf("%s is written by hand", path)
		}
	}
}

// Mistakes with registers end the generator, which shows the function as far as it is written.
func TestRegistersAreCounted(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		body       func(w *writer)
	}{
		{"taken twice", "Z3 is wanted for the mask and holds the sum", func(w *writer) { w.take("Y3", "the sum"); w.take("Z3", "the mask") }},
		{"an argument's", "SI is wanted for an offset and holds x", func(w *writer) { w.take("SI", "an offset") }},
		{"never taken", "R9 holds nothing in ADDQ R9, SI", func(w *writer) { w.op("ADDQ R9, SI") }},
		{"used after release", "X5 holds nothing in VADDPD Y4, X5, Y4", func(w *writer) {
			w.take("Y4", "a")
			w.take("Y5", "b")
			w.release("Z5")
			w.op("VADDPD Y4, X5, Y4")
		}},
		{"a mask", "K2 holds nothing in KMOVW SI, K2", func(w *writer) { w.op("KMOVW SI, K2") }},
		{"released twice", "AX is released and holds nothing", func(w *writer) { w.take("AX", "i"); w.release("AX", "AX") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newAssembly()
			w.begins("before", "()", nil, nil)
			w.take("Y3", "of another function")
			w.begins("function", "(x *float64)", []string{"x"}, []string{"SI"})
			defer func() {
				got, _ := recover().(string)
				if !strings.HasPrefix(got, "asmgen: "+tt.want+", after\n") || !strings.Contains(got, "MOVQ x+0(FP), SI") || strings.Contains(got, "before") {
					t.Errorf("got panic %q, want %q and the text of the function", got, tt.want)
				}
			}()
			tt.body(w)
		})
	}
}
