package spec

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported"
)

// cited is an address that a text names, with the choices whose alternatives are to be run there.
type cited struct {
	address string
	choices []string
}

// citations lists the addresses of a text, as in "5 runs of compare alternatives rpr/table2:rank=40,method=nmf --choice order".
func citations(text string, papers []string) (all []cited) {
	address := regexp.MustCompile(`\b(?:` + strings.Join(papers, "|") + `)/[a-z]+[0-9]*(?::[a-z-]+=[^\s` + "`" + `;)]+)?`)
	choice := regexp.MustCompile(`--choice\s+([a-z0-9-]+)`)
	at := append(address.FindAllStringIndex(text, -1), []int{len(text), len(text)})
	for i, m := range at[:len(at)-1] {
		c := cited{address: strings.TrimRight(text[m[0]:m[1]], ".,:")}
		for _, k := range choice.FindAllStringSubmatch(text[m[1]:at[i+1][0]], -1) {
			c.choices = append(c.choices, k[1])
		}
		all = append(all, c)
	}
	return all
}

// unrendered is Markdown that the site and explain do not render in notes.
var unrendered = regexp.MustCompile(`(?m)^(#|- |[0-9]+\. )|\]\(`)

// TestEvidence follows every address that the protocol or the notes of a paper name. It asks of each choice with alternatives
// that it names the run that tells them apart, and of each effect that it names the run that measured it.
func TestEvidence(t *testing.T) {
	lib, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var papers []string
	for _, p := range lib.Papers {
		papers = append(papers, p.Key)
	}
	n := 0
	for _, p := range lib.Papers {
		for _, note := range p.Notes {
			if !strings.HasPrefix(note.Says, "**") || unrendered.MatchString(note.Says) {
				t.Errorf("%s: want a note that begins with a heading in bold and has paragraphs, tables, **bold** and `code` alone: %.60q", p.Key, note.Says)
			}
			for _, c := range citations(note.Says, papers) {
				follow(t, lib, p.Key+"/paper.yaml, notes", c)
				n++
			}
		}
		for _, choice := range p.Protocol {
			where := p.Key + "/paper.yaml, " + choice.Key
			run := false
			for _, c := range citations(choice.Evidence+" "+choice.Effect, papers) {
				follow(t, lib, where, c)
				run = run || slices.Contains(c.choices, choice.Key)
				n++
			}
			if len(choice.Alternatives) > 0 && !run {
				t.Errorf("%s: has alternatives, and its evidence and effect name no address with --choice %s", where, choice.Key)
			}
			if choice.Effect != "" && citations(choice.Effect, papers) == nil {
				t.Errorf("%s: its effect names no address that measures it again", where)
			}
		}
	}
	if n < 100 {
		t.Errorf("%d addresses were found in all ledgers and notes, want 100 or more", n)
	}
}

// follow reports an address that leads nowhere, and choices that concern none of its experiments.
func follow(t *testing.T, lib *Library, where string, c cited) {
	t.Helper()
	a, err := lib.ParseAddress(c.address)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	selected := lib.Select(a)
	if len(selected) == 0 {
		t.Errorf("%s: %s leads nowhere", where, c.address)
	}
	for _, s := range selected {
		if err := a.Only.Check(s); err != nil {
			t.Errorf("%s: %s: %v", where, c.address, err)
		}
		paper, _ := lib.PaperOf(s)
		for _, key := range c.choices {
			if !slices.ContainsFunc(paper.Protocol, func(p reported.Choice) bool {
				return p.Key == key && len(p.Alternatives) > 0 && Where(p.Where, s)
			}) {
				t.Errorf("%s: %s: no alternatives of a choice %q concern it", where, c.address, key)
			}
		}
	}
}
