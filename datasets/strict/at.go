package strict

import (
	"regexp"

	"gopkg.in/yaml.v3"
)

// plainKey is a key that a path holds as it is; other keys are written ["a.b"].
var plainKey = regexp.MustCompile(`^[^\s.\[\]"…]+$`)

var pathStep = regexp.MustCompile(`^(?:\.?([^\s.\[\]"…]+)|\[([0-9]+)\]|\[("(?:[^"\\]|\\.)*")\])`)

// At returns the part at a path below n, such as datasets[0].rank or methods["a.b"].options. Where the file does not have
// it, problems point to the nearest part above that is there. It panics if the path is not one.
func (n Node) At(path string) Node {
	steps, err := stepsOf(path)
	if err != nil {
		panic(err.Error())
	}
	for _, s := range steps {
		if s.index >= 0 {
			n = n.Index(s.index)
		} else {
			n = n.Get(s.key)
		}
	}
	return n
}

// Get returns the part under a key of a mapping; see [Node.At] for one that is not there.
func (n Node) Get(key string) Node {
	for i := 0; n.IsMapping() && i+1 < len(n.y.Content); i += 2 {
		if k, value := n.y.Content[i], n.y.Content[i+1]; k.Kind == yaml.ScalarNode && k.Value == key {
			return n.child(key, value, value)
		}
	}
	return n.child(key, nil, n.mark)
}

// Index returns an element of a list, counted from 0; see [Node.At] for one that is not there.
func (n Node) Index(i int) Node {
	if n.IsList() && i < len(n.y.Content) {
		return n.element(i, n.y.Content[i], n.y.Content[i])
	}
	return n.element(i, nil, n.mark)
}
