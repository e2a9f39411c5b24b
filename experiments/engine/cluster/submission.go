package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/store/whole"
	"nmfrepro/experiments/engine/workflow"
)

// What is asked of a cluster beyond the estimates.
const (
	leastTask    = 10 * time.Minute // of work, so that the queue is worth it
	timeFactor   = 2                // of the estimated time, and lateMinutes more
	lateMinutes  = 5
	leastMinutes = 15
	memoryFactor = 1.5
	leastMemory  = 512 // MB
)

// Program is what the commands of a submission call: the program, the flags that name its folders, and the results folder.
type Program struct {
	Path    string
	Flags   []string
	Results string
	Store   *store.Store
}

// Plan makes the scripts that compute what a pass lacks. tasks is how many there are, 0 for as many as have work enough; dry is a plan
// that is shown and not submitted.
func (s *Submission) Plan(ctx context.Context, p *workflow.Pass, at Program, tasks int, options []string, dry bool) (Array, error) {
	var none Array
	if err := at.Store.CheckWritable(); err != nil {
		return none, workflow.With(workflow.RunsFailed, err)
	}
	memory, lacks := p.Memory(s.CPUs)
	if lacks != nil {
		return none, workflow.Errorf(workflow.Data, "%w; run --slurm wants all data there, choose with --only", lacks)
	}
	costs, err := Estimated(ctx, p, at.Store)
	if err != nil {
		return none, err
	}
	work := WorkOf(p, at.Store, costs)
	if work.Left == 0 {
		return none, workflow.Errorf(workflow.Usage, "submit: all %d runs are done; nmfrepro table shows them", work.Runs)
	}
	limits, err := ReadLimits(ctx)
	if err != nil && !dry {
		return none, workflow.Errorf(workflow.RunsFailed, "%w", err)
	}
	most := limits.Most()
	if tasks > 0 && most > 0 && tasks > most {
		return none, workflow.Errorf(workflow.Usage, "--tasks = %d, want at most %d on this cluster (MaxArraySize %d, MaxSubmitJobs %d)", tasks,
			most, limits.ArraySize, limits.Submit)
	}
	if tasks == 0 {
		tasks = max(1, int(work.Seconds/leastTask.Seconds())/s.CPUs)
		if most > 0 {
			tasks = min(tasks, most)
		}
	}
	tasks = min(tasks, work.Left)
	seconds := max(work.Seconds/float64(tasks*s.CPUs), work.Longest)
	folder, err := filepath.Abs(at.Results)
	if err != nil {
		return none, err
	}
	s.ID = s.Submitted.Format("20060102-150405.") + strconv.Itoa(os.Getpid())
	s.Tasks = tasks
	a := Array{
		Folder: filepath.Join(folder, ".slurm", s.ID), Tasks: tasks, CPUs: s.CPUs, Exclusive: work.Alone, Options: options,
		Minutes:   max(leastMinutes, int(math.Ceil(timeFactor*seconds/60))+lateMinutes),
		Megabytes: max(leastMemory, int(memoryFactor*float64(memory>>20))),
	}
	s.commands(p, at, &a)
	return a, nil
}

