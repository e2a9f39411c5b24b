// Package strict reads YAML into Go values and reports everything that is wrong with it: all problems at once, each as
// file:line:col, with the nearest valid name for a typing error.
//
// It is opinionated. A key that no field answers to, a key given twice, an empty value, a number where text is wanted, a
// whole number written 1e3, 0x10 or 007, an infinity, an anchor, an alias, a tag, a second document: each is a problem,
// because each has silently changed an experiment somewhere. What is accepted reads alike under YAML 1.1 and 1.2.
//
// Fields are named by their yaml tag (`yaml:"rank"`, `yaml:",inline"`; without a name a field is no key), are optional unless tagged
// `strict:"required"`, and keep the value they held before if the file does not mention them. Hence defaults are set
// before decoding, and an explicit zero is a zero. Keys that a field had before, or that it took the place of (`former:"old older"`), are refused with the new one. A field is a bool, int, uint64, float64, string, struct, a slice of or a
// pointer to one of them, a [Literal] or a [Map]; Decode panics for other kinds. A field of type [Node] keeps its part of the file to be decoded later,
// when it is known what it should be; a type that implements [Unmarshaler] reads itself.
//
// Note: yaml.v3 has a strict mode of its own, but it stops at the first wrong type of a line, knows no columns, and is
// lost in Node.Decode (go-yaml issue 460). So only its parser is used here, and this is the one package that imports it.
package strict
