package strict

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
