package table

import (
	"fmt"
	"strings"
	"testing"
)

// Names beside a file that holds none: one a line, with or without a header, in quotes, as features.tsv.
func TestNameBy(t *testing.T) {
	file := func(name, text string) File {
		return File{R: strings.NewReader(text), Size: int64(len(text)), Name: name}
	}
	read := func(transpose bool) *Table {
		x, err := Read(file("x.mtx", "%%MatrixMarket matrix coordinate real general\n3 2 3\n1 1 5\n2 1 9\n3 2 8\n"),
			Options{Transpose: transpose})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for text, want := range map[string]string{
		"apple\npear\nplum\n": "[apple pear plum]", "word\napple\npear\nplum": "[apple pear plum]", "\"a,b\"\r\n\"say \"\"c\"\"\"\r\nd\r\n": `[a,b say "c" d]`,
		"E1\tBRCA1\tGene Expression\nE2\tTP53\tGene Expression\nE3\tTP53\tGene Expression\n": "[BRCA1 TP53 (E2) TP53 (E3)]",
	} {
		x := read(false)
		if err := x.NameBy(file("names", text), true); err != nil || fmt.Sprint(x.Features) != want {
			t.Errorf("%q: %v, %v", text, x.Features, err)
		}
		if err := x.NameBy(file("again", text), true); err == nil || !strings.Contains(err.Error(), "x.mtx has names of features already") {
			t.Errorf("%q twice: %v", text, err)
		}
	}
	turned := read(true)
	if err := turned.NameBy(file("cells", "c1-1\tx\nc2-1\ty\nc3-1\tz\n"), false); err != nil ||
		fmt.Sprint(turned.Samples) != "[c1-1 c2-1 c3-1]" {
		t.Errorf("%v, %v", turned.Samples, err)
	}
	if err := read(false).NameBy(file("two", "a\nb\n"), true); err == nil ||
		!strings.Contains(err.Error(), "two has 2 lines, want a name for each of 3 features") {
		t.Error(err)
	}
}
