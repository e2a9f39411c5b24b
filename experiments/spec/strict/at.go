package strict

import (
	"fmt"
	"regexp"
	"strconv"

	"gopkg.in/yaml.v3"
)

// plainKey is a key that a path holds as it is; other keys are written ["a.b"].
var plainKey = regexp.MustCompile(`^[^\s.\[\]"…]+$`)

var pathStep = regexp.MustCompile(`^(?:\.?([^\s.\[\]"…]+)|\[([0-9]+)\]|\[("(?:[^"\\]|\\.)*")\])`)

// At returns the part at a path below n, such as datasets[0].rank or methods["a.b"].options. Where the file does not have
// it, problems point to the nearest part above that is there. It panics if the path is not one.
func (n Node) At(path string) Node {
	for rest := path; rest != ""; {
		m := pathStep.FindStringSubmatch(rest)
		if m == nil {
			panic(fmt.Sprintf("strict: path %q is not of the form a.b[0]", path))
		}
		rest = rest[len(m[0]):]
		switch {
		case m[2] != "":
			i, err := strconv.Atoi(m[2])
			if err != nil {
				panic(fmt.Sprintf("strict: path %q: %v", path, err))
			}
			n = n.Index(i)
		case m[3] != "":
			key, err := strconv.Unquote(m[3])
			if err != nil {
				panic(fmt.Sprintf("strict: path %q: %v", path, err))
			}
			n = n.Get(key)
		default:
			n = n.Get(m[1])
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
