package strict

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
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
	if t == reflect.TypeFor[time.Duration]() {
		return "a duration such as 90s or 1h30m"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number ≥ 0"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Interface:
		return "a value"
	}
	return "a mapping"
}

// scalar decodes a bool, number or text.
func (d *Decoder) scalar(n Node, v reflect.Value) {
	s, found := n.y.Value, classify(n.y)
	switch {
	case v.Kind() == reflect.Bool && found == boolean:
		v.SetBool(strings.EqualFold(s, "true"))
	case v.Kind() == reflect.String && found == text:
		v.SetString(s)
	case v.Kind() == reflect.String && (found == number || found == boolean):
		d.Problem(n, "found %s, want text; write %q", describe(n.y), short(s))
	case v.CanFloat() && found == number:
		d.float(n, v)
	case v.CanInt() && found == number && wholeText.MatchString(s):
		i, err := strconv.ParseInt(s, 10, 64)
		if err != nil || v.OverflowInt(i) {
			d.Problem(n, "%s is out of range, want %s", short(s), signedRange(v.Type().Bits()))
			return
		}
		v.SetInt(i)
	case v.CanUint() && found == number && wholeText.MatchString(s):
		u, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 64)
		if err != nil || v.OverflowUint(u) {
			d.Problem(n, "%s is out of range, want 0 to %d", short(s), ^uint64(0)>>(64-v.Type().Bits()))
			return
		}
		v.SetUint(u)
	case v.CanInt(), v.CanUint(), v.CanFloat(), v.Kind() == reflect.String, v.Kind() == reflect.Bool:
		d.mismatch(n, v.Type())
	default:
		panic(fmt.Sprintf("strict: cannot decode into %v", v.Type()))
	}
}

func signedRange(bits int) string {
	return fmt.Sprintf("%d to %d", int64(-1)<<(bits-1), int64(^uint64(0)>>(65-bits)))
}

func (d *Decoder) float(n Node, v reflect.Value) {
	f, err := strconv.ParseFloat(n.y.Value, 64)
	if err != nil { // reported by the check
		return
	}
	if v.OverflowFloat(f) {
		d.Problem(n, "%s is beyond the largest number, 3.4e38", short(n.y.Value))
		return
	}
	v.SetFloat(f)
}

func (d *Decoder) duration(n Node, dst *time.Duration) {
	if s, ok := n.Text(); ok && (classify(n.y) == text || s == "0") {
		if v, err := time.ParseDuration(s); err == nil {
			*dst = v
			return
		}
	}
	d.mismatch(n, reflect.TypeFor[time.Duration]())
}

func (d *Decoder) textUnmarshaler(n Node, dst encoding.TextUnmarshaler) {
	s, ok := n.Text()
	if !ok {
		d.mismatch(n, reflect.TypeFor[string]())
		return
	}
	if err := dst.UnmarshalText([]byte(s)); err != nil {
		d.Problem(n, "%v", err)
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
