package store

import (
	"slices"
	"strings"
	"time"

	"nmfrepro/reports/result"
	"nmfrepro/solvers/external"
)

// Identity names one run of a method on a subset of a data set with one seed. The SHA-256 of its canonical JSON, with the versions
// and the data's checksum, is the key of its record.
type Identity struct {
	Experiment  string            `json:"experiment"` // paper/table
	Dataset     string            `json:"dataset"`    // key of the data set in the spec
	Source      string            `json:"source"`     // name in the registry
	Data        map[string]any    `json:"data,omitempty"`
	Subset      string            `json:"subset,omitempty"`
	Rank        int               `json:"rank"`
	RankTimes   int               `json:"rank_times,omitempty"` // the factors have so many times the rank
	Method      string            `json:"method"`               // key of the method in the spec
	Vary        map[string]string `json:"vary,omitempty"`       // values of the options that the method varies over
	Constraints map[string]any    `json:"constraints,omitempty"`
	Solver      string            `json:"solver"`
	Options     map[string]any    `json:"options,omitempty"`
	Init        string            `json:"init"`
	Drawn       map[string]any    `json:"drawn,omitempty"`     // how another program draws the start, if that is the start
	InitFrom    []string          `json:"init_from,omitempty"` // methods whose clusters it starts from, with the keys of their records
	Stop        Stop              `json:"stop"`
	Path        []int             `json:"path,omitempty"`      // iterations at which it is scored, the last its limit
	Starts      int               `json:"starts,omitempty"`    // initialisations, of which the one of the smallest objective is kept; 0 is one
	Consensus   map[string]any    `json:"consensus,omitempty"` // initialisations of the run, and how each is clustered
	Clusters    []map[string]any  `json:"clusters,omitempty"`  // readings of clusters, the default one first
	Metrics     []string          `json:"metrics"`
	Outputs     []string          `json:"outputs,omitempty"`
	Draws       string            `json:"draws,omitempty"` // experiment whose random streams it takes, where that is not its own
	Replicate   int               `json:"replicate"`
	Seed        uint64            `json:"seed"` // master seed
}

// Stop are the stopping rules of a run; zero switches a rule off.
type Stop struct {
	Iterations   int     `json:"iterations"`
	TolObjective float64 `json:"tol_objective,omitempty"`
	TolFactor    float64 `json:"tol_factor,omitempty"`
	TolResidual  float64 `json:"tol_residual,omitempty"`
	Every        int     `json:"every"` // iterations between observations

	StillClusters int `json:"still_clusters,omitempty"` // checks in a row with the same clusters
	ClustersEvery int `json:"clusters_every,omitempty"` // iterations between these checks
}

// Point is one entry of the objective trace.
type Point struct {
	Iteration int     `json:"iteration"`
	Objective float64 `json:"objective"`
}

// Checkpoint is the scores of a run after some iterations.
type Checkpoint struct {
	Iteration   int                `json:"iteration"`
	Objective   float64            `json:"objective"`
	Residual    *float64           `json:"residual,omitempty"` // relative, of the Karush-Kuhn-Tucker conditions; nil where the solver has none
	Change      *float64           `json:"change,omitempty"`   // in its place: relative change of the objective, for one iteration
	Metrics     map[string]float64 `json:"metrics,omitempty"`
	Unavailable map[string]string  `json:"unavailable,omitempty"` // metric: why it could not be computed
}

// Array is a matrix of a record, row by row.
type Array struct {
	Rows   int       `json:"rows"`
	Cols   int       `json:"cols"`
	Values []float64 `json:"values"`
}

// Record is the result of a run: scores, curve, provenance.
type Record struct {
	Key              string             `json:"key"`
	Run              Identity           `json:"unit"`
	Status           result.Status      `json:"status"`
	Reason           string             `json:"reason,omitempty"`
	Iterations       int                `json:"iterations"`
	Stopped          string             `json:"stopped,omitempty"`           // solvers.Status
	Seconds          float64            `json:"seconds"`                     // inside Step
	ProcessorSeconds float64            `json:"processor_seconds,omitempty"` // of the processor during the iterations; 0 where not measured
	StartSeconds     float64            `json:"start_seconds"`               // inside Start: graphs, and all of a spectral embedding
	CoreSeconds      float64            `json:"core_seconds,omitempty"`      // of the processor for the whole run; 0 where not measured
	Provenance       Provenance         `json:"provenance"`
	Metrics          map[string]float64 `json:"metrics,omitempty"`
	Unavailable      map[string]string  `json:"unavailable,omitempty"` // metric: why it could not be computed
	Warnings         []string           `json:"warnings,omitempty"`
	Samples          []string           `json:"samples,omitempty"` // their names, where outputs of a few named samples are kept
	Picture          [2]int             `json:"picture,omitzero"`  // width and height of a sample that is a picture
	Trace            []Point            `json:"trace,omitempty"`   // thinned
	Path             []Checkpoint       `json:"path,omitempty"`    // of a run that is scored on its way; the last is its end
	Outputs          map[string]Array   `json:"outputs,omitempty"` // what figures draw
}

