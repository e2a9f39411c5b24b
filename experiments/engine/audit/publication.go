package audit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// Publication says which part of a results folder is written into the source tree.
type Publication struct {
	Store   *store.Store
	Into    string   // folder of the papers in the source tree
	Data    string   // folder of the data sets
	Profile string   // which results are packed
	At      []string // another profile or other replicates for one experiment: table=profile:N
	Keep    bool     // records of the tree that the results folder lacks
	Commit  string   // that made records which do not name it
	Own     bool     // papers that this program does not carry: their records need name no commit
}

// Publish writes RESULTS.md and the readings of a paper into the tree and, unless documents alone are wanted, its records. It returns a
// sentence on the files written, "" for none.
func (x *Publication) Publish(lib *spec.Library, p *reported.Paper, documents bool) (said string, err error) {
	folder := filepath.Join(x.Into, p.Key)
	// The tree may be ahead of what this program carries.
	a, err := store.ShelfOf(files.Dir(x.Into)).Committed(p.Key)
	if err != nil || documents && a.Len() == 0 {
		return "", err
	}
	said = filepath.Join(folder, "RESULTS.md")
	written := []files.File{{Name: "RESULTS.md"}, {Name: workflow.KeptFile}}
	records, err := os.ReadFile(filepath.Join(folder, store.File))
	if err != nil && !os.IsNotExist(err) {
		return "", err
	}
	if !documents {
		data, absent, err := x.pack(lib, p, a)
		if err == nil {
			a, err = store.DecodeArchive(data)
		}
		if err != nil {
			return "", err
		}
		records, written = data, append(written, files.File{Name: store.File, Data: data})
		said = fmt.Sprintf("%s: %s, %.1f kB; %d runs have no record\n%s", filepath.Join(folder, store.File), result.Count(a.Len(), "record"),
			float64(len(data))/1e3, absent, said)
	}
	var text bytes.Buffer
	r, err := workflow.Document(&text, lib, p, a, x.Data)
	if err != nil {
		return "", err
	}
	written[0].Data = text.Bytes()
	if written[1].Data, err = workflow.Keep(files.Dir(x.Into), r, records); err != nil {
		return "", err
	}
	return said, files.WriteFolder(folder, written)
}

// Renew gives the committed records of a paper the fingerprint of this build, after redo has computed a share of them again and all bits
// were the same. It returns a sentence on the files written, and an error if some bits differ.
func (x *Publication) Renew(lib *spec.Library, p *reported.Paper, share float64,
	redo func([]Recorded, Recomputation) (Recomputed, error)) (said string, err error) {
	shelf := store.ShelfOf(files.Dir(x.Into))
	a, err := shelf.Committed(p.Key)
	if err != nil || a.Len() == 0 {
		return "", err
	}
	from, err := RecordsOf(lib, []string{p.Key}, shelf, nil, x.Data)
	if err != nil {
		return "", err
	}
	done, err := redo(from, Recomputation{Share: share, Seed: uint64(a.Len()), Workers: run.Workers()})
	if err != nil {
		return "", err
	}
	data, left, err := Refreshed(lib, p, a, x.Data, done.Wrong())
	if err != nil {
		return "", err
	}
	file := filepath.Join(x.Into, p.Key, store.File)
	said = fmt.Sprintf("%s: %s, %.1f kB, %d without a fingerprint", file, result.Count(a.Len(), "record"), float64(len(data))/1e3, left)
	if err := files.WriteFile(file, data, 0o666, ""); err != nil || left == 0 {
		return said, err
	}
	return said, workflow.Errorf(workflow.Difference,
		"%s, and those of the same table, solver and program, have no fingerprint: run them anew, then publish %s --keep",
		result.Count(len(done.Differing()), "record"), p.Key)
}

// pack makes the archive of the results folder's records, and counts the runs that have none.
func (x *Publication) pack(lib *spec.Library, p *reported.Paper, tree *store.Archive) (data []byte, absent int, err error) {
	amounts, err := x.amounts(lib, p, tree)
	if err != nil {
		return nil, 0, err
	}
	from := namedRecords{Store: x.Store, commit: x.Commit}
	layers := []store.Layer{&from}
	if x.Keep {
		if _, err := tree.Records(); err != nil { // before any of them is kept
			return nil, 0, err
		}
		layers = append(layers, tree)
	}
	data, absent, err = Pack(lib, p, amounts, store.NewRecords(layers...))
	if err == nil {
		err = from.Kept()
	}
	if from.nameless > 0 && !x.Own {
		return nil, 0, workflow.Errorf(workflow.Usage,
			"%s of %s, as one by %q, do not name the commit that made them: run a build from a clean checkout, or name it with --commit",
			result.Count(from.nameless, "record"), p.Key, from.program)
	}
	return data, absent, err
}

// namedRecords is the results folder, each record of which must name a commit or a release, or gets the name of one.
type namedRecords struct {
	*store.Store
	commit   string
	nameless int
	program  string // of one without a name
}

func (n *namedRecords) Get(w store.Wanted) (*store.Record, bool) {
	rec, ok := n.Store.Get(w)
	if !ok {
		return nil, false
	}
	switch made := &rec.Provenance; {
	case ByName.MatchString(made.Program):
	case n.commit != "":
		made.Program += " " + n.commit
	default:
		n.nameless, n.program = n.nameless+1, made.Program
	}
	return rec, ok
}

// amounts says what is packed of every experiment of a paper, by address. Of committed records that are kept, all are.
func (x *Publication) amounts(lib *spec.Library, p *reported.Paper, kept *store.Archive) (map[string]run.Request, error) {
	of := map[string]run.Request{}
	for _, s := range lib.Of(p.Key) {
		req := run.Request{Profile: x.Profile, Data: x.Data}
		if profile, replicates := kept.ProfileOf(s.Base); x.Keep && profile != "" {
			req.Profile, req.Replicates = profile, replicates
		}
		of[s.Address] = req
	}
	for _, text := range x.At {
		table, amount, _ := strings.Cut(text, "=")
		profile, number, counted := strings.Cut(amount, ":")
		if !slices.Contains(spec.ProfileNames, profile) {
			return nil, workflow.Errorf(workflow.Usage, "--at %s: unknown profile %q, %s", text, profile,
				list.DidYouMean(profile, spec.ProfileNames))
		}
		req, known := of[p.Key+"/"+table]
		if !known {
			return nil, workflow.Errorf(workflow.Usage, "--at %s: no experiment %s/%s", text, p.Key, table)
		}
		req.Profile = profile
		if counted {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 {
				return nil, workflow.Errorf(workflow.Usage, "--at %s: replicates = %q, want a whole number from 1 on", text, number)
			}
			req.Replicates = n
		}
		of[p.Key+"/"+table] = req
	}
	return of, nil
}
