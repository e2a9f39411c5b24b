package eval

// Class is the kind of number that a metric is. It decides what counts as no difference between two values, and what a test
// of them may assume.
type Class struct {
	Name     string
	Unit     string  // of its values: tables may print shares in per cent
	Margin   float64 // difference that counts as none, where a spec names no other; 0 if two values are never held equal
	Relative bool    // the margin is a share of the published number
	Reason   string  // why this much
	Grid     bool    // a value is a count of samples over their number: it moves in steps of 1/n
	Exact    bool    // a property of the data, in which nothing is drawn
	Machine  bool    // it depends on the machine: only the order of methods can be compared
}

// The classes.
var (
	Clustering = Class{
		Name: "clustering", Unit: "share", Margin: 0.05, Grid: true,
		Reason: "five points: what another initialisation of k-means or another draw of classes moves these scores by",
	}
	Prediction = Class{
		Name: "prediction", Unit: "share", Margin: 0.03, Grid: true,
		Reason: "three points: what another split of the folds moves these scores by",
	}
	Relations = Class{
		Name: "relations", Unit: "share", Margin: 0.05,
		Reason: "five points: triplets are drawn at random, and the paper does not tell which",
	}
	Loss = Class{
		Name: "loss", Unit: "of the data", Margin: 0.05, Relative: true,
		Reason: "five per cent of the loss: more than another initialisation moves it by, less than another rank does",
	}
	Share    = Class{Name: "share", Unit: "share", Margin: 0.05, Reason: "five points of a share"}
	Recovery = Class{Name: "recovery", Unit: "share", Margin: 0.02, Reason: "two per cent of the basis: the noise that was added to it"}
	Width    = Class{Name: "width", Unit: "of the data", Margin: 0.05, Relative: true, Reason: "five per cent of a width that is chosen on a grid"}
	Count    = Class{
		Name: "count", Unit: "number", Margin: 0.5,
		Reason: "a count is the same or it is not: a mean of counts is that of the whole number nearest to it",
	}
	Size    = Class{Name: "size", Unit: "number", Margin: 0.5, Exact: true, Reason: "a size is the same or it is not"}
	Density = Class{Name: "density", Unit: "share", Margin: 0.005, Relative: true, Exact: true, Reason: "half a per cent leaves room for rounding"}
	Machine = Class{Name: "machine", Unit: "of the machine", Machine: true, Reason: "time and effort are the machine's and the program's: only the order of methods is compared"}
)
