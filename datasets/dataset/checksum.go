package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Checksum identifies a set with its options without reading it: the SHA-256 of the name, the files' sums in the
// registry and the options as canonical JSON. A file that is a variant (see Load of package datasets) has the content of the registry's, so
// it changes nothing here. Where the registry knows no sum, only Load can tell what is there: its Data then has another one.
func Checksum(e Entry, d Dataset) string {
	if d == nil {
		d = e.New()
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", e.Name)
	for _, f := range e.Files {
		fmt.Fprintf(h, "%s %s\n", f.SHA256, f.Path)
	}
	plain := d
	if p, ok := d.(Pinned); ok {
		plain = p.Unpinned()
	}
	options, err := json.Marshal(Values(plain)) // sorts the keys
	if err != nil {
		panic("datasets: " + e.Name + ": options are not plain values: " + err.Error())
	}
	h.Write(options)
	if r, ok := d.(Reread); ok {
		h.Write([]byte(r.Reading()))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Reread is a set whose reader has changed, and with it the results.
type Reread interface {
	Reading() string // names the way; "" is the first
}

// Pinned is a set whose options may hold the sums of its files; these sums do not change its content.
type Pinned interface {
	Unpinned() Dataset // the set without them
}

// Values returns the options of a set by their YAML names, without those that are to be omitted at their zero value.
func Values(d Dataset) map[string]any {
	out := map[string]any{}
	eachOption(reflect.Indirect(reflect.ValueOf(d)), func(name, _ string, omit bool, v reflect.Value) {
		if omit && v.IsZero() {
			return
		}
		out[name] = v.Interface()
		if v.Kind() == reflect.Slice && v.Len() == 0 {
			out[name] = []any{} // nil and empty say the same
		}
	})
	return out
}

// ContentSum returns the SHA-256 of shape, entries, labels and side information: what experiments see, in whatever files it
// came.
func ContentSum(d *Data) string {
	h := sha256.New()
	m, n := d.X.Dims()
	writeInts(h, []int{m, n, d.X.NNZ()})
	buf := make([]float64, n)
	for i := range m {
		cols, vals := d.X.Row(i, buf)
		if _, dense := d.X.(*matrix.Dense); !dense {
			writeInts(h, []int{len(cols)})
			writeInts(h, cols)
		}
		binary.Write(h, binary.LittleEndian, vals)
	}
	writeInts(h, d.Labels)
	for _, side := range []*mat.Dense{d.RowFeatures, d.ColumnFeatures} {
		if side != nil {
			binary.Write(h, binary.LittleEndian, side.RawMatrix().Data)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func writeInts[T int | int32](h hash.Hash, v []T) {
	raw := make([]byte, 0, 8*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
	}
	h.Write(raw)
}
