package strict

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Marker is embedded without a key of its own.
type Marker struct{}

type inner struct {
	Rank  int     `yaml:"rank" strict:"required"`
	Scale float64 `yaml:"scale"`
}

type everything struct {
	Marker   `yaml:"-"`
	Name     string       `yaml:"name" strict:"required" doc:"what it is called"`
	Count    uint64       `yaml:"count"`
	Weight   float64      `yaml:"weight" former:"load mass" doc:"in kg"`
	Flag     bool         `yaml:"flag"`
	Items    []inner      `yaml:"items"`
	Table    Map[float64] `yaml:"table"`
	Ordered  Map[inner]   `yaml:"ordered"`
	Optional *inner       `yaml:"optional"`
	Options  Node         `yaml:"options"`
	Printed  Literal      `yaml:"printed"`
	Reading  reading      `yaml:"reading"`
	Plain    int          `yaml:"plain"`
	NoKey    int
	hidden   int
}

// reading begins with a default of its own.
type reading struct {
	Name string `yaml:"name"`
	Rank int    `yaml:"rank"`
}

func (r *reading) UnmarshalStrict(n Node, d *Decoder) {
	type plain reading
	*r = reading{Rank: 7}
	d.Decode(n, (*plain)(r))
}

func TestDecode(t *testing.T) {
	const file = `
name: all
count: 18446744073709551615
weight: 1
flag: true
items:
  - {rank: 3}
  - rank: 4
    scale: -1.5e-3
table: {b: 1, a: .5}
ordered:
  z: {rank: 1}
  a: {rank: 2}
optional: {rank: 9}
printed: 0.910
reading: {name: iris}
plain: -9223372036854775808
`
	got := everything{Items: []inner{{Rank: 1, Scale: 1}}, hidden: 8, Optional: &inner{Scale: 4}}
	if _, problems := Decode("f.yaml", []byte(file), &got); problems != nil {
		t.Fatal(problems)
	}
	if names := got.Ordered.Names(); !cmp.Equal(names, []string{"z", "a"}) {
		t.Errorf("order of keys = %q", names)
	}
	if a, ok := got.Ordered.Get("a"); !ok || a.Rank != 2 {
		t.Errorf("ordered.a = %v, %v", a, ok)
	}
	if a, ok := got.Table.Get("a"); !ok || a != .5 {
		t.Errorf("table.a = %v, %v", a, ok)
	}
	if c, ok := got.Table.Get("c"); ok || c != 0 {
		t.Errorf("table.c = %v, %v", c, ok)
	}
	got.Ordered, got.Table = nil, nil
	want := everything{
		Name: "all", Count: 1<<64 - 1, Weight: 1, Flag: true, Items: []inner{{Rank: 3}, {Rank: 4, Scale: -1.5e-3}},
		Optional: &inner{Rank: 9, Scale: 4}, Printed: "0.910", Reading: reading{Name: "iris", Rank: 7}, Plain: math.MinInt, hidden: 8,
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(everything{}), cmp.Comparer(func(a, b Node) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

// Defaults hold where the file is silent, and an explicit zero is a zero.
func TestDefaults(t *testing.T) {
	got := everything{Weight: 100, Flag: true, Count: 3}
	if _, problems := Decode("f.yaml", []byte("name: x\nweight: 0\nflag: false\n"), &got); problems != nil {
		t.Fatal(problems)
	}
	if got.Weight != 0 || got.Flag || got.Count != 3 {
		t.Errorf("weight = %v, flag = %v, count = %v, want 0, false, 3", got.Weight, got.Flag, got.Count)
	}
}

func TestProblems(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"unknown key, near", "name: x\nwieght: 1", `2:1: unknown key "wieght"; did you mean "weight"?`},
		{"renamed key", "name: x\nmass: 1", `2:1: key "mass" is now called "weight": in kg`},
		{"unknown key, far", "name: x\noptional: {rank: 1, colour: 2}",
			`2:21: optional: unknown key "colour"; want one of rank, scale`},
		{"embedded struct is no key", "name: x\nmarker: {}", `2:1: unknown key "marker"; want one of name, count, ` +
			`weight, flag, items, table, ordered, optional, options, printed, reading, plain`},
		{"duplicate key", "name: x\ncount: 1\ncount: 2", `3:1: key "count" is given twice, first in line 2`},
		{"duplicate key in an undecoded part", "name: x\noptions: {a: 1, a: 2}", `2:17: options: key "a" is given twice, first in line 2`},
		{"missing keys", "items: [{scale: 1}]", "1:1: missing key \"name\"\n1:9: items[0]: missing key \"rank\""},
		{"text for a number", "name: x\ncount: many", `2:8: count: found "many", want a whole number ≥ 0`},
		{"fraction for a whole number", "name: x\nplain: 1.5", `2:8: plain: found 1.5, want a whole number`},
		{"exponent for a whole number", "name: x\nplain: 1e3", `2:8: plain: found 1e3, want a whole number`},
		{"hexadecimal", "name: x\nplain: 0x10", `2:8: plain: found "0x10", want a whole number`},
		{"leading zero", "name: x\nplain: 010", `2:8: plain: found "010", want a whole number`},
		{"underscore", "name: x\nplain: 1_000", `2:8: plain: found "1_000", want a whole number`},
		{"overflow", "name: x\ncount: 18446744073709551616",
			`2:8: count: 18446744073709551616 is out of range, want 0 to 18446744073709551615`},
		{"overflow of int", "name: x\nplain: -9223372036854775809",
			`2:8: plain: -9223372036854775809 is out of range, want -9223372036854775808 to 9223372036854775807`},
		{"negative for unsigned", "name: x\ncount: -1", `2:8: count: -1 is out of range, want 0 to 18446744073709551615`},
		{"nan", "name: x\nweight: .nan", `2:9: weight: found .nan, want a finite number`},
		{"infinity in an undecoded part", "name: x\noptions: {a: -.inf}", `2:14: options.a: found -.inf, want a finite number`},
		{"below float64", "name: x\nweight: 1e-400", `2:9: weight: 1e-400 would be read as 0: the smallest number above it is 4.9e-324; write 0 if that is meant`},
		{"beyond float64", "name: x\nweight: 1e999", `2:9: weight: 1e999 is beyond the largest number, 1.8e308`},
		{"number for text", "name: 5", `1:7: name: found 5, want text; write "5"`},
		{"bool for text", "name: true", `1:7: name: found true, want text; write "true"`},
		{"text for bool", "name: x\nflag: yes", `2:7: flag: found "yes", want true or false`},
		{"nothing", "name: x\nweight:\nflag: ~", "2:8: weight: found nothing, want a number\n3:7: flag: found nothing, want true or false"},
		{"list for a mapping", "name: x\noptional: [1]", `2:11: optional: found a list, want a mapping`},
		{"mapping for a list", "name: x\nitems: {rank: 1}", `2:8: items: found a mapping, want a list`},
		{"scalar for a list", "name: x\nitems: 1", `2:8: items: found 1, want a list`},
		{"mapping for text", "name: {a: 1}", `1:7: name: found a mapping, want text`},
		{"list at the root", "- 1", `1:1: found a list, want a mapping`},
		{"literal", "name: x\nprinted: [1]", `2:10: printed: found a list, want a number or text`},
		{"ordered", "name: x\nordered: {z: {rank: x}, a: 1}",
			"2:21: ordered.z.rank: found \"x\", want a whole number\n2:28: ordered.a: found 1, want a mapping"},
		{"ordered of the wrong kind", "name: x\nordered: 1", `2:10: ordered: found 1, want a mapping`},
		{"table", "name: x\ntable: {a.b: x}", `2:14: table["a.b"]: found "x", want a number`},
		{"a type that reads itself", "name: x\nreading: {name: iris, rnak: 3}", `2:23: reading: unknown key "rnak"; did you mean "rank"?`},
		{"a type that reads itself, of the wrong kind", "name: x\nreading: 3", `2:10: reading: found 3, want a mapping`},
		{"anchor and alias", "name: &n x\nplain: *n", "1:7: name: anchor &n: anchors are not supported\n" +
			"2:8: plain: alias *n: aliases are not supported, write the value out"},
		{"merge key", "name: x\n<<: {flag: true}", `2:1: merge key <<: merging is not supported, write the keys out`},
		{"tag", "name: !!str 5\nplain: !x 6", "1:7: name: tag !!str: tags are not supported\n" +
			"1:7: name: found 5, want text; write \"5\"\n2:8: plain: tag !x: tags are not supported"},
		{"key that is no name", "name: x\n? [a]\n: 1", `2:3: found a list as a key, want a name`},
		{"empty", "", `1:1: empty, want a YAML document`},
		{"comment only", "# nothing\n", `1:1: empty, want a YAML document`},
		{"empty document", "---\n", `1:1: empty document, want a mapping`},
		{"two documents", "name: x\n---\nname: y", `2:1: second document, want one to a file`},
		{"syntax in the second document", "name: x\n---\na: [", `3:1: not YAML: did not find expected node content`},
		{"open list", "name: x\nitems: [1", `2:1: not YAML: did not find expected ',' or ']'`},
		{"open mapping", "name: x\noptions: {\na: 1\nb", `2:1: not YAML: did not find expected ',' or '}'`},
		{"open quote", "name: \"x\nplain: 1\n", `2:1: not YAML: found unexpected end of stream`},
		{"indentation", "name: x\nitems:\n  - a\n - b\n", `4:1: not YAML: did not find expected key`},
		{"indentation of a key", "name: x\nplain: 1\n  flag: true\n", `3:1: not YAML: mapping values are not allowed in this context`},
		{"no colon", "name: x\nplain 1\nflag: true\n", `2:1: not YAML: could not find expected ':'`},
		{"tab", "name: x\nitems:\n\t- 1", `3:1: not YAML: found character that cannot start any token`},
		{"unknown alias", "name: x\nplain: *n", `2:1: not YAML: alias *n: aliases are not supported, write the value out`},
		{"not text", "name: x\nplain: \xff", `2:8: not UTF-8 text`},
		{"control character", "name: x\nplain: \x00", `2:8: control character U+0000`},
		{"too deep", "name: x\noptions: " + strings.Repeat("[", 70) + strings.Repeat("]", 70),
			"2:74: options" + strings.Repeat("[0]", 64) + ": more than 64 levels deep"},
		{"too long", "name: " + strings.Repeat("x", 1<<20), `1:1: file of more than 1048576 bytes`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, problems := Decode("f", []byte(test.file), &everything{})
			got := strings.ReplaceAll("\n"+problems.Error(), "\nf:", "\n")[1:]
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Every problem of a file is reported, in the order of their places.
func TestAllProblems(t *testing.T) {
	const file = `nmae: x
count: -3
items:
  - {rank: two, scle: 1}
  - {scale: 1}
flag: maybe
`
	const want = `f:1:1: unknown key "nmae"; did you mean "name"?
f:1:1: missing key "name"
f:2:8: count: -3 is out of range, want 0 to 18446744073709551615
f:4:12: items[0].rank: found "two", want a whole number
f:4:17: items[0]: unknown key "scle"; did you mean "scale"?
f:5:5: items[1]: missing key "rank"
f:6:7: flag: found "maybe", want true or false`
	_, problems := Decode("f", []byte(file), &everything{})
	if got := problems.Err(); got == nil || got.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", got, want)
	}
}

// What is in order beside a problem is decoded nonetheless, and a report has an end.
func TestManyProblems(t *testing.T) {
	var file strings.Builder
	file.WriteString("name: x\nitems:\n")
	for range 1000 {
		file.WriteString("- {rank: x}\n")
	}
	var got everything
	_, problems := Decode("f", []byte(file.String()), &got)
	if got.Name != "x" || len(problems) != 200 {
		t.Errorf("name = %q, %d problems, want x, 200", got.Name, len(problems))
	}
	if last := fmt.Sprint(problems[199]); last != "f:202:10: 801 more problems from here on" {
		t.Errorf("last problem %q", last)
	}
}

func TestNoProblemsIsNoError(t *testing.T) {
	if err := (Problems)(nil).Err(); err != nil {
		t.Errorf("err = %v, want nil", err)
	}
}

// What no file is decoded into is a mistake of ours, told with what is possible.
func TestTypes(t *testing.T) {
	for _, dst := range []any{new(map[string]int), new(float32), new(any), new([2]int), new(int64)} {
		func() {
			defer func() {
				if msg := fmt.Sprint(recover()); !strings.HasPrefix(msg, "strict: cannot decode into ") {
					t.Errorf("%T: %s", dst, msg)
				}
			}()
			for _, file := range []string{"5", "[1, 2]", "{a: 1}", "x"} {
				Decode("f", []byte(file), dst)
			}
		}()
	}
}
