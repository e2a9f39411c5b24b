package strict

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

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
	panic(fmt.Sprintf("strict: cannot decode into %v; want a bool, int, uint64, float64, string, slice, struct, a pointer to one of "+
		"them, or an Unmarshaler", t))
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
