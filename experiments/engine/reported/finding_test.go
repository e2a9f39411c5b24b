package reported

import (
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

const paperOfFindings = `title: t
cite: c
short: s
claims:
  - {key: best, says: it is best, where: section 1, untestable: no number, ablations: [{removes: the penalty, experiment: t, panel: a, better: A, than: B}]}
protocol:
  - {key: stop, choice: stopping rule, value: none, stated: no, status: assumed, evidence: none, alternatives: [{value: 300 iterations, set: stop.iterations = 300}]}
tables:
  t: {number: Table 1, caption: scores, panels: {a: {columns: [A, B], rows: {x: ["1", "2"]}}}}
finding:
`

// problemsOf are those of a finding below its key, joined.
func problemsOf(t *testing.T, finding string) string {
	t.Helper()
	p := &Paper{Key: "p"}
	root, problems := strict.Decode("paper.yaml", []byte(paperOfFindings+finding), p)
	if problems = append(problems, p.Check(root)...); len(problems) == 0 {
		return ""
	}
	return problems.Error()
}

const soundFinding = `  answer: in part
  headline: "It is best on x."
  points:
    - {claim: "It is ahead of B.", sign: comes-out, says: "It leads.", rests-on: {lead: t/acc/a/b}}
    - {claim: "It is ahead by two points.", sign: open, says: "By how much is open.", rests-on: {row: t/acc/a, with: "stop: 300 iterations"}, also: [{cell: "t:dataset=x,method=a"}]}
    - {sign: why, says: "The penalty is why.", rests-on: {ablation: best, without: the pen}}
`

// A finding is a headline and three to six short points, each with a sign and one conclusion that exists; what is wrong is told with its
// line and column.
func TestFinding(t *testing.T) {
	if text := problemsOf(t, soundFinding); text != "" {
		t.Fatalf("a sound finding: %s", text)
	}
	long := strings.TrimSpace(strings.Repeat("word ", 21)) + "."
	for _, c := range []struct{ old, with, want string }{
		{"answer: in part", "answer: partly", `:11:11: finding.answer: unknown answer "partly", want one of yes, largely, in part`},
		{"answer: in part", "answer: yes", ""},
		{"answer: in part", "answer: no", "answer no with 1 points that come out"},
		{"It is best on x.", long + " " + long, "42 words, want at most 25"},
		{"It is best on x.", "It is best (on x).", "a bracket"},
		{"It is best on x.", "It is best on x", "want one sentence with a full stop"},
		{"It leads.", long, "21 words, want at most 20"},
		{"It leads.", "It leads {lead t}.", "a bracket"},
		{"It is ahead of B.", long, "21 words, want at most 20"},
		{"claim: \"It is ahead of B.\", sign: comes-out", "sign: comes-out", "points[0]: no claim"},
		{"sign: why", "claim: \"The penalty helps.\", sign: why", ""},
		{"It leads.", "It leads. By far.", "want one sentence"},
		{"sign: open", "sign: maybe", `unknown sign "maybe"`},
		{"{lead: t/acc/a/b}", "{lead: u/acc/a/b}", `unknown table "u"`},
		{"{lead: t/acc/a/b}", "{lead: t/acc/a/b, claim: best}", "want one of row, lead, cell, claim and ablation"},
		{"{lead: t/acc/a/b}", "{}", "want one of row, lead, cell, claim and ablation"},
		{"{lead: t/acc/a/b}", "{claim: worst}", `unknown claim "worst"`},
		{"{lead: t/acc/a/b}", "{claim: best, with: \"stop: 300 iterations\"}", "with is of a row or lead"},
		{"without: the pen", "without: the mask", "cites 0 ablations that begin with"},
		{"stop: 300 iterations", "stop: 3 iterations", "has no alternative"},
		{"stop: 300 iterations", "start: 300 iterations", `unknown choice "start"`},
		{"    - {sign: why, says: \"The penalty is why.\", rests-on: {ablation: best, without: the pen}}\n", "", "2 points, want 3 to 6"},
		{"headline:", "brief:", "headline"},
		{"  points:", "  why: so\n  points:", "points"},
	} {
		finding := strings.Replace(soundFinding, c.old, c.with, 1)
		if finding == soundFinding {
			t.Fatalf("%q is not in the finding", c.old)
		}
		text := problemsOf(t, finding)
		if !strings.Contains(text, c.want) || c.want != "" && !strings.Contains(text, "paper.yaml:") || c.want == "" && text != "" {
			t.Errorf("%q for %q: %s, want %s", c.with, c.old, text, c.want)
		}
	}
}
