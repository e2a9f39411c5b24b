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
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// vocabulary are the words of CONTRIBUTING.md, each with those that it takes the place of.
func vocabulary(t *testing.T) (words int, private *regexp.Regexp) {
	t.Helper()
	data, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(data), "<!-- words -->")
	table, _, found := strings.Cut(table, "<!-- end of words -->")
	var not []string
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "|\n "), "|")
		if len(cells) != 3 || strings.HasPrefix(cells[0], "Word") || strings.HasPrefix(cells[0], "---") {
			continue
		}
		words++
		for w := range strings.SplitSeq(cells[2], ",") {
			if w = strings.TrimSpace(w); w != "" {
				not = append(not, strings.ReplaceAll(regexp.QuoteMeta(w), " ", `\s+`)+"s?")
			}
		}
	}
	if !found || len(not) < 15 {
		t.Fatalf("CONTRIBUTING.md has %d words to avoid between its marks", len(not))
	}
	return words, regexp.MustCompile(`(?i)\b(` + strings.Join(not, "|") + `)\b`)
}

// public are uses of private words in their ordinary sense, in mathematics, or as the names of flags, keys and options.
var public = regexp.MustCompile("(?i)`[^`]*`|--[a-z-]+|unit[- ](length|sum|columns|vectors|variance|basis)|accepts: \\{start: (true|false)\\}|^start = |column starts|NUMPY at the start|at the start of a line|[a-z]+: start\\b|^json:|^yaml:")

// privateIn lists the private words of a text.
func privateIn(text string, private *regexp.Regexp) []string {
	return private.FindAllString(public.ReplaceAllString(text, " "), -1)
}

// mostHelp and mostHelps bound the words of a page of help, and of all pages, before the flags.
const mostHelp, mostHelps = 500, 9000

// Help, pages, documents and messages use the words of CONTRIBUTING.md, of which there are at most 20.
func TestVocabulary(t *testing.T) {
	words, private := vocabulary(t)
	if words > 20 {
		t.Errorf("CONTRIBUTING.md has %d words, want at most 20", words)
	}
	helps, total := 0, 0
	for _, args := range commandLines(newRoot(&Env{}), nil) {
		var out strings.Builder
		Main(append([]string{"help"}, args...), strings.NewReader(""), &out, &out)
		if helps++; out.Len() < 40 {
			t.Errorf("help %s says %q", args, out.String())
		}
		text, _, _ := strings.Cut(out.String(), "\nFlags:\n")
		n := len(strings.Fields(text))
		if total += n; n > mostHelp {
			t.Errorf("help %s has %d words before its flags, want at most %d", strings.Join(args, " "), n, mostHelp)
		}
		if slices.Contains([]string{"spec", "paper.yaml"}, strings.Join(args, " ")) {
			continue // they list keys of files, which keep their words
		}
		if found := privateIn(out.String(), private); len(found) > 0 {
			t.Errorf("help %s: %q; CONTRIBUTING.md has the words to use", strings.Join(args, " "), found)
		}
	}
	if total > mostHelps {
		t.Errorf("the pages of help have %d words before their flags, want at most %d", total, mostHelps)
	}
	if helps < 35 {
		t.Errorf("%d helps were read", helps)
	}
	for _, pattern := range []string{
		"../../reports/site/assets/*.html", "../README.md", "../../solvers/external/examples/README.md", "../guide/tutorial/README.md", "../engine/cluster/README.md", "../../solvers/own/ranks/README.md",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(outsideCode.ReplaceAllString(string(data), ""), "\n") {
				if found := privateIn(line, private); len(found) > 0 {
					t.Errorf("%s:%d: %q", file, i+1, found)
				}
			}
		}
	}
}

// outsideCode matches what of a page or document is no prose of ours: code blocks, the generated list of experiments, actions of templates,
// tags.
var outsideCode = regexp.MustCompile("(?s)```.*?```|<!-- experiments: .*?<!-- end of experiments -->|\\{\\{.*?\\}\\}|<[^>]*>")

// Errors and what the commands print use these words, too.
func TestVocabularyOfMessages(t *testing.T) {
	_, private := vocabulary(t)
	looked := 0
	for _, folder := range []string{".", "../engine/workflow", "../engine/judge", "../engine/judge/claims", "../engine/errata", "../engine/collect", "../engine/run", "../engine/store", "../engine/cluster", "../../solvers/own", "../../solvers/own/ranks", "../../solvers/external", "../../reports", "../../reports/render", "../../reports/site", "../../eval/rank"} {
		files := token.NewFileSet()
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			f, err := parser.ParseFile(files, filepath.Join(folder, e.Name()), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if field, is := n.(*ast.Field); is && field.Tag != nil {
					return false
				}
				if l, is := n.(*ast.BasicLit); is && l.Kind == token.STRING && strings.Contains(l.Value, " ") {
					looked++
					if found := privateIn(strings.Trim(l.Value, "`\""), private); len(found) > 0 {
						t.Errorf("%v: %q in %.200s", files.Position(l.Pos()), found, l.Value)
					}
				}
				return true
			})
		}
	}
	if looked < 1000 {
		t.Errorf("%d messages were read", looked)
	}
}

