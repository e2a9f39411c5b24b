package published

import (
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec/strict"
)

// Braces stand for numbers where a space or a bracket comes before them, and bind without a word behind one.
func TestFilled(t *testing.T) {
	const sentence = " {row t/acc} is less ({lead t/acc/a/b}), as{claim k} said{cell t:x} and {row t/nmi}."
	got := Filled(sentence, func(b Binding) string { return strings.ToUpper(b.Kind) + ":" + b.Name })
	if want := "is less (LEAD:t/acc/a/b), as said and ROW:t/nmi."; !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %q at its end", got, want)
	}
	if all := Bound(sentence); len(all) != 5 || all[1] != (Binding{"lead", "t/acc/a/b"}) {
		t.Errorf("bound to %v", all)
	}
}

// What a sentence names in braces has to be among what the finding rests on, and of a known kind.
func TestUnboundFinding(t *testing.T) {
	const paper = `title: t
cite: c
short: s
finding:
  answer: partly
  lead: it leads {lead t/acc/a/b}
  replicates: most of it {row t/acc}
  fails: some{sentence x}
  why: w
  rests-on:
    rows: {t/acc: agrees}
`
	p := &Paper{Key: "p"}
	root, problems := strict.Decode("paper.yaml", []byte(paper), p)
	problems = append(problems, p.Check(root)...)
	text := problems.Error()
	for _, want := range []string{"{lead t/acc/a/b} is not among rests-on", `{sentence x}: unknown kind "sentence"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s, want %s", text, want)
		}
	}
	if strings.Contains(text, "{row t/acc}") {
		t.Errorf("%s, although the row is there", text)
	}
}
