package workflow

import (
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// Home is the surroundings of a request: results folder, records, messages.
type Home interface {
	ReadLibrary(addresses ...string) (*spec.Library, error)
	Store() *store.Store                 // the results folder
	Records(carried bool) *store.Records // those of the folder and, if they count, the carried ones behind them
	// Observe is told of runs, beside those that have a record already, and may ask for estimated seconds by [run.TimingKey].
	Observe(progress string, runs []*run.Run, before int, prices func() map[string]float64) Observer
	Tell(Notice)
}

// Notice is the first line of an output: it says which records a command shows.
type Notice struct {
	Kind      NoticeKind
	Addresses []string // nil for those of the command
	Own, More int      // runs of the folder, and carried ones beside them
}

// NoticeKind is the subject of a notice.
type NoticeKind int

// The notices.
const (
	Offered   NoticeKind = iota // the program carries what is missing, and --cached shows it
	Carried                     // the folder has nothing of it: carried results are shown
	United                      // carried results are shown beside those of the folder
	Displaced                   // the folder's results are shown in place of carried ones
	Taken                       // carried results are taken for runs that the folder lacks, and not made again
)

// Fall tells whether a command shows carried results without --cached: where the folder has no results.
type Fall struct {
	Has      bool // the command may
	Forbids  bool // the user will have none, or a flag asks for runs
	Never    bool // not even for runs whose data is not here
	Computes bool // the command computes what is missing
	Unites   bool // carried results fill in what a folder with some lacks
}

// OpenShown plans what a request asks for. If the results folder has nothing of it, and the program does, it becomes a request for
// carried results, and a notice says so.
func OpenShown(lib *spec.Library, r Request) (*Pass, error) {
	own, err := Open(lib, r.Home.Records(r.Cached), r)
	if err != nil || !r.Fall.Has || r.Cached {
		return own, err
	}
	if r.Fall.Forbids {
		if !r.Fall.Computes && len(own.OnlyCarried(own.Plans, false)) > 0 {
			r.Home.Tell(Notice{Kind: Offered})
		}
		return own, nil
	}
	if own.Some() {
		return r.united(lib, own), nil
	}
	r.Cached = true
	carried, err := Open(lib, r.Home.Records(true), r)
	if err != nil || !carried.Some() || r.Fall.Computes && carried.Anew() {
		return own, err
	}
	r.Home.Tell(Notice{Kind: Carried})
	return carried, nil
}

// united adds to some results of the folder the carried ones that it lacks, where the command unites them, and tells so. Otherwise it
// tells what is not shown beside the folder's own.
func (r Request) united(lib *spec.Library, own *Pass) *Pass {
	lacking, displaced := own.OnlyCarried(own.Plans, r.Fall.Computes), own.Displaces()
	if len(lacking) == 0 && len(displaced) == 0 {
		return own
	}
	if r.Fall.Unites {
		r.Cached = true
		if both, err := Open(lib, r.Home.Records(true), r); err == nil {
			if made, more, all := both.Beside(own); all && more > 0 {
				r.Home.Tell(Notice{Kind: United, Addresses: r.Addresses, Own: made, More: more})
				return both
			}
		}
	}
	switch {
	case len(lacking) == 0:
		r.Home.Tell(Notice{Kind: Displaced})
	case !r.Fall.Computes: // one that computes tells it before it does
		r.Home.Tell(Notice{Kind: Offered})
	}
	return own
}
