package strict

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// kind is what a node is, before anybody wants something of it.
type kind int

const (
	null kind = iota
	boolean
	number    // decimal; whole or not is a matter of its text
	nonFinite // .inf, -.inf, .nan
	text
	list
	mapping
	alias
)

// numberText is what YAML 1.1, YAML 1.2 and JSON Schema's editors all read as a number. Hexadecimal, octal, leading zeros
// and underscores are missing on purpose: their meaning depends on who reads them (yaml.v3 takes 010 for 8).
var (
	numberText    = regexp.MustCompile(`^[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	wholeText     = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	nonFiniteText = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// classify follows the core schema of YAML 1.2 for plain scalars; anything in quotes is text.
func classify(y *yaml.Node) kind {
	switch y.Kind {
	case yaml.MappingNode:
		return mapping
	case yaml.SequenceNode:
		return list
	case yaml.AliasNode:
		return alias
	}
	if y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return text
	}
	switch y.Value {
	case "", "~", "null", "Null", "NULL":
		return null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return boolean
	}
	switch first := y.Value[0]; {
	case strings.IndexByte("+-.0123456789", first) < 0: // most are names: the expressions are slow
	case numberText.MatchString(y.Value):
		return number
	case nonFiniteText.MatchString(y.Value):
		return nonFinite
	}
	return text
}

// describe says what was found, for a message.
func describe(y *yaml.Node) string {
	switch classify(y) {
	case null:
		return "nothing"
	case boolean, number, nonFinite:
		return short(y.Value)
	case list:
		return "a list"
	case mapping:
		return "a mapping"
	case alias:
		return "an alias"
	}
	return strconv.Quote(short(y.Value))
}

// short cuts a text that is too long for a message.
func short(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// numberProblem says what is wrong with a number for anybody, "" if nothing is.
func numberProblem(y *yaml.Node) string {
	switch classify(y) {
	case nonFinite:
		return fmt.Sprintf("found %s, want a finite number", y.Value)
	case number:
		if _, err := strconv.ParseFloat(y.Value, 64); err != nil {
			return fmt.Sprintf("%s is beyond the largest number, 1.8e308", short(y.Value))
		}
	}
	return ""
}

// mismatch reports that a part is not of the kind that a type wants.
func (d *Decoder) mismatch(n Node, t reflect.Type) {
	if classify(n.y) == nonFinite { // reported by the check
		return
	}
	d.Problem(n, "found %s, want %s", describe(n.y), wanted(t))
}

// wanted names what a type is decoded from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number ≥ 0"
	case reflect.Float64:
		return "a number"
	case reflect.String:
		return "text"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "a mapping"
	}
	panic(fmt.Sprintf("strict: cannot decode into %v; want a bool, int, uint64, float64, string, slice, struct, a pointer to one of them, or an Unmarshaler", t))
}

// scalar decodes a bool, number or text.
func (d *Decoder) scalar(n Node, v reflect.Value) {
	s, found := n.y.Value, classify(n.y)
	switch kind := v.Kind(); {
	case kind == reflect.Bool && found == boolean:
		v.SetBool(strings.EqualFold(s, "true"))
	case kind == reflect.String && found == text:
		v.SetString(s)
	case kind == reflect.String && (found == number || found == boolean):
		d.Problem(n, "found %s, want text; write %q", describe(n.y), short(s))
	case kind == reflect.Float64 && found == number:
		if f, err := strconv.ParseFloat(s, 64); err == nil { // else reported by the check
			v.SetFloat(f)
		}
	case kind == reflect.Int && found == number && wholeText.MatchString(s):
		i, err := strconv.Atoi(s)
		if err != nil {
			d.Problem(n, "%s is out of range, want %d to %d", short(s), math.MinInt, math.MaxInt)
			return
		}
		v.SetInt(int64(i))
	case kind == reflect.Uint64 && found == number && wholeText.MatchString(s):
		u, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 64)
		if err != nil {
			d.Problem(n, "%s is out of range, want 0 to %d", short(s), uint64(math.MaxUint64))
			return
		}
		v.SetUint(u)
	default:
		d.mismatch(n, v.Type())
	}
}

// Literal is the text of any scalar as it is written: 0.910 keeps its last zero. It is for numbers that are quoted.
type Literal string

// UnmarshalStrict implements [Unmarshaler].
func (l *Literal) UnmarshalStrict(n Node, d *Decoder) {
	s, ok := n.Text()
	if !ok {
		d.Problem(n, "found %s, want a number or text", describe(n.y))
		return
	}
	*l = Literal(s)
}
