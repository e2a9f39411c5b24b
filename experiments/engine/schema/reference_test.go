package schema_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/schema"
)

var update = flag.Bool("update", false, "rewrite REFERENCE.md and the schemas of files")

// definition is what the reference needs of a JSON Schema.
type definition struct {
	Ref         string `json:"$ref"`
	Description string
	Type        string
	Required    []string
	Items       *definition
	Additional  json.RawMessage `json:"additionalProperties"`
	Properties  map[string]*definition
	Defs        map[string]*definition `json:"$defs"`
	AnyOf       []definition
	Enum        []string
	AllOf       []json.RawMessage
}

// reference is a page of the keys of a kind of file, in tables, with the shortest example of each that a committed file has.
type reference struct {
	root     *definition
	examples map[string]string // by definition and key
	before   *reference        // a page above, whose headings keep their anchors
}

// inner is the schema of what a list or mapping holds, or d itself.
func (d *definition) inner() *definition {
	var values definition
	switch {
	case d.Items != nil:
		return d.Items.inner()
	case len(d.Properties) == 0 && json.Unmarshal(d.Additional, &values) == nil:
		return values.inner()
	}
	return d
}

// orMapping is the mapping that may stand in place of a name, nil if none may.
func (d *definition) orMapping() *definition {
	if n := len(d.AnyOf); n > 0 && d.AnyOf[n-1].Ref != "" {
		return &d.AnyOf[n-1]
	}
	return nil
}

func (d *definition) name() string { return strings.TrimPrefix(d.inner().Ref, "#/$defs/") }

// collect takes the examples of a node that a definition describes.
func (r *reference) collect(name string, d *definition, n *yaml.Node) {
	if mapping := d.orMapping(); mapping != nil && n.Kind == yaml.MappingNode {
		d = mapping
	}
	if of := r.root.Defs[d.name()]; d.Ref != "" && of != nil {
		name, d = d.name(), of
	}
	switch {
	case n.Kind == yaml.SequenceNode && d.Items != nil:
		for _, item := range n.Content {
			r.collect(name, d.Items, item)
		}
	case n.Kind == yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			of, known := d.Properties[key.Value]
			if !known {
				r.collect(name, d.inner(), value)
				continue
			}
			if text := short(key, value); text != "" {
				if old, had := r.examples[name+"."+key.Value]; !had || len(text) < len(old) {
					r.examples[name+"."+key.Value] = text
				}
			}
			r.collect(name, of, value)
		}
	}
}

var spaces = regexp.MustCompile(`\s+`)

const longest = 120

// short is a key with its value on one line, cut where it is long.
func short(key, value *yaml.Node) string {
	var flow func(n *yaml.Node) *yaml.Node
	flow = func(n *yaml.Node) *yaml.Node {
		c := *n
		c.HeadComment, c.LineComment, c.FootComment, c.Content = "", "", "", nil
		if c.Kind != yaml.ScalarNode {
			c.Style = yaml.FlowStyle
		}
		for _, inner := range n.Content {
			c.Content = append(c.Content, flow(inner))
		}
		return &c
	}
	text, err := yaml.Marshal(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{flow(key), flow(value)}})
	line := strings.TrimSpace(spaces.ReplaceAllString(string(text), " "))
	if err != nil {
		return ""
	}
	if letters := []rune(line); len(letters) > longest {
		return string(letters[:longest]) + " …"
	}
	return line
}

// kind says in a few words what a key holds.
func (r *reference) kind(d *definition) string {
	many := ""
	if d.Items != nil {
		many = "list of "
	} else if d.inner() != d {
		many = "by name: "
	}
	in := d.inner()
	switch {
	case in.Ref != "":
		anchor := strings.ToLower(d.name())
		if r.before != nil && r.before.root.Defs[d.name()] != nil {
			anchor += "-1"
		}
		return many + "[" + d.name() + "](#" + anchor + ")"
	case in.orMapping() != nil:
		return many + strings.Join(in.AnyOf[0].Enum, ", ") + " or " + r.kind(in.orMapping())
	case len(in.Enum) > 0 && len(in.Enum) < 6:
		return many + strings.TrimPrefix(strings.Join(in.Enum, ", "), ", ")
	case in.Type == "" && len(in.AnyOf) > 0 || len(in.Enum) > 0:
		return many + "name"
	case in.Type == "":
		return many + "see the text"
	}
	return many + map[string]string{"string": "text", "integer": "whole number", "boolean": "true or false", "object": "keys", "array": "list"}[in.Type] + map[bool]string{true: "number"}[in.Type == "number"]
}

