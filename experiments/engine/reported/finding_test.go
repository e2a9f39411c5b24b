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
  - {key: first, says: it is first, where: section 1, best-in: [{of: [t/a/*/A]}]}
  - {key: best, says: it is best, where: section 1, untestable: no number, ablations: [{removes: the penalty, experiment: t, panel: a, better: A, than: B}]}
protocol:
  - {key: stop, choice: stopping rule, value: none, stated: no, status: assumed, evidence: none, alternatives: [{value: 300 iterations, set: stop.iterations = 300}]}
tables:
  t: {number: Table 1, caption: scores, panels: {a: {better: higher, columns: [A, B], rows: {x: ["1", "2"]}}}}
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
  headline: "It is ahead on x."
  points:
    - {claim: "It is ahead of B.", sign: comes-out, says: "It leads B.", rests-on: {lead: t/acc/a/b}}
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
		{"answer: in part", "answer: partly", `:12:11: finding.answer: unknown answer "partly", want one of yes, largely, in part`},
		{"answer: in part", "answer: yes", ""},
		{"answer: in part", "answer: no", "answer no with 1 points that come out"},
		{"It is ahead on x.", long + " " + long, "42 words, want at most 25"},
		{"It is ahead on x.", "It is ahead (on x).", "a bracket"},
		{"It is ahead on x.", "It is ahead on x", "want one sentence with a full stop"},
		{"It leads B.", long, "21 words, want at most 20"},
		{"It leads B.", "It leads B {lead t}.", "a bracket"},
		{"It is ahead of B.", long, "21 words, want at most 20"},
		{"claim: \"It is ahead of B.\", sign: comes-out", "sign: comes-out", "points[0]: no claim"},
		{"sign: why", "claim: \"The penalty helps.\", sign: why", ""},
		{"It leads B.", "It leads B. By far.", "want one sentence"},
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
		{"rests-on: {row: t/acc/a, with: \"stop: 300 iterations\"}", "rests-on: {row: t/acc/a, average: true}", "it rests on an average"},
		{"{lead: t/acc/a/b}", "{lead: t/acc/a/b, average: true}", "average is of a row"},
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

// A word of rank or of all needs a conclusion about all: one pair, one variant and one cell of many runs are none. The headline has no
// such word that its points lack.
func TestWordsOfRank(t *testing.T) {
	const pair, best, three, cell = "{lead: t/acc/a/b}", "{claim: first}", "{ablation: best, without: the pen}", `{cell: "t:dataset=x,method=a"}`
	for _, c := range []struct {
		says, rests string
		bad         string // the words of rank that are told; "" of a sentence that rests on enough
	}{
		{"On average A leads.", pair, "leads"},
		{"It is the best of the four.", pair, "best"},
		{"It is the best of the four.", best, ""},
		{"Square roots never raise it.", pair, "never"},
		{"A has the highest accuracies and the lowest loss.", pair, "highest, lowest"},
		{"Its error lies within the range of ours.", cell, "within the range"},
		{"It is sparser than each of ours.", cell, "each"},
		{"It is the fastest and the sparsest.", best, ""},
		{"All of it is fitted, always.", pair, "all, always"},
		{"It has most of the gain.", pair, "most"},
		{"It has most of the gain.", three, "most"}, // one ablation of one says nothing of others
		{"A leads B by at most two points.", pair, ""},
		{"Its lead over B is gone, and they lead Z.", pair, ""},
		{"It leads in purity.", pair, "leads"},
		{"Allowing for it, nevertheless, B is behind.", pair, ""},
	} {
		finding := strings.Replace(soundFinding, `says: "It leads B.", rests-on: {lead: t/acc/a/b}`, `says: "`+c.says+`", rests-on: `+c.rests, 1)
		text := problemsOf(t, finding)
		if want := `"` + c.bad + `": want a conclusion that compares with all`; c.bad != "" && !strings.Contains(text, want) || c.bad == "" && text != "" {
			t.Errorf("%q on %s: %q, want %q", c.says, c.rests, text, c.bad)
		}
	}
	for headline, want := range map[string]string{"It leads.": `"leads": no point says so`, "It is always ahead.": `"always": no point`, "It leads B.": ""} {
		if text := problemsOf(t, strings.Replace(soundFinding, "It is ahead on x.", headline, 1)); !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("headline %q: %q, want %q", headline, text, want)
		}
	}
	const why = `    - {sign: why, says: "The penalty is why.", rests-on: {ablation: best, without: the pen}}`
	const open = `    - {claim: "It is fast.", sign: open, says: "By how much it is fast is open.", rests-on: {row: t/acc/a, with: "stop: 300 iterations"}}`
	for headline, want := range map[string]string{"It comes from the start.": `"comes from": no point has the sign why`, "Its lead is due to the stop.": `"due to": no point`,
		"It comes out.": ""} {
		for finding, want := range map[string]string{soundFinding: "", strings.Replace(soundFinding, why, open, 1): want} {
			if text := problemsOf(t, strings.Replace(finding, "It is ahead on x.", headline, 1)); !strings.Contains(text, want) || want == "" && text != "" {
				t.Errorf("headline %q: %q, want %q", headline, text, want)
			}
		}
	}
	columns := strings.NewReplacer("[A, B]", "[A, BNMF]")
	for headline, want := range map[string]string{"It is ahead of BNMF.": `"BNMF": no point is about it`, "It is ahead of GBNMF.": "", "It is ahead of B.": ""} {
		p := &Paper{Key: "p"}
		root, problems := strict.Decode("paper.yaml", []byte(columns.Replace(paperOfFindings)+strings.Replace(soundFinding, "It is ahead on x.", headline, 1)), p)
		text := ""
		if problems = append(problems, p.Check(root)...); len(problems) > 0 {
			text = problems.Error()
		}
		if !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("headline %q: %q, want %q", headline, text, want)
		}
	}
	one := strings.Replace(paperOfFindings, "caption: scores,", "caption: scores, runs: {value: 1, reason: one call},", 1)
	p := &Paper{Key: "p"}
	finding := strings.Replace(soundFinding, `says: "It leads B.", rests-on: {lead: t/acc/a/b}`, `says: "It lies among ours.", rests-on: `+cell, 1)
	root, problems := strict.Decode("paper.yaml", []byte(one+finding), p)
	if problems = append(problems, p.Check(root)...); len(problems) > 0 {
		t.Errorf("a single run among ours: %v", problems)
	}
}
