package result

import "testing"

func TestAddress(t *testing.T) {
	for want, a := range map[string]Address{
		"": {}, "p": {Experiment: "p"}, "p/t": {Experiment: "p/t"},
		"p/t:dataset=iris,rank=3,method=nmf,lambda=1,metric=acc@h,panel=a,column=NMF": {Experiment: "p/t", Dataset: "iris", Rank: 3, Method: "nmf",
			Variant: "lambda=1", Metric: "acc@h", Panel: "a", Column: "NMF", Row: "Iris r=3", Measure: "euclidean"},
		"p/t:panel=a,average,method=nmf,column=NMF":         {Experiment: "p/t", Panel: "a", Average: true, Method: "nmf", Column: "NMF", Metric: "acc"},
		"p/t:panel=a,first=mean-accuracy,method=nmf":        {Experiment: "p/t", Panel: "a", First: "mean accuracy", Method: "nmf", Dataset: "iris"},
		"p/t:dataset=iris,rank=3,method=nmf,replicate=0":    {Experiment: "p/t", Dataset: "iris", Rank: 3, Method: "nmf", Replicate: 1},
		"p/t:dataset=iris,rank=3,method=nmf,lambda=1,mu=.5": {Experiment: "p/t", Dataset: "iris", Rank: 3, Method: "nmf", Variant: "lambda=1,mu=.5"},
	} {
		if got := a.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