// commandLines are the words of every command that help shows, groups and topics among them.
func commandLines(cmd *cobra.Command, path []string) (all [][]string) {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			line := append(slices.Clone(path), sub.Name())
			all = append(append(all, line), commandLines(sub, line)...)
		}
	}
	return all
}

// obscure are words that hide what an identifier of the engine is, and those of CONTRIBUTING.md that no identifier needs.
var obscure = regexp.MustCompile("^(?i)(printed|prints|published|margins?|undefined|standin|foretell|verb|made|bent|noting|kin|sized|ledger|sweep)$")

// sources parses the Go files below some folders, those of tests and of examples left out.
func sources(t *testing.T, mode parser.Mode, folders ...string) (files *token.FileSet, parsed map[string]*ast.File) {
	t.Helper()
	files, parsed = token.NewFileSet(), map[string]*ast.File{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/examples/") {
				return err
			}
			parsed[name], err = parser.ParseFile(files, name, nil, mode)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files, parsed
}

// Functions, methods, types and fields of the engine and of reports are called by the words of CONTRIBUTING.md.
func TestVocabularyOfIdentifiers(t *testing.T) {
	looked := 0
	files, parsed := sources(t, 0, "../engine", "../../reports", ".")
	check := func(at token.Pos, name string) {
		looked++
		for _, word := range regexp.MustCompile("[A-Z]?[a-z]+").FindAllString(strings.ReplaceAll(name, "StandIn", "Standin"), -1) {
			if obscure.MatchString(word) {
				t.Errorf("%v: %s is called by the word %q", files.Position(at), name, word)
			}
		}
	}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				check(n.Pos(), n.Name.Name)
			case *ast.TypeSpec:
				check(n.Pos(), n.Name.Name)
			case *ast.StructType:
				for _, field := range n.Fields.List {
					for _, id := range field.Names {
						check(id.Pos(), id.Name)
					}
				}
			}
			return true
		})
	}
	if looked < 4500 {
		t.Errorf("%d identifiers were read", looked)
	}
}

// obscureLocal are words that no variable is called by. unit is a run's in the rooms of unitIsRun alone: elsewhere it is of a number.
var (
	obscureLocal = regexp.MustCompile("^(published|margins?|standIns?|foretell|ledger|verbs?|sweep)$")
	unitIsRun    = regexp.MustCompile(`^(\.|\.\./engine/(own|run|store|cluster|audit|external|workflow)(/.*)?)$`)
	unitWord     = regexp.MustCompile(`(?i)\bunits?\b`)
)

// Variables are called by the words of CONTRIBUTING.md, too.
func TestVocabularyOfVariables(t *testing.T) {
	looked := 0
	files, parsed := sources(t, 0, "../engine", "../../reports", ".")
	for name, f := range parsed {
		units := unitIsRun.MatchString(filepath.ToSlash(filepath.Dir(name)))
		check := func(of ...*ast.Ident) {
			for _, id := range of {
				if looked++; obscureLocal.MatchString(id.Name) || units && unitWord.MatchString(id.Name) {
					t.Errorf("%v: a variable is called %s", files.Position(id.Pos()), id.Name)
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				check(n.Names...)
			case *ast.FuncType:
				for _, field := range n.Params.List {
					check(field.Names...)
				}
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					if id, is := left.(*ast.Ident); is && n.Tok == token.DEFINE {
						check(id)
					}
				}
			case *ast.RangeStmt:
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if id, is := e.(*ast.Ident); is {
						check(id)
					}
				}
			}
			return true
		})
	}
	if looked < 10000 {
		t.Errorf("%d variables were read", looked)
	}
}

// obscureComment are the words of CONTRIBUTING.md that comments have in no other sense. Programs print, pages have margins, an estimator
// has contrasts, and solvers have starts: these words stay.
var obscureComment = regexp.MustCompile(`(?i)\b(published (contrasts?|cells?|numbers?|tables?|values?)|a paper prints|printed (numbers?|tables?|values?)|choices? of the protocol|` +
	`too noisy|without the cause|stand-ins?|stands in for|foretell|ledger|verbs?|undefined)\b`)

// quotedInComment matches what a comment quotes, as a name or the words of somebody else.
var quotedInComment = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")

// Comments use these words, too.
func TestVocabularyOfComments(t *testing.T) {
	looked := 0
	files, parsed := sources(t, parser.ParseComments, "../engine", "../../reports", ".")
	for name, f := range parsed {
		units := unitIsRun.MatchString(filepath.ToSlash(filepath.Dir(name)))
		for _, group := range f.Comments {
			for _, c := range group.List {
				text := quotedInComment.ReplaceAllString(c.Text, " ")
				found := obscureComment.FindAllString(text, -1)
				if units && !unitOfNumber.MatchString(text) {
					found = append(found, unitWord.FindAllString(text, -1)...)
				}
				if looked++; len(found) > 0 {
					t.Errorf("%v: %q", files.Position(c.Pos()), found)
				}
			}
		}
	}
	if looked < 5000 {
		t.Errorf("%d lines of comments were read", looked)
	}
}

// unitOfNumber matches comments in which a unit is that of a number or a length.
var unitOfNumber = regexp.MustCompile("(?i)in the unit|decimal units|units of|natural units|unit[- ](length|sum|columns|vectors|variance|basis)")
