package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/reports"
)

// cellFacts say where a number comes from, and what its verdict was held against.
func cellFacts(t reports.Table, c reports.Cell) []Fact {
	facts := []Fact{
		{"data set", c.Dataset}, {"rank", strconv.Itoa(c.Rank)}, {"method", c.Method}, {"metric", c.Metric}, {"seed", strconv.FormatUint(t.Seed, 10)},
	}
	for _, o := range c.Origins {
		steps := strconv.Itoa(o.MostSteps)
		if o.FewestSteps != o.MostSteps {
			steps = fmt.Sprintf("%d to %d", o.FewestSteps, o.MostSteps)
		}
		facts = append(facts, Fact{"iterations", steps}, Fact{"data sum", short(o.DataSHA256)},
			Fact{"versions", fmt.Sprintf("solver %d, nmfrepro %s, %s", o.SolverVersion, o.Program, o.Go)}, Fact{"machine", o.CPU + ", kernel " + o.Kernel})
		if days := days(o.First, o.Last); days != "" {
			facts = append(facts, Fact{"computed", days})
		}
	}
	if c.Verdict.Kind != "" {
		facts = append(facts, Fact{"margin", reports.Plain(c.Scale.Of(c.Verdict.Margin)) + ": " + c.Verdict.MarginReason})
	}
	if c.Verdict.Fitted != "" {
		facts = append(facts, Fact{"fitted", "the choice of " + c.Verdict.Fitted + " was made by this number: agreement is no evidence"})
	}
	return facts
}

// origins are cards that say what computed the numbers of each paper: machines and programs, each once, with the sums of
// the data.
func (s Site) origins() (cards []Card) {
	for _, p := range s.Papers {
		r := p.Records
		if len(r.Origins) == 0 {
			continue
		}
		var machines, programs, sums []string
		for _, o := range r.Origins {
			machines, programs = append(machines, o.CPU+", kernel "+o.Kernel), append(programs, "nmfrepro "+o.Program+", "+o.Go)
			sums = append(sums, short(o.DataSHA256))
		}
		card := Card{Key: p.Key, Title: p.Short}
		for _, list := range []struct {
			name   string
			values []string
		}{{"machine", machines}, {"program", programs}, {"computed", []string{days(r.First, r.Last)}}, {"data sums", []string{strings.Join(distinct(sums), ", ")}}} {
			for _, value := range distinct(list.values) {
				if value != "" {
					card.Facts = append(card.Facts, Fact{list.name, value})
				}
			}
		}
		cards = append(cards, card)
	}
	return cards
}

// distinct are the values in order, each once.
func distinct(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}

// short is the beginning of a checksum, enough to tell it from others.
func short(sum string) string { return sum[:min(len(sum), 12)] }

func days(first, last time.Time) string {
	const day = "2006-01-02"
	switch a, b := first.Format(day), last.Format(day); {
	case last.IsZero():
		return ""
	case a == b:
		return a
	default:
		return a + " to " + b
	}
}