// commands returns those of the tasks and of the last job, with nothing left to the folder or the environment that they run in.
func (s *Submission) commands(p *workflow.Pass, at Program, a *Array) {
	program, shared := at.Path, at.Flags
	amount := s.Amount()
	for _, only := range s.Only {
		amount = append(amount, "--only", only)
	}
	threads := []string{"-j", strconv.Itoa(s.CPUs), "--progress", "plain"}
	a.Run = slices.Concat([]string{program, "run"}, s.Addresses, amount, threads, shared)
	var tables, figures, papers []string
	for _, plan := range p.Plans {
		if len(plan.Spec.Panels) > 0 && !slices.Contains(tables, plan.Spec.Address) {
			tables = append(tables, plan.Spec.Address)
		}
		if len(plan.Spec.Plots) > 0 {
			figures = append(figures, plan.Spec.Address)
		}
		if paper, _ := p.Lib.PaperOf(plan.Spec); paper != nil && !slices.Contains(papers, paper.Key) {
			papers = append(papers, paper.Key)
		}
	}
	a.Last = append(a.Last, Command{Args: a.Run})
	last := func(command string, what, flags []string, file string) {
		if len(what) == 0 {
			return
		}
		c := Command{Args: slices.Concat([]string{program, command}, what, flags, shared)}
		if file = a.Folder + "/" + file; command == "verify" {
			c.Into = file
		} else {
			c.Args = append(c.Args, "-o", file)
		}
		a.Last = append(a.Last, c)
	}
	amount = append(amount, threads...)
	given := func(addresses []string) []string { // an address that narrows an experiment down is kept as it was given
		if len(addresses) > 0 && slices.ContainsFunc(s.Addresses, func(text string) bool { return strings.Contains(text, ":") }) {
			return s.Addresses
		}
		return addresses
	}
	last("table", given(tables), amount, "table.md")
	last("verify", given(tables), amount, "verify.txt")
	last("figure", given(figures), amount, "figures/")
	last("report", papers, []string{"--profile", s.Profile}, "site")
}

// Submission is what was given to Slurm, as it stands in .slurm/ID/submission.json of the results.
type Submission struct {
	ID         string    `json:"id"`
	Addresses  []string  `json:"addresses"`
	Profile    string    `json:"profile"`
	Replicates int       `json:"replicates,omitempty"`
	Seed       *uint64   `json:"seed,omitempty"`
	Only       []string  `json:"only,omitempty"`
	Tasks      int       `json:"tasks"`
	CPUs       int       `json:"cpus"`
	Submitted  time.Time `json:"submitted"`
}

// NewSubmission returns one of what a command asks for.
func NewSubmission(req workflow.Request, addresses []string) Submission {
	return Submission{Addresses: addresses, Profile: req.Profile, Replicates: req.Replicates, Seed: req.Seed, Only: req.Only}
}

// Amount gives the flags that say how much is computed.
func (s *Submission) Amount() []string {
	flags := []string{"--profile", s.Profile}
	if s.Replicates > 0 {
		flags = append(flags, "--reps", strconv.Itoa(s.Replicates))
	}
	if s.Seed != nil {
		flags = append(flags, "--seed", strconv.FormatUint(*s.Seed, 10))
	}
	return flags
}

// Save writes what is about to be submitted.
func (s *Submission) Save(a Array) error {
	err := os.MkdirAll(a.Folder, 0o777)
	if err == nil {
		err = whole.WriteJSON(filepath.Join(a.Folder, "submission.json"), s)
	}
	if err == nil {
		err = a.Write()
	}
	if err != nil {
		err = workflow.Errorf(workflow.RunsFailed, "submit: %w", err)
	}
	return err
}

// Submitted finds a submission of a results folder, the last one if none is named.
func Submitted(results string, args []string) (s Submission, folder string, err error) {
	folder = filepath.Join(results, ".slurm")
	if len(args) == 0 {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			return s, "", workflow.Errorf(workflow.Usage, "nothing was submitted from the results folder %s", results)
		}
		args = []string{slices.Max(list.Map(entries, os.DirEntry.Name))}
	}
	folder = filepath.Join(folder, filepath.Base(args[0]))
	data, err := os.ReadFile(filepath.Join(folder, "submission.json"))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, "", workflow.Errorf(workflow.Usage, "there is no submission %s: %w", args[0], err)
	}
	return s, folder, nil
}

// Failures lists the reasons of failed runs by host, the most frequent first.
func Failures(heads []store.Head) []string {
	counts := list.Count(heads, func(h store.Head) string { return strings.TrimSuffix(h.Reason+" on "+h.Provenance.Host, " on ") })
	reasons := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	return list.Map(reasons, func(reason string) string { return fmt.Sprintf("%d × %s", counts[reason], reason) })
}
