package reported

import (
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

func TestFitted(t *testing.T) {
	const file = `
title: t
cite: c
short: s
fitted:
  start: [t/acc/x/A, t/acc/*/B]
  speed: [t/acc/x/C]
  rank: [t/acc/y/A, t/nmi]
tables:
  t:
    number: Table 1
    caption: c
    panels: {acc: {better: higher, columns: [A, B], rows: {x: ["1", "2"], y: ["3", "4"]}}}
protocol:
  - {key: start, choice: c, value: v, stated: no, status: inferred, evidence: e}
  - {key: rank, choice: c, value: v, stated: no, status: inferred, evidence: e}
`
	p := &Paper{}
	root, problems := strict.Decode("p.yaml", []byte(file), p)
	var said []string
	for _, problem := range append(problems, p.Check(root)...) {
		said = append(said, problem.String())
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{`p.yaml:7:3: fitted.speed: unknown choice "speed"`, "p.yaml:7:11: fitted.speed[0]: t/acc/x/C is no reported number", "p.yaml:8:21: fitted.rank[1]: t/nmi is no reported number"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among the problems:\n%s", want, all)
		}
	}
	if len(said) != 3 {
		t.Errorf("%d problems, want 3:\n%s", len(said), all)
	}
	for ref, want := range map[Ref]string{{"t", "acc", "x", "A"}: "start", {"t", "acc", "y", "B"}: "start", {"t", "acc", "y", "A"}: "rank", {"t", "nmi", "x", "A"}: "rank", {"u", "acc", "x", "A"}: ""} {
		if got := p.FittedTo(ref); got != want {
			t.Errorf("%v: %q, want %q", ref, got, want)
		}
	}
}
