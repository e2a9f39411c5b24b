package strict

import (
	"errors"
	"fmt"

	"gopkg.in/yaml.v3"
)

// With returns the file with another value, written as in YAML, at a path such as stop.iterations or
// methods.pnmf.options.rank. A name in the path of a list is the element whose key or name it is. Mappings on the way that
// are not there are made; n stays as it is. n must be the root of a file.
func (n Node) With(path, value string) (Node, error) {
	y, problems := parse(n.file, []byte(value))
	if problems != nil {
		return Node{}, fmt.Errorf("strict: %s = %s: %s", path, value, problems[0].Msg)
	}
	if n.y == nil || n.path != nil {
		return Node{}, fmt.Errorf("strict: %s: not the root of a file", path)
	}
	steps, err := stepsOf(path)
	if err != nil {
		return Node{}, err
	}
	if len(steps) == 0 {
		return Node{}, errors.New("strict: empty path")
	}
	root := clone(n.y)
	if err := put(root, steps, y); err != nil {
		return Node{}, fmt.Errorf("strict: %s: %w", path, err)
	}
	return Node{file: n.file, y: root, mark: root}, nil
}

func clone(y *yaml.Node) *yaml.Node {
	c := *y
	c.Content = make([]*yaml.Node, len(y.Content))
	for i, child := range y.Content {
		c.Content[i] = clone(child)
	}
	return &c
}

// put replaces what is at the end of the steps.
func put(y *yaml.Node, steps []step, value *yaml.Node) error {
	at, err := enter(y, steps[0])
	if err != nil {
		return err
	}
	if len(steps) > 1 {
		return put(at, steps[1:], value)
	}
	line, col := at.Line, at.Column
	*at = *value
	relabel(at, line)
	at.Column = col
	return nil
}

// relabel makes a line that of every part.
func relabel(y *yaml.Node, line int) {
	y.Line, y.Column = line, 0
	for _, c := range y.Content {
		relabel(c, line)
	}
}

// enter returns the child under a step; in a mapping it is made if it is not there.
func enter(y *yaml.Node, s step) (*yaml.Node, error) {
	switch {
	case y.Kind == yaml.SequenceNode && s.index >= 0:
		if s.index >= len(y.Content) {
			return nil, fmt.Errorf("element %d of %d", s.index, len(y.Content))
		}
		return y.Content[s.index], nil
	case y.Kind == yaml.SequenceNode:
		for _, e := range y.Content {
			if named(e, s.key) {
				return e, nil
			}
		}
		return nil, fmt.Errorf("no element of the list has the key or name %q", s.key)
	case y.Kind == yaml.MappingNode && s.index < 0:
		for i := 0; i+1 < len(y.Content); i += 2 {
			if y.Content[i].Value == s.key {
				return y.Content[i+1], nil
			}
		}
		key := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s.key, Line: y.Line, Column: y.Column}
		child := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: y.Line, Column: y.Column}
		y.Content = append(y.Content, key, child)
		return child, nil
	}
	return nil, fmt.Errorf("found %s where the path goes on with %q", describe(y), s.String())
}

// named tells whether an element of a list goes by a name.
func named(e *yaml.Node, name string) bool {
	for i := 0; e.Kind == yaml.MappingNode && i+1 < len(e.Content); i += 2 {
		if k := e.Content[i].Value; (k == "key" || k == "name") && e.Content[i+1].Value == name {
			return true
		}
	}
	return false
}
