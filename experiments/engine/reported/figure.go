package reported

import "nmfrepro/datasets/strict"

// Shown says what the curves of a figure show: one of Above, Ends, Extreme, Within, AtLeast and AtMost. A curve is the metric of a method
// over an axis, one for each data set and rank that the axis leaves apart. Points outside From and To are left out, but for
// Extreme, which says that the best or the worst point lies between them.
type Shown struct {
	Experiment string   `yaml:"experiment" strict:"required" doc:"experiment of this paper with the runs, as fig4 or table1"`
	Metric     string   `yaml:"metric" strict:"required" doc:"metric of the curve"`
	Method     string   `yaml:"method" strict:"required" doc:"key of the method that the claim is about"`
	Over       string   `yaml:"over" doc:"axis: rank, a coordinate of the data sets or an option that the method varies over; each point alone if empty"`
	Datasets   []string `yaml:"datasets" doc:"keys of the data sets; all if empty"`
	Average    bool     `yaml:"average" doc:"one curve: the mean over the data sets"`
	From       *float64 `yaml:"from" doc:"least place on the axis"`
	To         *float64 `yaml:"to" doc:"greatest place on the axis"`
	Least      int      `yaml:"least" doc:"in at least so many curves, instead of all"`

	Above   []string `yaml:"above" doc:"methods that it is better than, at every point"`
	Mean    bool     `yaml:"mean" doc:"above, by the mean over the points instead of at every point"`
	Ends    string   `yaml:"ends" words:"ends" former:"rises falls" doc:"the last point is higher, or lower, than the first"`
	Extreme string   `yaml:"extreme" words:"extreme" former:"peak beyond" doc:"the best, or the worst, point lies between from and to"`
	Within  float64  `yaml:"within" doc:"no two points differ by more"`
	AtLeast *float64 `yaml:"at-least" doc:"no point is less"`
	AtMost  *float64 `yaml:"at-most" doc:"no point is more"`
}

// Traced says how an objective falls over the iterations of each run.
type Traced struct {
	Experiment string   `yaml:"experiment" strict:"required" doc:"experiment of this paper with the runs"`
	Method     string   `yaml:"method" strict:"required" doc:"key of the method"`
	At         string   `yaml:"at" doc:"of a method that varies: option=value"`
	Datasets   []string `yaml:"datasets" doc:"keys of the data sets; all if empty"`

	NeverRises bool    `yaml:"never-rises" doc:"the objective never rises"`
	By         int     `yaml:"by" doc:"iteration by which the share of the whole fall is done, or after which it is still"`
	Share      float64 `yaml:"share" doc:"share of the fall from start to end that is done by then"`
	Still      float64 `yaml:"still" doc:"relative change that the objective may yet make after it"`
}

// figures reports claims on figures that claim nothing.
func (c *checker) figures(at strict.Node, claim Claim) {
	for i, f := range claim.Figures {
		said := 0
		for _, given := range []bool{len(f.Above) > 0, f.Ends != "", f.Extreme != "", f.Within != 0, f.AtLeast != nil, f.AtMost != nil} {
			if given {
				said++
			}
		}
		n := at.Get("figures").Index(i)
		c.refuse(said != 1, n, "want one of above, ends, extreme, within, at-least and at-most")
		c.name(n.Get("ends"), "end", f.Ends, words["ends"])
		c.name(n.Get("extreme"), "extreme", f.Extreme, words["extreme"])
		c.refuse(f.Extreme != "" && f.From == nil && f.To == nil, n, "an extreme lies between from and to: want one of them")
		c.refuse(f.Over == "" && (f.From != nil || f.To != nil || f.Ends != "" || f.Extreme != ""), n, "want over: what is the axis?")
	}
	for i, t := range claim.Traces {
		n := at.Get("traces").Index(i)
		c.refuse(!t.NeverRises && t.Share == 0 && t.Still == 0, n, "want never-rises, share or still")
		c.refuse((t.Share != 0 || t.Still != 0) != (t.By > 0), n, "by goes with share or still")
	}
}
