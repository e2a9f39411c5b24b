package spec

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An address that is understood is understood again as it is written.
func FuzzAddress(f *testing.F) {
	lib, err := Embedded()
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"pnmf", "pnmf/table3:dataset=iris|orl,method=pnmf", "RPR Tab. 2", "pnmf/table3:rank=,", "rpr/fig4: replicate =3", "a/b/c", ":", "pnmf/table3:x==y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := lib.ParseAddress(text)
		if err != nil {
			return
		}
		place := a.Paper
		if a.Table != "" {
			place += "/" + a.Table
		}
		again, err := lib.ParseAddress(place + ":" + a.Only.String())
		if err != nil || !cmp.Equal(a, again) {
			t.Fatalf("%q: %v, want %v; %v", text, again, a, err)
		}
	})
}
