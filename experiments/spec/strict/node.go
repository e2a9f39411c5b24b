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

// Problem is a problem with this part: the message is preceded by its path.
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

// Text is the text of a scalar as it is written, without quotes; ok is false for anything else.
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

// Entries are the parts of a mapping in the order of the file, each key once. Problems of an entry's Node point to its
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

// Elements are the parts of a list.
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
