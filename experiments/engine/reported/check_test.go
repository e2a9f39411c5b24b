package reported

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

// faulty has one mistake a line, marked with what the message must hold; the marks also tell the line.
const faulty = `title: t
cite: c
short: s
finding:
  answer: maybe                                                              # ! unknown answer "maybe"
  headline: It holds (mostly).                                               # ! a bracket
  points: [                                                                  # ! 2 points, want 3 to 6
    {sign: comes-out, says: It holds., rests-on: {claim: z}},                # ! unknown claim "z"
    {sign: perhaps, says: It holds., rests-on: {ablation: y, without: w}}]   # ! unknown sign "perhaps"
tables:
  t:
    number: Table 1
    caption: c
    runs: {value: 0, reason: r}                                              # ! 0 runs, want ≥ 1
    panels:
      a:
        better: more                                                         # ! unknown direction "more"
        bold: rows                                                           # ! did you mean "row"?
        range: [1, 0]                                                        # ! want two numbers, the least first
        groups: [[A, E]]                                                     # ! unknown column "E"
        counts: {samples: {x: 0}, scale: 1}                                  # ! 0 samples, want ≥ 1
        times: {w: 10}                                                       # ! unknown row "w"
        recount: {x: {panel: t/b}}                                           # ! unknown panel "b" of t
        columns: [A, B, A]                                                   # ! column "A" is given twice
        rows:
          x: ["1", "2"]                                                      # ! 2 cells, want 3
          y: ["1", "1±", "2"]                                                # ! want a number
claims:
  - {key: a, says: s, where: w}                                              # ! want predicates, or the reason in untestable
  - {key: b, says: s, where: w, greater: [t/a/x/A]}                          # ! one cell, want two or more
  - {key: c, says: s, where: w, greater: [t/a/x/A, t/a/x]}                   # ! names no number
  - {key: d, says: s, where: w, best-in: [{of: [t/a/*/F]}]}                      # ! unknown column "F"
  - {key: e, says: s, where: w, best-in: [{of: [t/a/v/*], in: column}]}          # ! unknown row "v"
  - {key: f, says: s, where: w, numbers: [{of: [t/a/x/A], is: ten}]}          # ! "ten", want a number
  - {key: g, says: s, where: w, numbers: [{of: [others, t/a/x/A], is: "1"}]}  # ! others stands for the second of a pair
  - {key: h, says: s, where: w, numbers: [{each: [u/a], least: 1}]}           # ! unknown table "u"
  - {key: h, says: s, where: w, untestable: u}                               # ! claim "h" is given twice
  - {key: n, says: s, where: w, untestable: u, figures: [{experiment: e, metric: m, method: m, over: o}]} # ! want one of above
  - {key: o, says: s, where: w, untestable: u, figures: [{experiment: e, metric: m, method: m, over: o, extreme: best}]} # ! want one of them
  - {key: p, says: s, where: w, untestable: u, figures: [{experiment: e, metric: m, method: m, ends: higher}]} # ! what is the axis?
  - {key: q, says: s, where: w, untestable: u, traces: [{experiment: e, method: m, share: 0.5}]} # ! by goes with share
  - key: i
    says: s
    where: w
    untestable: u
    ablations:
      - {removes: r, experiment: e, panel: a, better: A}                                              # ! want than or than-rows
      - {removes: r, experiment: e, panel: a, better: A, rows: [x, y], than-rows: [z]}                # ! 1 rows beside 2
      - {removes: r, experiment: e, panel: a, better: A, than: B}
protocol:
  - {key: k, choice: c, value: v, stated: no, status: guessed, evidence: e}  # ! unknown status "guessed"
  - {key: m, choice: c, value: v, stated: yes, place: s, status: followed, alternatives: [{value: a, set: b}]} # ! want path = value
  - {key: mm, choice: c, value: v, stated: no, status: assumed, evidence: e, alternatives: [{value: a, set: "metrics.acc = acc@mean, methods.a.tune.by = acc@mean"}]} # ! want one thing
  - {key: l, choice: c, value: v, stated: no, status: assumed, evidence: e, where: t, tt} # ! tt
  - {key: n, choice: c, value: v, stated: perhaps, status: assumed, evidence: e} # ! unknown answer "perhaps"
  - {key: o, choice: c, value: v, stated: yes, place: s, status: assumed, evidence: e} # ! of what the text states, want followed or against the text
  - {key: p, choice: c, value: v, stated: no, status: followed} # ! of what the text leaves open, want the text's algorithm
  - {key: q, choice: c, value: v, stated: yes, status: followed} # ! place is missing
  - {key: r, choice: c, value: v, stated: yes, place: s, status: against the text, evidence: e} # ! effect is missing
  - {key: s, choice: c, value: v, stated: no, status: inferred} # ! evidence is missing
`

func TestEveryProblemIsReported(t *testing.T) {
	p := &Paper{}
	text := strings.Replace(faulty, `where: t, tt} # ! tt`, `where: "t, tt"} # ! unknown table or figure "tt"`, 1)
	root, problems := strict.Decode("paper.yaml", []byte(text), p)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	problems = p.Check(root)
	marks := 0
	for i, line := range strings.Split(text, "\n") {
		_, want, marked := strings.Cut(line, "# ! ")
		found := false
		for _, problem := range problems {
			if problem.Line == i+1 {
				found = found || marked && strings.Contains(problem.Msg, want)
				if !marked {
					t.Errorf("line %d: unexpected problem %s", i+1, problem)
				}
			}
		}
		if marked {
			marks++
		}
		if marked && !found {
			t.Errorf("line %d: no problem with %q", i+1, want)
		}
	}
	if t.Failed() || marks < 20 {
		t.Log(fmt.Sprint(marks, " marks\n", problems))
	}
}
