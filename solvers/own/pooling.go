package own

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/datasets/tabular"
	"nmfrepro/eval/rank"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/own/ranks"
)

// Pooling is how the components of many runs become one set.
type Pooling struct {
	Fit              *Fit
	Study            RankStudy // of one solver, without folds
	Threshold, Share float64
}

// ConsensusReport is run.json of consensus.
type ConsensusReport struct {
	About
	Normalize string `json:"normalize"` // always none: W has columns of the sum 1 unless features were refitted
	Detected  string `json:"detected"`
	Settings
	Threshold     float64        `json:"threshold"`
	Share         float64        `json:"neighbours"` // as a share of the starts
	Near          int            `json:"near"`       // how many those are
	Pooled        int            `json:"pooled_components"`
	LeftOut       int            `json:"left_out_components"`
	Silhouette    *float64       `json:"silhouette" jsonschema:"oneof_type=number;null"` // of the components in clusters
	Found         []int          `json:"found_by"`                                       // starts with a component in each cluster
	Coefficients  string         `json:"coefficients"`                                   // how usages were refitted
	Basis         string         `json:"basis"`
	SquaredError  float64        `json:"squared_error"` // ‖X - WH‖² over the known entries
	RelativeError float64        `json:"relative_error"`
	Ranks         []ranks.AtRank `json:"ranks"`
	Warnings      []note.Note    `json:"warnings,omitempty"`
	WallSeconds   float64        `json:"wall_seconds"`
}

func (r *ConsensusReport) list(sums map[string]string) {
	r.Files, r.Remarks = sums, note.AsRemarks(r.Warnings, r.Notes)
}

// Report returns run.json of a consensus.
func (c *Pooling) Report(method ranks.Method, found *ranks.Consensus, stats []ranks.AtRank) ConsensusReport {
	f, x := c.Fit, c.Fit.Read.X
	solver := method.Solver()
	r := ConsensusReport{
		About: f.About(method.Entry, solver, x,
			c.Fit.Rank), Normalize: string(solvers.NormaliseNone), Detected: f.Read.String(), Settings: f.Settings,
		Threshold: c.Threshold, Share: c.Share, Near: found.Near, Pooled: len(found.Cluster),
		LeftOut:    found.LeftOut(),
		Silhouette: result.Finite(found.Silhouette), Found: make([]int, c.Fit.Rank),
		Basis: "W", Coefficients: solvers.ProjectionOf(solver).String(),
		Ranks: stats,
	}
	r.Clusters = ""
	for k := range r.Found {
		for s := range found.Starts {
			if slices.Contains(found.Cluster[s*c.Fit.Rank:(s+1)*c.Fit.Rank], k) {
				r.Found[k]++
			}
		}
	}
	came := f.achievement(x, solvers.Result{W: found.Basis, Basis: found.Basis, Ht: found.Ht}, nil, "")
	r.SquaredError, r.RelativeError = *came.squaredError, *came.relativeError
	r.Warnings = append(r.Warnings, came.doubts.Says()...)
	if 2*r.LeftOut > r.Pooled {
		r.Warnings = append(r.Warnings,
			note.Of(note.LeftOut,
				"more than half of the components are left out (%d of %d): look at the histogram, and take another threshold or rank",
				r.LeftOut, r.Pooled))
	}
	if solvers.ProjectionOf(solver).Scaled {
		r.Warnings = append(r.Warnings, note.Of(note.Penalty,
			"penalties on H count for components of the sum 1 here, and on another scale in the runs"))
	}
	return r
}

// Files returns what a consensus has beside the result of a factorisation.
func (c *Pooling) Files(ctx context.Context, method ranks.Method, found *ranks.Consensus, stats []ranks.AtRank) (files []File, err error) {
	f := c.Fit
	var pooled, drawn bytes.Buffer
	rows := make([]string, 0, len(found.Cluster))
	a := mat.NewDense(len(found.Cluster), 4, nil)
	for i, k := range found.Cluster {
		start, place := found.Starts[i/c.Fit.Rank]+1, i%c.Fit.Rank+1
		rows = append(rows, fmt.Sprintf("run %d, component %d", start, place))
		a.SetRow(i, []float64{found.Distance[i], float64(k + 1), float64(start), float64(place)})
	}
	err = tabular.Write(&pooled, a, "component", rows, []string{"distance", "cluster (from 1; 0: left out)", "run (from 1)", "place (from 1)"})
	names := Numbered("feature", len(found.Features))
	if f.Read.Features != nil {
		for k, i := range found.Features {
			names[k] = f.Read.Features[i]
		}
	}
	files = f.Encoded(Named{"spectra", Transposed(found.Spectra), "component", rows, names})
	if _, masked := f.Full.(*matrix.Masked); !masked {
		files = append(files, f.Encoded(Named{"scores", rank.Scores(f.Full, found.Usages), "feature", f.FullFeatures, nil})...)
	}
	if f.Prepare.Kept != nil {
		all, errRefit := ranks.Refit(ctx, method, f.Full, found.Usages)
		if errRefit != nil {
			return nil, errRefit
		}
		files = append(files, f.Encoded(Named{"W-all-features", all, "feature", f.FullFeatures, nil})...)
	}
	lines := [][]string{{"rank", "runs", "stability", "squared error", "relative error"}}
	for _, r := range stats {
		lines = append(lines, []string{strconv.Itoa(r.Rank), strconv.Itoa(r.Starts), known(r.Stability), known(r.SquaredError), known(r.Error)})
	}
	format := cmp.Or(f.Plots, figure.Names()[0])
	fig := found.Figure(fmt.Sprintf("Consensus of %d runs of %s at rank %d, %s", len(found.Starts), c.Fit.Solver, c.Fit.Rank, f.Input),
		c.Threshold, stats)
	err = errors.Join(err, figure.Render(&drawn, fig, format))
	return append(files, File{Name: "pooled.csv", Data: pooled.Bytes()}, File{Name: "ranks.csv", Data: CSVOf(lines)},
		File{Name: "consensus." + format, Data: drawn.Bytes()}), err
}

func known(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}
