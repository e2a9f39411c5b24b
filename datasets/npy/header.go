package npy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// header is what the Python dictionary at the start of a file says.
type header struct {
	descr      string
	kind       byte // f, i, u or b
	size       int  // bytes of a value
	big        bool // big-endian
	fortran    bool
	rows, cols int
}

// maxValues bounds what a header may promise, so that rows·cols·size stays far from overflow.
const maxValues = 1 << 40

// parseHeader reads {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }; keys in any order, nothing else.
func parseHeader(text string) (*header, error) {
	p := &scanner{rest: text}
	h := &header{}
	seen := map[string]bool{}
	if !p.eat("{") {
		return nil, errors.New("found no {, want a Python dictionary")
	}
	for !p.eat("}") {
		key, err := p.quoted()
		if err != nil {
			return nil, err
		}
		if !p.eat(":") {
			return nil, fmt.Errorf("no : after %q", key)
		}
		if err := h.set(key, p); err != nil {
			return nil, err
		}
		if seen[key] {
			return nil, fmt.Errorf("key %q is given twice", key)
		}
		seen[key] = true
		if !p.eat(",") && !p.peek("}") {
			return nil, fmt.Errorf("found %.20q, want , or }", p.rest)
		}
	}
	if strings.TrimSpace(p.rest) != "" {
		return nil, fmt.Errorf("found %.20q after }", p.rest)
	}
	if len(seen) != 3 {
		return nil, errors.New("want the keys descr, fortran_order and shape")
	}
	return h, nil
}

func (h *header) set(key string, p *scanner) (err error) {
	switch key {
	case "descr":
		if p.peek("[") {
			return errors.New("a structured array (records), want plain numbers")
		}
		if h.descr, err = p.quoted(); err != nil {
			return err
		}
		return h.setType()
	case "fortran_order":
		switch {
		case p.eat("True"):
			h.fortran = true
		case !p.eat("False"):
			return fmt.Errorf("fortran_order is %.10q, want True or False", p.rest)
		}
		return nil
	case "shape":
		shape, err := p.tuple()
		if err != nil {
			return err
		}
		return h.setShape(shape)
	}
	return fmt.Errorf("unknown key %q", key)
}

// setType understands descriptions such as <f8, >i4, |u1 and |b1.
func (h *header) setType() error {
	d := h.descr
	if len(d) == 3 && strings.ContainsRune("<>|=", rune(d[0])) && strings.ContainsRune("fiub", rune(d[1])) {
		h.big, h.kind, h.size = d[0] == '>', d[1], int(d[2]-'0')
		switch {
		case h.kind == 'f' && (h.size == 2 || h.size == 4 || h.size == 8),
			h.kind == 'b' && h.size == 1,
			(h.kind == 'i' || h.kind == 'u') && (h.size == 1 || h.size == 2 || h.size == 4 || h.size == 8):
			return nil
		}
	}
	return fmt.Errorf("values of type %q, want f2, f4, f8, i1 to i8, u1 to u8 or b1; save the array as float64", d)
}

// ErrEmpty is the error for an array without a value.
var ErrEmpty = errors.New("want at least one value")

func (h *header) setShape(shape []int) error {
	switch len(shape) {
	case 1:
		h.rows, h.cols = shape[0], 1
	case 2:
		h.rows, h.cols = shape[0], shape[1]
	default:
		return fmt.Errorf("%d dimensions, want a matrix or a vector", len(shape))
	}
	if h.rows < 1 || h.cols < 1 {
		return fmt.Errorf("shape %d×%d, %w", h.rows, h.cols, ErrEmpty)
	}
	if h.rows > maxValues/h.cols {
		return fmt.Errorf("shape %d×%d, want at most %d values", h.rows, h.cols, maxValues)
	}
	return nil
}

// scanner takes tokens off a text, blanks skipped.
type scanner struct{ rest string }

func (p *scanner) peek(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\n")
	return strings.HasPrefix(p.rest, token)
}

func (p *scanner) eat(token string) bool {
	if !p.peek(token) {
		return false
	}
	p.rest = p.rest[len(token):]
	return true
}

func (p *scanner) quoted() (string, error) {
	for _, q := range []string{"'", "\""} {
		if p.eat(q) {
			word, rest, ok := strings.Cut(p.rest, q)
			if !ok {
				return "", errors.New("a quoted word does not end")
			}
			p.rest = rest
			return word, nil
		}
	}
	return "", fmt.Errorf("found %.20q, want a quoted word", p.rest)
}

func (p *scanner) tuple() ([]int, error) {
	if !p.eat("(") {
		return nil, fmt.Errorf("shape is %.20q, want a tuple", p.rest)
	}
	var out []int
	for !p.eat(")") {
		p.peek("")
		end := strings.IndexAny(p.rest, ",) \tL")
		if end < 0 {
			return nil, errors.New("the shape does not end")
		}
		v, err := strconv.Atoi(p.rest[:end])
		if err != nil || v < 0 {
			return nil, fmt.Errorf("found %.20q in the shape, want a whole number", p.rest[:end])
		}
		out = append(out, v)
		p.rest = p.rest[end:]
		p.eat("L") // Python 2
		if !p.eat(",") && !p.peek(")") {
			return nil, fmt.Errorf("found %.20q in the shape, want , or )", p.rest)
		}
	}
	return out, nil
}
