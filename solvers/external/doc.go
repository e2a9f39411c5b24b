// Package external runs factorisation methods that are programs of their own, in any language, and makes each of them a
// [solvers.Solver]: protocol exec/1.
//
// # A solver's folder
//
// A program is described by solvers/NAME/solver.yaml in a folder of own specs ([Spec], solver.schema.json); [Load] reads it
// strictly and runs nothing. Nothing is ever run from a folder that the caller did not name, by the command line or by a spec of the
// user's own; the command is announced before it runs for the first time, and [Program.NoExec] refuses every run.
//
// # A call
//
// A working folder is made and filled with X, and, as far as the program accepts them and the problem has them, W0, H0, the mask
// M, the labels y.csv and the triplets C.csv (samples) and CW.csv (features); job.json says which is there. X is m×n with one sample
// per column, W m×r, H r×n. The program is started there with the path of job.json as its last argument and leaves in out/ its
// factors W and H (or Basis, labels.csv, Embedding) and result.json:
//
//	{"status": "ok|unsupported|diverged|failed", "message": "", "iterations": 100, "seconds": 0.1, "versions": {"numpy": "1.24"}}
//
// Factors after k iterations may stand beside them as W.k and H.k, an own trace in trace.csv (iteration,objective). In job.json
// each value stands on a line of its own, and files always have the names above, so that a shell script can do without a JSON
// reader. In X the entries that a mask calls unknown are NaN where the format holds every entry (npy, csv), and absent where
// it is sparse.
//
// Scores, objective and trace are computed here from what the program leaves; its own words are kept as its own. Seconds are the
// program's where it tells them (Report.Clock is "own") and those of the whole call where it does not ("process").
//
// # What keeps a run in bounds
//
// A program runs in a session of its own with an environment that is a list of names. Past the wall limit its process group gets TERM and
// five seconds later KILL. Memory of all processes of the session is read every few hundredths of a second on Linux, and the most that a
// process has ever held with it, so that a peak between two looks is found by the next one or at the end. Processes of the group that the
// first process leaves behind are killed. A process that leaves the session is not watched and not ended. Where this program is killed,
// Linux kills the first process of the session; the working folder and other processes stay. A run without a result is a [Failure] with
// a [Word].
//
// # Elsewhere
//
// [Run.Export] fills a folder as for a call and runs nothing.
//
// # How the engine calls it
//
//	p, err := external.Load(specs, name)  // the folder of --specs, the solver of a method; once per plan
//	entry := p.Entry()                    // in place of solvers.Find(name)
//	s := entry.New()                      // options decode over it as over any solver: external.Solver reads itself
//	run, err := s.Start(problem, start, rng)
//	last, status, err := solvers.Solve(ctx, run, start, settings) // runs it whole, see solvers.Whole
//	result := run.Finish()
//	report := run.(*external.Call).Report()
//
// A record's key holds [Solver.Digest] besides the run, whose options are [Solver.Values]. A plan runs nothing: what a run takes is
// known from earlier ones, or not at all.
package external
