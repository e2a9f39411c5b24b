package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nmfrepro/experiments/engine/result"
)

// writeMacros writes a LaTeX macro for every number of every cell, so that a text can quote them and never goes stale:
//
//	\PnmfTableThreeIrisPnmfPurity        ours, mean±sd     ...Mean, ...SD, ...N     its parts
//	\PnmfTableThreeIrisPnmfPurityPaper   the print         ...Verdict               agrees, differs, ...
//
// The name is the address of the cell in words: LaTeX allows letters only, so digits are spelt out. dataset=, method=,
// metric=, panel= and column= are left out. Two addresses that would have one name are told apart by a last letter. What a
// cell does not have has no macro: a text that quotes it does not compile.
func writeMacros(out *strings.Builder, ms []model, _ Options) error {
	taken := map[string]bool{}
	for _, m := range ms {
		fmt.Fprintf(out, "%% %s: %s\n", m.Address, strings.ReplaceAll(m.Title, "\n", " "))
		for _, c := range m.cells() {
			c.macros(out, unique(macroName(c.Address), taken))
		}
	}
	return nil
}

// macros writes those of one cell.
func (c cell) macros(out *strings.Builder, name string) {
	fmt.Fprintf(out, "%% %s\n", c.Address)
	define := func(suffix, text string) {
		if text != "" {
			fmt.Fprintf(out, "\\newcommand{\\%s%s}{%s}\n", name, suffix, text)
		}
	}
	if c.Ours.Mean != "" {
		define("", latexNumber(result.Number{Mean: c.Ours.Mean, SD: c.Ours.SD}))
		define("Mean", latexNumber(result.Number{Mean: c.Ours.Mean}))
		if c.Ours.SD != "" {
			define("SD", latexNumber(result.Number{Mean: c.Ours.SD}))
		}
		define("N", latex(fmt.Sprint(len(c.Cell.Runs.Values))))
	}
	if c.Paper.Mean != "" {
		define("Paper", latexNumber(result.Number{Mean: c.Paper.Mean, SD: c.Paper.SD}))
	}
	define("Verdict", latex(c.Verdict.Kind))
}

// unspoken lists the keys of an address that a name leaves out, because their values are names. The others stay: rank=40 needs
// its key.
var unspoken = []string{"dataset", "method", "metric", "panel", "column"}

// macroName returns an address in letters.
func macroName(address string) string {
	place, cells, _ := strings.Cut(address, ":")
	var name strings.Builder
	spell(&name, place)
	for _, part := range strings.Split(cells, ",") {
		for _, key := range unspoken {
			part = strings.TrimPrefix(part, key+"=")
		}
		spell(&name, part)
	}
	return name.String()
}

// spoken gives words to characters that are no letters but tell names apart.
var spoken = map[rune]string{
	'0': "Zero", '1': "One", '2': "Two", '3': "Three", '4': "Four", '5': "Five", '6': "Six", '7': "Seven", '8': "Eight", '9': "Nine",
	'.': "Point", '@': "At", '~': "Tilde", '\'': "Prime", '+': "Plus", '*': "Star", 'α': "Alpha", 'β': "Beta", 'λ': "Lambda", 'μ': "Mu",
	'σ': "Sigma",
}

// spell adds the letters of s, a capital after everything else.
func spell(name *strings.Builder, s string) {
	start := true
	for _, r := range s {
		word, isSpoken := spoken[r]
		switch {
		case isSpoken:
			name.WriteString(word)
			start = true
		case r > unicode.MaxASCII || !unicode.IsLetter(r):
			start = true
		case start:
			name.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			name.WriteRune(r)
		}
	}
}

// endings are those of macros; a name must not become another's with its ending.
var endings = []string{"", "Mean", "SD", "N", "Paper", "Verdict"}

// unique adds a letter to a name whose macros are taken, and takes them.
func unique(name string, taken map[string]bool) string {
	base := name
	for k := 1; slices.ContainsFunc(endings, func(e string) bool { return taken[name+e] }); k++ {
		name = base + letters(k)
	}
	for _, e := range endings {
		taken[name+e] = true
	}
	return name
}

// letters returns B, C, ..., Z, BB, ... for 1, 2, ...
func letters(k int) string {
	s := string(rune('A' + k%26))
	if k >= 26 {
		s = letters(k/26) + s
	}
	return s
}
