package strict

import (
	"fmt"
	"strconv"

	"gopkg.in/yaml.v3"
)

// Node is a part of a file with its place. A field of this type keeps its part to be decoded later. The zero Node is a
// part that is not there: it decodes to nothing, and its problems have no place.
type Node struct {
	file string
	y    *yaml.Node // nil if the part is not there
	mark *yaml.Node // where problems point to: y, its key, or the nearest part that is there
	path *step
}

// step is one step of the path from the root of a file; it is made into text only for a message.
type step struct {
	up    *step
	key   string
	index int // of a list, if ≥ 0
}

func (s *step) String() string {
	switch {
	case s == nil:
		return ""
	case s.index >= 0:
		return s.up.String() + "[" + strconv.Itoa(s.index) + "]"
	case !plainKey.MatchString(s.key):
		return s.up.String() + "[" + strconv.Quote(short(s.key)) + "]"
	case s.up == nil:
		return short(s.key)
	}
	return s.up.String() + "." + short(s.key)
}

func (n Node) child(key string, y, mark *yaml.Node) Node {
	return Node{n.file, y, mark, &step{n.path, key, -1}}
}

func (n Node) element(i int, y, mark *yaml.Node) Node {
	return Node{n.file, y, mark, &step{n.path, "", i}}
}

// Present tells whether the part is in the file.
func (n Node) Present() bool { return n.y != nil }

// Problem returns a problem with this part: the message is preceded by its path.
func (n Node) Problem(format string, args ...any) Problem {
	p := Problem{File: n.file, Msg: fmt.Sprintf(format, args...)}
	if path := n.path.String(); path != "" {
		p.Msg = path + ": " + p.Msg
	}
	if n.mark != nil {
		p.Line, p.Col = n.mark.Line, n.mark.Column
	}
	return p
}

// Decode decodes the part into the value that dst points to, over what it already holds: fields that the part does not
// mention keep their value, an explicit zero is a zero. Of a part that is not there, nothing is decoded.
func (n Node) Decode(dst any) Problems {
	d := &Decoder{}
	d.Decode(n, dst)
	return d.problems.limited()
}

// Text returns the text of a scalar as it is written, without quotes; ok is false for anything else.
func (n Node) Text() (s string, ok bool) {
	if n.y == nil || n.y.Kind != yaml.ScalarNode || classify(n.y) == null {
		return "", false
	}
	return n.y.Value, true
}

// IsMapping tells whether the part is a mapping.
func (n Node) IsMapping() bool { return n.y != nil && n.y.Kind == yaml.MappingNode }

// IsList tells whether the part is a list.
func (n Node) IsList() bool { return n.y != nil && n.y.Kind == yaml.SequenceNode }

// Entries returns the parts of a mapping in the order of the file, each key once. Problems of an entry's Node point to its
// value, those of its Key to its key.
func (n Node) Entries() []Entry[Node] {
	if !n.IsMapping() {
		return nil
	}
	seen := make(map[string]bool, len(n.y.Content)/2)
	entries := make([]Entry[Node], 0, len(n.y.Content)/2)
	for i := 0; i+1 < len(n.y.Content); i += 2 {
		key, value := n.y.Content[i], n.y.Content[i+1]
		if key.Kind != yaml.ScalarNode || seen[key.Value] { // the check has reported it
			continue
		}
		seen[key.Value] = true
		child := n.child(key.Value, value, value)
		entries = append(entries, Entry[Node]{Name: key.Value, Key: n.child(key.Value, key, key), Node: child, Value: child})
	}
	return entries
}

// Elements returns the parts of a list.
func (n Node) Elements() []Node {
	if !n.IsList() {
		return nil
	}
	elements := make([]Node, len(n.y.Content))
	for i, y := range n.y.Content {
		elements[i] = n.element(i, y, y)
	}
	return elements
}

// stepsOf cuts a path.
func stepsOf(path string) (steps []step, err error) {
	for rest := path; rest != ""; {
		m := pathStep.FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf("strict: path %q is not of the form a.b[0]", path)
		}
		rest = rest[len(m[0]):]
		s := step{key: m[1], index: -1}
		switch {
		case m[2] != "":
			s.index, err = strconv.Atoi(m[2])
		case m[3] != "":
			s.key, err = strconv.Unquote(m[3])
		}
		if err != nil {
			return nil, fmt.Errorf("strict: path %q: %w", path, err)
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// Map is a mapping in the order of the file, which Go's map forgets.
type Map[T any] []Entry[T]

// Entry is one entry of a mapping: problems of Node point to its value, those of Key to its key.
type Entry[T any] struct {
	Name  string
	Value T
	Key   Node
	Node  Node
}

// UnmarshalStrict implements [Unmarshaler]. A mapping that is given is the whole mapping.
func (m *Map[T]) UnmarshalStrict(n Node, d *Decoder) {
	if !n.IsMapping() {
		d.Problem(n, "found %s, want a mapping", describe(n.y))
		return
	}
	entries := n.Entries()
	*m = make(Map[T], len(entries))
	for i, e := range entries {
		(*m)[i] = Entry[T]{Name: e.Name, Key: e.Key, Node: e.Node}
		d.Decode(e.Node, &(*m)[i].Value)
	}
}

// Get returns the value of that name.
func (m Map[T]) Get(name string) (T, bool) {
	for _, e := range m {
		if e.Name == name {
			return e.Value, true
		}
	}
	var none T
	return none, false
}

// Names lists the keys in the order of the file.
func (m Map[T]) Names() []string {
	names := make([]string, len(m))
	for i, e := range m {
		names[i] = e.Name
	}
	return names
}

// JSONSchemaAlias tells [Schema] what the type looks like in a file.
func (Map[T]) JSONSchemaAlias() any { return map[string]T(nil) }
