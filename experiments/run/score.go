package run

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// clusterings are those of one outcome by the name of the reading; "" is the method's first reading.
type clusterings map[string][][]int

// score computes every metric under its reading. A metric that does not apply is recorded with its reason.
func (j *Unit) score(o eval.Outcome, clusters clusterings, rec *store.Record) error {
	rec.Metrics, rec.Unavailable = map[string]float64{}, map[string]string{}
	for _, m := range j.metrics {
		clusterings, read := clusters[m.reading]
		if !read && m.reading != "" {
			rec.Unavailable[m.name] = fmt.Sprintf("method %s has no reading %q", j.Unit.Method, m.reading)
			continue
		}
		v, err := m.mean(o, clusterings, j.comparison().stream("metric:"+m.name))
		switch {
		case errors.Is(err, eval.ErrUnavailable):
			rec.Unavailable[m.name] = err.Error()
		case err != nil:
			return fmt.Errorf("metric %s: %w", m.name, err)
		case math.IsNaN(v) || math.IsInf(v, 0):
			rec.Unavailable[m.name] = fmt.Sprintf("is %v", v)
		default:
			rec.Metrics[m.name] = v
		}
	}
	return nil
}

// read clusters the samples under every reading of the method, as often as the reading repeats.
func (j *Unit) read(o eval.Outcome, rec *store.Record) (clusterings, error) {
	clusters := make(clusterings, len(j.readings))
	for i, r := range j.readings {
		rng := j.comparison().stream("clusters")
		for k := range max(1, r.Repeats) {
			labels, warnings, err := r.Clusters(o, rng)
			if errors.Is(err, eval.ErrUnavailable) {
				break // the metrics that need it will say so
			}
			if err != nil {
				return nil, fmt.Errorf("clusters by %s: %w", r.Name, err)
			}
			for _, w := range warnings {
				if k == 0 {
					rec.Warnings = append(rec.Warnings, "clusters by "+r.Name+": "+w)
				}
			}
			clusters[r.Name] = append(clusters[r.Name], labels)
		}
		if i == 0 && clusters[r.Name] != nil {
			clusters[""] = clusters[r.Name]
		}
	}
	return clusters, nil
}

// mean is the metric, averaged over the clusterings of a reading; without any, over the outcome as it is.
func (m measure) mean(o eval.Outcome, clusterings [][]int, rng *rand.Rand) (float64, error) {
	if len(clusterings) == 0 {
		o.Clusters = nil
		return m.metric.Score(o, rng)
	}
	if !m.metric.OnClusters {
		clusterings = clusterings[:1]
	}
	var sum float64
	for _, labels := range clusterings {
		o.Clusters = labels
		v, err := m.metric.Score(o, rng)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum / float64(len(clusterings)), nil
}

// namedSamples is how many samples a figure can name at most.
const namedSamples = 20

// keep stores the matrices that figures draw. Those of clusters are of the first clustering of a reading: output@reading, or
// the method's first reading without a name.
func (j *Unit) keep(o eval.Outcome, clusters clusterings, data sample, rec *store.Record) error {
	rec.Picture = [2]int{data.Image.X, data.Image.Y}
	if len(j.Unit.Outputs) > 0 && len(data.Columns) <= namedSamples {
		rec.Samples = data.Columns
	}
	own := o.Clusters
	for _, name := range j.Unit.Outputs {
		base, reading := reports.SplitMetric(name)
		if o.Clusters = nil; clusters[reading] != nil {
			o.Clusters = clusters[reading][0]
		} else if reading == "" {
			o.Clusters = own
		}
		if err := j.points(&o, reading); err != nil {
			return err
		}
		output, _ := eval.FindOutput(base)
		a, err := output.Of(o)
		if errors.Is(err, eval.ErrUnavailable) {
			rec.Unavailable[name] = err.Error()
			continue
		}
		if err != nil {
			return fmt.Errorf("output %s: %w", name, err)
		}
		if rec.Outputs == nil {
			rec.Outputs = map[string]store.Array{}
		}
		rows, cols := a.Dims()
		rec.Outputs[name] = store.Array{Rows: rows, Cols: cols, Values: mat.DenseCopyOf(a).RawMatrix().Data}
	}
	return nil
}

// points sets the points among which a reading found its clusters, for example the columns of H.
func (j *Unit) points(o *eval.Outcome, reading string) (err error) {
	o.Points = nil
	for i, r := range j.readings {
		if r.Name != reading && (reading != "" || i > 0) || r.Method == eval.ByLabels {
			continue
		}
		if o.Points, err = r.Points(*o); errors.Is(err, eval.ErrUnavailable) {
			o.Points, err = nil, nil
		}
	}
	return err
}
