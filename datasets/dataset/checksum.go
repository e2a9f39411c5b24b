package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
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
	options, err := json.Marshal(Values(d)) // sorts the keys
	if err != nil {
		panic("datasets: " + e.Name + ": options are not plain values: " + err.Error())
	}
	h.Write(options)
	if r, ok := d.(Reread); ok {
		h.Write([]byte(r.Reading()))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Reread is a set that is read in another way than it once was, whose results are others.
type Reread interface {
	Reading() string // names the way; "" is the first
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
