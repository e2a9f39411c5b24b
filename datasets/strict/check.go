package strict

import "gopkg.in/yaml.v3"

// check reports what is wrong with a part whatever it is meant to be: aliases, anchors, tags, keys that are given twice or
// are no text, numbers that are not finite, nesting beyond reason. Because aliases are refused, a file means no more than
// it has bytes.
func (d *Decoder) check(n Node, depth int) {
	y := n.y
	switch {
	case depth > maxDepth:
		d.Problem(n, "more than %d levels deep", maxDepth)
		return
	case y.Kind == yaml.AliasNode:
		d.Problem(n, "alias *%s: aliases are not supported, write the value out", short(y.Value))
		return
	}
	d.checkMarks(n)
	switch y.Kind {
	case yaml.MappingNode:
		d.checkKeys(n)
		for _, e := range n.Entries() {
			d.check(e.Node, depth+1)
		}
	case yaml.SequenceNode:
		for _, e := range n.Elements() {
			d.check(e, depth+1)
		}
	default:
		if msg := numberProblem(y); msg != "" {
			d.Problem(n, "%s", msg)
		}
	}
}

// checkMarks reports an anchor or a tag on a part.
func (d *Decoder) checkMarks(n Node) {
	if n.y.Anchor != "" {
		d.Problem(n, "anchor &%s: anchors are not supported", short(n.y.Anchor))
	}
	if n.y.Style&yaml.TaggedStyle != 0 {
		d.Problem(n, "tag %s: tags are not supported", short(n.y.Tag))
	}
}

func (d *Decoder) checkKeys(n Node) {
	first := make(map[string]*yaml.Node, len(n.y.Content)/2)
	for i := 0; i+1 < len(n.y.Content); i += 2 {
		key := n.y.Content[i]
		at := Node{n.file, key, key, n.path}
		if key.Kind != yaml.ScalarNode || classify(key) == null {
			d.Problem(at, "found %s as a key, want a name", describe(key))
			continue
		}
		d.checkMarks(at)
		if before, twice := first[key.Value]; twice {
			d.Problem(at, "key %q is given twice, first in line %d", short(key.Value), before.Line)
			continue
		}
		first[key.Value] = key
		if key.Value == "<<" && classify(key) == text && key.Style == 0 {
			d.Problem(at, "merge key <<: merging is not supported, write the keys out")
		}
	}
}
