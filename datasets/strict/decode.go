// Package strict reads YAML into Go values and reports everything that is wrong with it: all problems at once, each as
// file:line:col, with the nearest valid name for a typing error.
//
// It is opinionated. A key that no field answers to, a key given twice, an empty value, a number where text is wanted, a
// whole number written 1e3, 0x10 or 007, an infinity, an anchor, an alias, a tag, a second document: each is a problem,
// because each has silently changed an experiment somewhere. What is accepted reads alike under YAML 1.1 and 1.2.
//
// Fields are named by their yaml tag (`yaml:"rank"`, `yaml:",inline"`; without a name a field is no key), are optional unless tagged
// `strict:"required"`, and keep the value they held before if the file does not mention them. Hence defaults are set before decoding, and
// an explicit zero is a zero. Keys that a field had before, or that it took the place of (`former:"old older"`), are refused with the new
// one. A field is a bool, int, uint64, float64, string, struct, a slice of or a pointer to one of them, a [Literal] or a [Map]; Decode
// panics for other kinds. A field of type [Node] keeps its part of the file to be decoded later, when it is known what it should be; a
// type that implements [Unmarshaler] reads itself.
//
// Note: yaml.v3 has a strict mode of its own, but it stops at the first wrong type of a line, knows no columns, and is
// lost in Node.Decode (go-yaml issue 460). So only its parser is used here, and this is the one package that imports it.
package strict

import (
	"fmt"
	"reflect"
	"slices"

	"nmfrepro/datasets/list"
)

// Unmarshaler is a type that reads itself, for instance over defaults of its own. It reports problems to d and may let d decode the
// ordinary form into a type without this method.
type Unmarshaler interface {
	UnmarshalStrict(n Node, d *Decoder)
}

// Decoder collects the problems of one decoding.
type Decoder struct {
	problems Problems
}

// Decode reads a file into the value that dst points to, over the defaults it holds, and returns every problem. The Node
// is the whole file, for problems that only the caller can see: root.At("datasets[0].rank").Problem(...). Where there are
// problems, what could be read has been.
func Decode(file string, data []byte, dst any) (root Node, problems Problems) {
	y, problems := parse(file, data)
	if problems != nil {
		return Node{file: file}, problems
	}
	root = Node{file: file, y: y, mark: y}
	d := &Decoder{}
	d.check(root, 0)
	if len(d.problems) < maxProblems { // otherwise it is another kind of file
		d.Decode(root, dst)
	}
	return root, d.problems.limited()
}

// Problem reports a problem with a part.
func (d *Decoder) Problem(n Node, format string, args ...any) {
	d.problems = append(d.problems, n.Problem(format, args...))
}

// Decode decodes a part into the value that dst points to. It panics if dst is no pointer.
func (d *Decoder) Decode(n Node, dst any) {
	v := reflect.ValueOf(dst)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("strict: cannot decode into %T, want a pointer", dst))
	}
	d.value(n, v.Elem())
}

// value decodes n into v, which is addressable.
func (d *Decoder) value(n Node, v reflect.Value) {
	if n.y == nil || classify(n.y) == alias { // absent, or reported by the check
		return
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.value(n, v.Elem())
		return
	}
	switch dst := v.Addr().Interface().(type) {
	case *Node:
		*dst = n
	case Unmarshaler:
		dst.UnmarshalStrict(n, d)
	default:
		switch v.Kind() {
		case reflect.Struct:
			d.structure(n, v)
		case reflect.Slice:
			d.slice(n, v)
		default:
			d.scalar(n, v)
		}
	}
}

func (d *Decoder) structure(n Node, v reflect.Value) {
	if !n.IsMapping() {
		d.mismatch(n, v.Type())
		return
	}
	fields := fieldsOf(v.Type())
	given := make([]bool, len(fields))
	for _, e := range n.Entries() {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == e.Name })
		if i < 0 {
			d.unknownKey(n, e, fields)
			continue
		}
		given[i] = true
		d.value(e.Node, v.FieldByIndex(fields[i].index))
	}
	for i, f := range fields {
		if f.required && !given[i] {
			d.Problem(n, "missing key %q", f.name)
		}
	}
}

// unknownKey points to the key and names the mapping that it is in.
func (d *Decoder) unknownKey(n Node, e Entry[Node], fields []field) {
	if e.Name == "<<" { // reported by the check
		return
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		if names[i] = f.name; slices.Contains(f.former, e.Name) {
			d.Problem(Node{n.file, n.y, e.Key.mark, n.path}, "key %q is now called %q: %s", e.Name, f.name, f.doc)
			return
		}
	}
	d.Problem(Node{n.file, n.y, e.Key.mark, n.path}, "unknown key %q; %s", short(e.Name), list.DidYouMean(e.Name, names))
}

// slice replaces what v held: a list that is given is the whole list.
func (d *Decoder) slice(n Node, v reflect.Value) {
	if !n.IsList() {
		d.mismatch(n, v.Type())
		return
	}
	elements := n.Elements()
	s := reflect.MakeSlice(v.Type(), len(elements), len(elements))
	for i, e := range elements {
		d.value(e, s.Index(i))
	}
	v.Set(s)
}