// OriginOf returns the origin of a record as tables give it: program, machine, data and time. Origins of the records behind one
// number are joined.
func OriginOf(rec *Record) result.Origin {
	p := rec.Provenance
	return result.Origin{
		DataSHA256: p.DataSHA256, SolverVersion: p.SolverVersion, Program: p.Program, Go: p.Go, CPU: p.CPU, Kernel: p.Kernel,
		First: p.Finished, Last: p.Finished, FewestSteps: rec.Iterations, MostSteps: rec.Iterations,
	}
}

// Origins returns the machines and versions behind some records, each once, in the order of the records. Fields that differ between data
// sets and methods are left empty.
func Origins(records []*Record) (all []result.Origin) {
	for _, rec := range records {
		p := rec.Provenance
		if o := (result.Origin{Program: p.Program, Go: p.Go, CPU: p.CPU, Kernel: p.Kernel}); !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	return all
}

// Provenance tells where a record came from.
type Provenance struct {
	DataSHA256    string         `json:"data_sha256"`
	Substitute    string         `json:"standin,omitempty"`
	SolverVersion int            `json:"solver_version"`
	MetricVersion map[string]int `json:"metric_versions"`
	Fingerprint   Fingerprint    `json:"fingerprint,omitempty"` // of the build that made the record
	Program       string         `json:"program"`               // version and commit
	Go            string         `json:"go"`
	Host          string         `json:"host,omitempty"`
	CPU           string         `json:"cpu"`
	Arch          string         `json:"arch,omitempty"`   // arithmetic, with its level on amd64: amd64/v1
	System        string         `json:"system,omitempty"` // name and release of the operating system's kernel
	Kernel        string         `json:"kernel"`           // gemm kernel
	Finished      time.Time      `json:"finished"`

	External *external.Report `json:"external,omitempty"` // of a program of the user's
}

// Fingerprint tells which numbers a build of the program computes: a digest for each of its parts that a run uses, as
// "solver nmf". A digest has two halves, of all bits and of the digits that processors agree on, "5ad3…/8c1f…".
type Fingerprint map[string]string

// NoFingerprint is why a record without a fingerprint is stale.
const NoFingerprint = "no fingerprint"

// OtherVersion is why the record of a run under another key is stale.
const OtherVersion = "another version, other options or other data"

// Differs names the parts of which a build that made a record and this build compute other numbers, "" for none. Builds of one
// arithmetic are compared by all bits, others by the digits that they share.
func (made Fingerprint) Differs(now Fingerprint, madeArch, nowArch string) string {
	if now == nil {
		return ""
	}
	if made == nil {
		return NoFingerprint
	}
	same := arithmeticOf(madeArch) == arithmeticOf(nowArch)
	var parts []string
	for part, digest := range now {
		old := made[part]
		if !same {
			_, old, _ = strings.Cut(old, "/")
			_, digest, _ = strings.Cut(digest, "/")
		}
		if old != digest {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// OtherArithmetic names the arithmetic of a record that another build does not compute with, "" where bits can be compared.
func OtherArithmetic(made, now Provenance) string {
	if name := arithmeticOf(made.Arch); name != "" && name != arithmeticOf(now.Arch) {
		return name
	}
	return ""
}

// arithmeticOf returns the arithmetic of a build, whose level changes no bits: "amd64" of "amd64/v2".
func arithmeticOf(arch string) string {
	name, _, _ := strings.Cut(arch, "/")
	return name
}

// Wanted is a run whose record is looked up.
type Wanted interface {
	Lookup() (experiment, key string)
	// Stale names what has changed since the record was made, "" if it counts.
	Stale(p Provenance) string
}

// Ref is a key for which a record of any build counts. It says which record is meant, not where a number stands: result.Address does.
type Ref struct{ Experiment, Key string }

// Lookup implements Wanted.
func (r Ref) Lookup() (experiment, key string) { return r.Experiment, r.Key }

// Stale implements Wanted.
func (Ref) Stale(Provenance) string { return "" }

// Because returns a reason why records are stale as a clause, for messages.
func Because(why string) string {
	switch why {
	case NoFingerprint:
		return "made before results told which build made them"
	case OtherVersion:
		return "made with " + why
	}
	return "made by another build: " + why + " of this one gives other numbers"
}
