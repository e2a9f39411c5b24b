package external

import (
	"embed"
	"fmt"
	gofmt "go/format"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers"
)

// examples are whole solvers in several languages, from which a new one begins, and a skeleton in Go.
//
//go:embed examples/solvers examples/skeleton
var examples embed.FS

// languages name the example that a new solver in a language begins as.
var languages = map[string]string{"python": "sparse-numpy", "octave": "hals-octave", "r": "kl-r", "shell": "mu-awk"}

// Languages returns the languages that Begin knows.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// Begin writes the folder of a new solver into a folder of own specs: the example of its language, whole and working, whose method
// is to be replaced. It returns the files written; a folder that is there already is left alone.
func Begin(specs, name, language string) (files []string, err error) {
	example, ok := languages[language]
	if !ok {
		return nil, fmt.Errorf("no example in %q", language)
	}
	if !optionName.MatchString(name) {
		return nil, fmt.Errorf("found %q, want a name of small letters, digits, - and _", name)
	}
	to := filepath.Join(specs, inside, name)
	if _, err := os.Lstat(to); err == nil {
		return nil, fmt.Errorf("%s is there already, want another name", to)
	}
	from, err := fs.Sub(examples, path.Join("examples/solvers", example))
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(to, from); err != nil {
		return nil, err
	}
	names, err := fs.Glob(from, "*")
	return list.Map(names, func(name string) string { return filepath.Join(to, name) }), err
}

var catalogLine = regexp.MustCompile(`^\t\{"([a-z0-9-]+)", `)

// BeginGo writes a method in Go into a checkout of this program: solvers/NAME.go with a whole method, its test, its line in the
// catalog and its case for the conformance suite. It returns the files written and those changed; it changes nothing where one
// of them is not as it should be.
func BeginGo(tree, name string) (files []string, err error) {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`).MatchString(name) {
		return nil, fmt.Errorf("found %q, want a name of small letters and digits, with - between words", name)
	}
	if _, taken := solvers.Find(name); taken {
		return nil, fmt.Errorf("there is a solver of the name %s already", name)
	}
	at := func(file string) string { return filepath.Join(tree, "solvers", file) }
	base := strings.ReplaceAll(name, "-", "_")
	catalog, err := inserted(at("catalog.go"), "var Catalog = described([]Entry{", func(lines []string) int {
		for i, line := range lines {
			if strings.HasPrefix(line, "\t\t") { // an entry goes on
				continue
			}
			if found := catalogLine.FindStringSubmatch(line); found == nil || found[1] > name {
				return i
			}
		}
		return len(lines)
	}, fmt.Sprintf("\t{%q, \"ONE SENTENCE\", \"AUTHORS, JOURNAL, YEAR\", 1, new%s, Takes{}, Fits{Loss: Frobenius}},", name, TypeName(name)))
	if err != nil {
		return nil, err
	}
	first := func([]string) int { return 0 }
	catalog, err = insertedInto(catalog, at("catalog.go"), "var residualless = map[string]string{", first,
		fmt.Sprintf("\t%q: \"no residual was written for it yet\",", name))
	if err != nil {
		return nil, err
	}
	cases, err := inserted(at("catalog_test.go"), "[]Case{", first, fmt.Sprintf("\t\tof(pair, %q),", name))
	if err != nil {
		return nil, err
	}
	rules, err := inserted(at("project_test.go"), "var projectionRules = map[string]string{", first,
		fmt.Sprintf("\t%q: \"min ‖X - WH‖² over H ≥ 0\",", name))
	if err != nil {
		return nil, err
	}
	texts := []goText{{at("catalog.go"), catalog}, {at("catalog_test.go"), cases}, {at("project_test.go"), rules}}
	for _, from := range []string{"solver.go", "solver_test.go"} {
		path := at(strings.Replace(from, "solver", base, 1))
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is there already, want another name", path)
		}
		text, err := examples.ReadFile("examples/skeleton/" + from + ".txt")
		if err != nil {
			return nil, err
		}
		texts = append(texts, goText{path, strings.NewReplacer("TYPE", TypeName(name), "NAME", name).Replace(string(text))})
	}
	return writeGo(texts)
}

// goText is the text of a Go file.
type goText struct{ path, text string }

// writeGo writes Go files: columns of a map shift by a new key.
func writeGo(texts []goText) (files []string, err error) {
	for _, t := range texts {
		pretty, err := gofmt.Source([]byte(t.text))
		if err == nil {
			err = os.WriteFile(t.path, pretty, 0o666)
		}
		if err != nil {
			return files, err
		}
		files = append(files, t.path)
	}
	return files, nil
}

// inserted returns a file with a line more, at a place among those after the line that ends with a mark.
func inserted(path, mark string, place func(after []string) int, line string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%w; want a checkout of this program, as in --tree ~/nmfrepro", err)
	}
	return insertedInto(string(text), path, mark, place, line)
}

// insertedInto returns the text of a file with a line more.
func insertedInto(text, path, mark string, place func(after []string) int, line string) (string, error) {
	lines := strings.Split(text, "\n")
	for i := range lines {
		if strings.HasSuffix(lines[i], mark) {
			at := i + 1 + place(lines[i+1:])
			return strings.Join(append(lines[:at:at], append([]string{line}, lines[at:]...)...), "\n"), nil
		}
	}
	return "", fmt.Errorf("%s has no line that ends with %s; want a checkout of the same version as this program", path, mark)
}

// TypeName returns MyMethod for my-method.
func TypeName(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
