package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	namedPath    = regexp.MustCompile(`(?:^|[\s("'` + "`" + `\[])((?:\.\./)*(?:[a-z0-9_-]+/)+[A-Za-z0-9_.-]+\.(?:md|go|ya?ml|json|svg|csv|tmpl|ipynb))\b`)
	namedCommand = regexp.MustCompile(`\bnmfrepro ((?:[a-z][a-z.-]*)(?: [a-z][a-z.-]*)?)`)
)

// theirs are paths below the folder of a user, of a new thing, or of what a command makes.
var theirs = regexp.MustCompile(`^(?:own|mine|new|nmfrepro|demo|far|wines|golub|medulloblastoma|rcppml)/|NAME\.|/pnmf/table3/`)

// said follows the name of the program in prose.
var said = regexp.MustCompile(`^(?:did|rebuilds|re-runs|follows|ended|on|tells|is|needs|draws|of|and|exec|import|itself|are|that|for|authors)\b`)

// Whatever a help text, an error or a page names is there: paths are opened, commands and topics of help are found.
func TestWhatIsNamedIsThere(t *testing.T) {
	t.Chdir("../..")
	texts := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != "." || entry.Name() == "testdata" || entry.Name() == "tests" || entry.Name() == "results"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, _ := strconv.Unquote(lit.Value)
					texts[path] = append(texts[path], text)
				}
				return true
			})
		case strings.HasSuffix(path, ".md") && path != "CHANGELOG.md" || strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".R") || strings.HasSuffix(path, ".Rd"):
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			texts[path] = []string{string(data)}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	paths, commands := 0, 0
	root := newRoot(&Env{})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for from, all := range texts {
		for _, text := range all {
			for _, m := range namedPath.FindAllStringSubmatch(text, -1) {
				paths++
				if theirs.MatchString(m[1]) {
					continue
				}
				if !slices.ContainsFunc([]string{".", filepath.Dir(from), "experiments", "datasets/sets"}, func(folder string) bool {
					found, err := filepath.Glob(filepath.Join(folder, m[1]) + "*") // digits.csv is packed
					return err == nil && found != nil
				}) {
					t.Errorf("%s names %s, which is not there", from, m[1])
				}
			}
			for _, m := range namedCommand.FindAllStringSubmatch(text, -1) {
				if commands++; said.MatchString(m[1]) {
					continue
				}
				words := strings.Fields(m[1])
				found, rest, err := root.Find(words)
				if err != nil || found == root {
					t.Errorf("%s names nmfrepro %s, which is no command", from, m[1])
				} else if topic := strings.Join(rest, " "); found.Name() == "help" && topic != "" {
					if at, _, err := root.Find(rest); err != nil || at == root {
						t.Errorf("%s names nmfrepro %s, which is no topic", from, m[1])
					}
				}
			}
		}
	}
	if paths < 100 || commands < 300 {
		t.Errorf("%d paths and %d commands: are the patterns still right?", paths, commands)
	}
}
