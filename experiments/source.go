package experiments

import (
	"sync"

	"nmfrepro/datasets"
)

// source is a data set with its options, loaded at most once by whoever needs it first.
type source struct {
	entry  datasets.Entry
	set    datasets.Dataset
	folder string
	seed   comparison // of generated data
	sum    string     // checksum that the registry promises, known before anything is read

	once sync.Once
	data *datasets.Data
	err  error // *datasets.MissingError or *datasets.CorruptError where the files are at fault
}

// source binds the data set to a folder. The spec is valid, so its options decode.
func (s *Spec) source(d DatasetSpec, folder string, seed uint64) *source {
	entry, _ := datasets.Find(d.Source)
	src := &source{entry: entry, set: entry.New(), folder: folder}
	src.seed = comparison{Master: seed, Experiment: s.Address, Dataset: d.Key}
	d.Options.Decode(src.set)
	src.sum = datasets.Checksum(entry, src.set)
	return src
}

func (s *source) load() (*datasets.Data, error) {
	s.once.Do(func() { s.data, s.err = datasets.Load(s.folder, s.entry, s.set, s.seed.stream("data")) })
	return s.data, s.err
}