func (r *reference) write(b *strings.Builder, name string, d *definition) {
	b.WriteString("\n| key | what it holds | meaning | example |\n| --- | --- | --- | --- |\n")
	escape := strings.NewReplacer("|", "\\|", "\n", " ")
	for _, key := range slices.Sorted(func(yield func(string) bool) {
		for k := range d.Properties {
			if !yield(k) {
				return
			}
		}
	}) {
		p, must, example := d.Properties[key], "", r.examples[name+"."+key]
		if slices.Contains(d.Required, key) {
			must = " (required)"
		}
		if example != "" {
			example = "`" + escape.Replace(example) + "`"
		}
		fmt.Fprintf(b, "| `%s`%s | %s | %s | %s |\n", key, must, r.kind(p), escape.Replace(p.Description), example)
	}
}

func (r *reference) check(t *testing.T, name string, d *definition) {
	for key := range d.Properties {
		if r.examples[name+"."+key] == "" {
			t.Errorf("no example of %s.%s: no committed file has one; give one in unused", name, key)
		}
	}
}

// unused are examples of keys that no committed file has.
var unused = map[string]string{
	"spec": `
replicates: 20
datasets: [{family: faces, shared-subset: true, hold-entries: {share: 0.1, of: non-zeros, zeros: unknown}}]
stop: {tol-factor: 0.0001, still-clusters: 40, clusters-every: 10}
clusters: [{unit-sum: true, kmeans: {empty: drop, candidates: 3, least: distance, random: {generator: mt19937, seed: 5489, draw: matlab}}}]
init: {generator: mt19937, seed: 123456, draw: r, order: W H, up-to: largest, unit: w}
methods: [{init: k-means, consensus: {starts: 20, from: h, method: argmax, part: 1, parts: 2, unit-basis: true, unit-sum: true, kmeans: {start: ++}}}]
plots: [{first: 9, datasets: [iris], scale: "purity, mean of 10 runs"}]`,
	"paper": `
source: {url: "https://example.org/paper.html", licence: CC BY 4.0, version: "1.0", others: [{version: "0.5.5", url: "https://example.org/old.html", tables: [table2], says: the best error is smaller}]}
tables: {t: {runs: {seed: 123456}, panels: {a: {ranks: acc, values: [1, 5], spread: 1.1}}}}
crossed: [{settings: [start, stop], where: table1, most: 32}]
protocol: [{alternatives: [{excluded: the text names another rule}]}]
claims: [{numbers: [{least: 5}], figures: [{datasets: [iris]}], traces: [{datasets: [iris]}]}]`,
}

// experiments/guide/REFERENCE.md lists every key of a spec and of a paper.yaml, as their JSON Schemas have them, with an example of each
// out of the committed files.
func TestReference(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The spec language\n\nEvery key of `<paper>/<table>.yaml` and of `<paper>/paper.yaml`, out of their JSON Schemas, with an example from the committed files. " +
		"Written by `make schema`; `nmfrepro list solvers` and `nmfrepro list datasets` have the options of each. What a claim may say stands in a short table in the [tutorial](tutorial/README.md#5-what-a-sentence-may-say).\n")
	var before *reference
	for _, kind := range []string{"spec", "paper"} {
		text, err := schema.Of(kind)
		if err != nil {
			t.Fatal(err)
		}
		r := &reference{root: &definition{}, examples: map[string]string{}, before: before}
		before = r
		if err := json.Unmarshal(text, r.root); err != nil {
			t.Fatal(err)
		}
		files, err := fs.Glob(experiments.Files, "*/*.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "/paper.yaml") != (kind == "paper") {
				continue
			}
			data, err := fs.ReadFile(experiments.Files, file)
			if err != nil {
				t.Fatal(err)
			}
			var n yaml.Node
			if err := yaml.Unmarshal(data, &n); err != nil {
				t.Fatal(err)
			}
			r.collect("", r.root, n.Content[0])
		}
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(unused[kind]), &n); err != nil {
			t.Fatal(err)
		}
		r.collect("", r.root, n.Content[0])
		fmt.Fprintf(&b, "\n## %s\n", map[string]string{"spec": "An experiment: <paper>/<table>.yaml", "paper": "What a paper reports: <paper>/paper.yaml"}[kind])
		r.write(&b, "", r.root)
		r.check(t, "", r.root)
		for _, name := range slices.Sorted(func(yield func(string) bool) {
			for k := range r.root.Defs {
				if !strings.Contains(k, "-") && !yield(k) {
					return
				}
			}
		}) {
			fmt.Fprintf(&b, "\n### %s\n", name)
			r.write(&b, name, r.root.Defs[name])
			r.check(t, name, r.root.Defs[name])
		}
	}
	const file = "../../guide/REFERENCE.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != b.String() {
		t.Errorf("%s is out of date (%v): run make schema", file, err)
	}
}

// The committed schemas are those of the types, so that editors tell the truth.
func TestFilesAreCurrent(t *testing.T) {
	for _, kind := range []string{"spec", "paper", "solver"} {
		want, err := schema.Of(kind)
		if err != nil {
			t.Fatal(err)
		}
		file := "../../schema/" + kind + ".schema.json"
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
			t.Errorf("%s is out of date (%v): run make schema", file, err)
		}
	}
}
