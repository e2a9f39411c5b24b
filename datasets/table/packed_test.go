package table

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

// A packed file that is cut off, has something behind it or is damaged says so, and not what a reader of its content would say.
func TestDamagedPacking(t *testing.T) {
	var whole bytes.Buffer
	z := gzip.NewWriter(&whole)
	for i := range 4000 {
		if _, err := z.Write([]byte{byte('1' + i*i%7), ',', byte('1' + i%5), '\n'}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole.Bytes())
	flipped[len(flipped)-6] ^= 1 // of the sum
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"cut":        {whole.Bytes()[:whole.Len()-9], "was the file cut off?"},
		"junk":       {append(bytes.Clone(whole.Bytes()), "junk"...), "something else behind it"},
		"longer":     {append(bytes.Clone(whole.Bytes()), "junk that is longer than a head"...), "something else behind it"},
		"damaged":    {flipped, "is damaged"},
		"head alone": {whole.Bytes()[:5], "cannot be read"},
	} {
		_, err := Read(File{Name: "a.csv.gz", R: bytes.NewReader(tt.content), Size: int64(len(tt.content))}, Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "a.csv.gz: ") {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if _, err := Read(File{Name: "a.csv.gz", R: bytes.NewReader(whole.Bytes()), Size: int64(whole.Len())}, Options{}); err != nil {
		t.Error(err)
	}
}
