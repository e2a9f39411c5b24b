package run

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Repeats gathers the scores of the replicates of one method on one data set.
type Repeats struct {
	of    map[string]*repeats // by the name of what their runs repeat
	names map[string]string   // of what runs repeat, by their keys
}

// repeats is what is known of the runs that repeat one method on one data set.
type repeats struct {
	left, done int
	values     map[string][]float64 // by metric
}

// toldRepeats is how many methods on data sets a run may have for each to be told: those of a table, not those of a whole paper.
const toldRepeats = 100

// NewRepeats returns the repeats of some runs; those of a whole paper are not shown.
func NewRepeats(runs []*Run) *Repeats {
	r := &Repeats{of: map[string]*repeats{}, names: namesOfRepeats(runs)}
	for _, planned := range runs {
		name := r.names[planned.Key]
		if r.of[name] == nil {
			r.of[name] = &repeats{values: map[string][]float64{}}
		}
		r.of[name].left++
	}
	if len(r.of) > toldRepeats {
		return nil
	}
	return r
}

// Finished returns the scores of all replicates of a run, by the first three metrics, when the last of them is done; "" before.
// Failed runs are told elsewhere.
func (r *Repeats) Finished(planned *Run, rec *store.Record) string {
	if r == nil || r.of[r.names[planned.Key]] == nil {
		return ""
	}
	name := r.names[planned.Key]
	t := r.of[name]
	for metric, value := range rec.Metrics {
		t.values[metric] = append(t.values[metric], value)
	}
	if rec.Status != result.Failed {
		t.done++
	}
	if t.left--; t.left > 0 {
		return ""
	}
	var said []string
	for _, metric := range planned.Metrics() {
		if values := t.values[metric]; len(values) > 0 && len(said) < 3 {
			said = append(said, metric+" "+meanAndSD(values))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %s (%s)", name, strings.Join(said, ", "), result.Count(t.done, "run"))
}

// meanAndSD returns short: three digits of the mean, two of the deviation, which is 0 where none of it would show in the mean.
func meanAndSD(values []float64) string {
	mean, sd := stat.Mean(values), 0.
	if len(values) == 1 {
		return fmt.Sprintf("%.3g", mean)
	}
	if sd = stat.SD(values); sd < math.Abs(mean)/1000 {
		sd = 0
	}
	return fmt.Sprintf("%.3g±%.2g", mean, sd)
}

// repeated names what the replicates of a run share, as a reader would.
func repeated(r *Run) string {
	name := fmt.Sprintf("%s: %s, rank %d, %s", r.Within(), r.ID.Dataset, r.ID.Rank, r.ID.Method)
	for _, key := range slices.Sorted(maps.Keys(r.ID.Vary)) {
		name += fmt.Sprintf(" %s=%s", key, r.ID.Vary[key])
	}
	return name
}
