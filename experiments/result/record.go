// Package result is the format in which experiments hand their results to reports: one record per unit, and tables of
// cells that say what was asked, what came and what was published. It knows neither solvers nor renderers.
package result

import "time"

// Status tells how a unit, or a cell, ended.
type Status string

// The statuses. A unit is ok, skipped or failed; a cell may also be missing its data, or pending.
const (
	OK          Status = "ok"
	Skipped     Status = "skipped"      // the method does not fit the problem; the reason says why
	Failed      Status = "failed"       // error, panic, timeout or divergence; retried by the next run
	MissingData Status = "missing-data" // a file is not there
	Pending     Status = "pending"      // not run yet
)

// Unit is one job: a method on a subset of a data set with one seed. Its canonical JSON, with the versions and the data's
// checksum, is the key of its record.
type Unit struct {
	Experiment  string            `json:"experiment"` // paper/table
	Dataset     string            `json:"dataset"`    // key of the data set in the spec
	Source      string            `json:"source"`     // name in the registry
	Data        map[string]any    `json:"data,omitempty"`
	Subset      string            `json:"subset,omitempty"`
	Rank        int               `json:"rank"`
	Method      string            `json:"method"`         // key of the method in the spec
	Vary        map[string]string `json:"vary,omitempty"` // values of the options that the method varies over
	Constraints map[string]any    `json:"constraints,omitempty"`
	Solver      string            `json:"solver"`
	Options     map[string]any    `json:"options,omitempty"`
	Init        string            `json:"init"`
	InitFrom    []string          `json:"init_from,omitempty"` // methods whose clusters it starts from, with the keys of their records
	Stop        Stop              `json:"stop"`
	Clusters    []map[string]any  `json:"clusters,omitempty"` // readings of clusters, the default one first
	Metrics     []string          `json:"metrics"`
	Outputs     []string          `json:"outputs,omitempty"`
	Replicate   int               `json:"replicate"`
	Seed        uint64            `json:"seed"` // master seed
}

// Stop are the stopping rules of a unit; zero switches a rule off.
type Stop struct {
	Iterations   int     `json:"iterations"`
	TolObjective float64 `json:"tol_objective,omitempty"`
	TolFactor    float64 `json:"tol_factor,omitempty"`
	Every        int     `json:"every"` // iterations between observations
}

// Point is one entry of the objective trace.
type Point struct {
	Iteration int     `json:"iteration"`
	Objective float64 `json:"objective"`
}

// Array is a matrix of a record, row by row.
type Array struct {
	Rows   int       `json:"rows"`
	Cols   int       `json:"cols"`
	Values []float64 `json:"values"`
}

// Record is what a unit left in the store.
type Record struct {
	Key              string             `json:"key"`
	Unit             Unit               `json:"unit"`
	Status           Status             `json:"status"`
	Reason           string             `json:"reason,omitempty"`
	Metrics          map[string]float64 `json:"metrics,omitempty"`
	Unavailable      map[string]string  `json:"unavailable,omitempty"` // metric: why it could not be computed
	Trace            []Point            `json:"trace,omitempty"`       // thinned
	Outputs          map[string]Array   `json:"outputs,omitempty"`     // what figures draw
	Samples          []string           `json:"samples,omitempty"`     // their names, where outputs of a few named samples are kept
	Picture          [2]int             `json:"picture,omitzero"`      // width and height of a sample that is a picture
	Iterations       int                `json:"iterations"`
	Stopped          string             `json:"stopped,omitempty"`           // solvers.Status
	Seconds          float64            `json:"seconds"`                     // inside Step
	ProcessorSeconds float64            `json:"processor_seconds,omitempty"` // of the processor during the iterations; 0 where not measured
	StartSeconds     float64            `json:"start_seconds"`               // inside Start: graphs, and all of a spectral embedding
	CoreSeconds      float64            `json:"core_seconds,omitempty"`      // of the processor for the whole unit; 0 where not measured
	Warnings         []string           `json:"warnings,omitempty"`
	Provenance       Provenance         `json:"provenance"`
}

// Origin is what records behind one number have in common: data, versions, machine.
type Origin struct {
	DataSHA256               string
	SolverVersion            int
	Program, Go, CPU, Kernel string
	First, Last              time.Time // days on which they were finished
	FewestSteps, MostSteps   int       // iterations
}

// Join adds the origin of a record to those of others.
func Join(all []Origin, rec Record) []Origin {
	p := rec.Provenance
	return join(all, Origin{p.DataSHA256, p.SolverVersion, p.Program, p.Go, p.CPU, p.Kernel, p.Finished, p.Finished, rec.Iterations, rec.Iterations})
}

// JoinAll adds the origins of another number.
func JoinAll(all, others []Origin) []Origin {
	for _, o := range others {
		all = join(all, o)
	}
	return all
}

func join(all []Origin, o Origin) []Origin {
	for i, q := range all {
		if q.DataSHA256 != o.DataSHA256 || q.SolverVersion != o.SolverVersion || q.Program != o.Program || q.Go != o.Go || q.CPU != o.CPU || q.Kernel != o.Kernel {
			continue
		}
		joined := append([]Origin(nil), all...) // others may share them
		if o.First.Before(q.First) {
			joined[i].First = o.First
		}
		if o.Last.After(q.Last) {
			joined[i].Last = o.Last
		}
		joined[i].FewestSteps, joined[i].MostSteps = min(q.FewestSteps, o.FewestSteps), max(q.MostSteps, o.MostSteps)
		return joined
	}
	return append(all[:len(all):len(all)], o)
}

// Provenance tells where a record came from.
type Provenance struct {
	DataSHA256    string         `json:"data_sha256"`
	StandIn       string         `json:"standin,omitempty"`
	SolverVersion int            `json:"solver_version"`
	MetricVersion map[string]int `json:"metric_versions"`
	Program       string         `json:"program"` // version and commit
	Go            string         `json:"go"`
	CPU           string         `json:"cpu"`
	Kernel        string         `json:"kernel"` // gemm kernel
	Finished      time.Time      `json:"finished"`
}
