package run

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// rounding is how far a score may leave the range of its metric by the order of its sums.
const rounding = 1e-9

// Implausible names a value of a record that no run can leave, "" if there is none: a score outside the range of its metric, or fewer than no
// iterations.
func Implausible(rec *store.Record) string {
	if what := outOfRange(rec.Metrics); what != "" {
		return what
	}
	for _, p := range rec.Path {
		if what := outOfRange(p.Metrics); what != "" {
			return fmt.Sprintf("after %d iterations %s", p.Iteration, what)
		}
	}
	if rec.Iterations < 0 || rec.Seconds < 0 {
		return fmt.Sprintf("it took %d iterations and %v seconds, want no less than 0", rec.Iterations, rec.Seconds)
	}
	return ""
}

// outOfRange says which score is outside the range of its metric, "" if none is.
func outOfRange(scores map[string]float64) string {
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		base, _, _ := strings.Cut(name, "@")
		metric, known := eval.Find(base)
		if !known {
			continue
		}
		low, high := metric.Range()
		if v := scores[name]; !(v >= low-rounding && v <= high+rounding) {
			return fmt.Sprintf("%s is %v, want a number from %v to %v", name, v, low, high)
		}
	}
	return ""
}

// OtherKey says that a record, which text is as JSON, has another key than its run, versions and data give; "" if they give it. Failed
// runs are not checked, since they may not have read their data. Nor are runs of a rank study: they have no metrics, and their key holds
// a checksum that the record lacks.
func OtherKey(rec *store.Record, text []byte) string {
	own := len(rec.Run.Metrics) == 0 && len(rec.Provenance.MetricVersion) == 0 && rec.Provenance.DataSHA256 == ""
	if rec.Status != result.OK || own {
		return ""
	}
	var as struct {
		Unit json.RawMessage `json:"unit"` // as written, with every digit
	}
	if err := json.Unmarshal(text, &as); err != nil {
		return err.Error()
	}
	p, program := rec.Provenance, ""
	if p.External != nil {
		program = p.External.Program
	}
	for _, data := range []string{p.DataSHA256, ""} { // generated data has no checksum before it is there
		k := keyed{Engine: engineVersion, Unit: as.Unit, Data: data, Solver: p.SolverVersion, Metrics: p.MetricVersion, Program: program}
		if rec.Key == keyOf([]byte(k.text())) || rec.Key == customKey(rec.Run, data, p.SolverVersion, program) {
			return ""
		}
	}
	return "the record is of another run, other versions or other data than its key"
}
