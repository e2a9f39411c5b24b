package run

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

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
		o.Clusters = nil
		if read := clusters[reading]; read != nil {
			o.Clusters = read[0]
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
		rec.Outputs[name] = arrayOf(a)
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

func arrayOf(a mat.Matrix) store.Array {
	rows, cols := a.Dims()
	return store.Array{Rows: rows, Cols: cols, Values: mat.DenseCopyOf(a).RawMatrix().Data}
}
