package published

import "nmfrepro/experiments/spec/strict"

// Ablation cites an experiment that takes away what a claim names as the cause and keeps the rest. If the cause is the right
// one, the column Better does better than the column Than, over the same rows, or over ThanRows where the two conditions
// are data sets.
type Ablation struct {
	Removes    string   `yaml:"removes" strict:"required" doc:"what the comparison takes away, and what it keeps"`
	Experiment string   `yaml:"experiment" strict:"required" doc:"experiment of this paper, as table2 or control"`
	Panel      string   `yaml:"panel" strict:"required" doc:"key of its panel"`
	Better     string   `yaml:"better" strict:"required" doc:"column with the claimed cause: its label, or 'group label'"`
	Than       string   `yaml:"than" doc:"column without it; the same column if empty, for other rows"`
	Rows       []string `yaml:"rows" doc:"labels of the rows that are compared; all but averages if empty"`
	ThanRows   []string `yaml:"than-rows" doc:"rows of the condition without the cause, where that is another data set"`
	Harms      bool     `yaml:"harms" doc:"the cause is one of something bad: it is supported if the column Better does worse with it"`
}

// ablations reports ablations that compare nothing.
func (c *checker) ablations(n strict.Node, all []Ablation) {
	for i, a := range all {
		if a.Than == "" && len(a.ThanRows) == 0 {
			c.bad(n.Index(i), "want than or than-rows: with what is %q compared?", a.Better)
		}
		if len(a.ThanRows) > 0 && len(a.ThanRows) != len(a.Rows) {
			c.bad(n.Index(i).Get("than-rows"), "%d rows beside %d, want as many", len(a.ThanRows), len(a.Rows))
		}
	}
}
