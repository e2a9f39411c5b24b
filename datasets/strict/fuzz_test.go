package strict_test

import (
	"bytes"
	"reflect"
	"testing"

	"nmfrepro/datasets/strict"

	"gopkg.in/yaml.v3"
)

// judged is what yaml.v3 can decode too; what it and we accept must have one meaning.
type judged struct {
	Name   string  `yaml:"name"`
	Count  uint64  `yaml:"count"`
	Signed int     `yaml:"signed"`
	Weight float64 `yaml:"weight"`
	Flag   bool    `yaml:"flag"`
	Table  table   `yaml:"table"`
	Items  []struct {
		Rank int    `yaml:"rank"`
		Text string `yaml:"text"`
		Pair []bool `yaml:"pair"`
	} `yaml:"items"`
}

// table is a Go map, which yaml.v3 can decode, read as a [Map].
type table map[string]float64

func (t *table) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	var m strict.Map[float64]
	d.Decode(n, &m)
	*t = table{}
	for _, e := range m {
		(*t)[e.Name] = e.Value
	}
}

// Whatever the bytes: no panic, problems lie inside the file and come in order, the same twice; and a file without
// problems is read by yaml.v3 in its strict mode to the same value, and passes the JSON Schema.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"name: x\ncount: 3\nsigned: -1\nweight: 1e-3\nflag: true\ntable: {a: 1, 'b.c': .5}\n",
		"items:\n  - rank: 1\n    text: \"a\\nb\"\n    pair: [true, false]\n  - {rank: +2, text: >-\n   folded}\n",
		"a: &x [1]\nb: *x\n<<: {c: 1}\n", "--- !!map\nname: !!str 1\n...\n---\n", "? [a]\n: b\n", "a: {b: [", "\ttab", "name: 1_0",
		"a: &a [*a, *a]", "table: {0: 1, ~: 2, true: 3}", "weight: 010", "count: 08", "signed: 0x1F", "name: 2001-01-01", "name: yes", "name: ''",
	} {
		f.Add([]byte(seed))
	}
	compiled := compile(f, judged{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, again judged
		root, problems := strict.Decode("f", data, &got)
		_, problemsAgain := strict.Decode("f", data, &again)
		if !reflect.DeepEqual(got, again) || problems.Error() != problemsAgain.Error() {
			t.Fatalf("two decodings differ: %v %v, %v %v", got, problems, again, problemsAgain)
		}
		lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) + bytes.Count(data, []byte("\u0085")) + bytes.Count(data, []byte("\u2028")) + bytes.Count(data, []byte("\u2029"))
		last := 0
		for _, p := range problems {
			if p.Line < max(last, 1) || p.Line > lines || p.Col < 1 {
				t.Fatalf("problem %v in a file of %d lines, after one in line %d", p, lines, last)
			}
			last = p.Line
		}
		if problems != nil {
			return
		}
		if err := compiled.Validate(strict.Plain(root)); err != nil {
			t.Fatalf("we accept what our schema refuses: %v", err)
		}
		var want judged
		dec := yaml.NewDecoder(bytes.NewReader(data))
		dec.KnownFields(true)
		if err := dec.Decode(&want); err != nil {
			t.Fatalf("we accept what yaml.v3 refuses: %v", err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %#v, yaml.v3 reads %#v", got, want)
		}
	})
}
