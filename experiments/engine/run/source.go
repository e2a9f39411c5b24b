package run

import (
	"cmp"
	"sync"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers/matrix"
)

// Source is a data set of a plan with its options, loaded at most once by whoever needs it first.
type Source struct {
	Key   string // in the spec
	Entry datasets.Entry
	Err   error // why it cannot be read, once Ready has tried

	set    datasets.Dataset
	folder string
	blind  bool
	seed   comparison // of generated data
	sum    string     // checksum that the registry promises, known before anything is read

	once sync.Once
	data *datasets.Data
	err  error // *datasets.MissingError or *datasets.CorruptError where the files are at fault
}

// newSource binds the data set to a folder. The spec is valid, so its options decode.
func newSource(s *spec.Experiment, d spec.Dataset, folder string, seed uint64) *Source {
	entry, _ := datasets.Source(d.Source)
	if d.Substitute != "" && datasets.Glance(folder, entry) == datasets.StateMissing {
		entry, _ = datasets.Source(d.Substitute)
	}
	src := &Source{Key: d.Key, set: entry.New(), folder: folder, seed: comparison{Master: seed, Experiment: cmp.Or(s.DrawsOf, s.Base), Dataset: d.Key}}
	_ = d.Options.Decode(src.set) // the spec is valid, so they fit
	src.Entry = datasets.Bind(folder, entry, src.set)
	src.sum = dataset.Checksum(src.Entry, src.set)
	return src
}

// Of names the data that the set is, or is a part of: two sets of one name are no independent witnesses. Generated data is its own.
func (s *Source) Of() string {
	switch {
	case s.Entry.Name == datasets.Own.Name && len(s.Entry.Files) > 0:
		return s.Entry.Files[0].Path
	case s.Entry.Files == nil && !s.Entry.Embedded:
		return s.Key
	}
	return cmp.Or(s.Entry.PartOf, s.Entry.Name)
}

// refuse has a set count as one that cannot be read, nil for no reason. Nothing of it is computed, and what has a record says so too.
func (s *Source) refuse(why error) {
	if why != nil {
		s.once.Do(func() { s.err, s.Err = why, why })
	}
}

// Load reads and checks the data set.
func (s *Source) Load() (*datasets.Data, error) {
	s.once.Do(func() {
		s.data, s.err = datasets.Load(s.folder, s.Entry, s.set, s.seed.stream("data"))
		if s.err == nil {
			s.data.X = compact(s.data.X)
		}
	})
	return s.data, s.err
}

// compactBytes is the size from which on grey levels and the like are held in less memory, with which every result keeps
// its bits. Smaller sets are multiplied faster as float64: 1.6 times at rank 4, 1.2 at 10, 1.05 at 40.
const compactBytes = 64 << 20

func compact(x matrix.Matrix) matrix.Matrix {
	d, dense := x.(*matrix.Dense)
	if !dense {
		return x
	}
	if m, n := d.Dims(); 8*m*n < compactBytes {
		return x
	}
	return d.Compact()
}

// Share has plans read equal data once, whichever of them needs it first.
func Share(plans []*Plan) {
	first := map[string]*Source{}
	for _, p := range plans {
		with := map[*Source]*Source{}
		for i, s := range p.Sources {
			name := store.Canonical([]any{s.folder, s.Entry.Name, s.sum, strict.Values(s.set), s.blind})
			if s.Entry.Files == nil && !s.Entry.Embedded { // generated
				name += store.Canonical(s.seed)
			}
			if first[name] == nil {
				first[name] = s
			}
			with[s], p.Sources[i] = first[name], first[name]
		}
		for _, r := range p.Runs {
			r.source = cmp.Or(with[r.source], r.source)
		}
	}
}

// Size returns the number of features and samples of the data with its options. The registry knows it, except for data of the user's own
// and for generated data with other options than the defaults, which are loaded once to find out.
func (s *Source) Size() (features, samples int) {
	generated := s.Entry.Files == nil && !s.Entry.Embedded
	own := s.Entry.Features == 0
	if !own && !generated {
		return s.Entry.Features, s.Entry.Samples
	}
	if set, ok := s.set.(dataset.Sized); ok {
		return set.Size()
	}
	options := store.Canonical(strict.Values(s.set))
	if !own && options == store.Canonical(strict.Values(s.Entry.New())) {
		return s.Entry.Features, s.Entry.Samples
	}
	at := s.folder + "|" + s.Entry.Name + "|" + s.sum + "|" + options
	if known, seen := sizes.Load(at); seen {
		size := known.([2]int)
		return size[0], size[1]
	}
	data, err := s.Load()
	if err != nil {
		return s.Entry.Features, s.Entry.Samples
	}
	features, samples = data.X.Dims()
	sizes.Store(at, [2]int{features, samples})
	return features, samples
}

// sizes are those of loaded sets by folder, name, checksum and options.
var sizes sync.Map
