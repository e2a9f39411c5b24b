package spec

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// Library holds the papers and experiments, sorted by address.
type Library struct {
	Papers []*reported.Paper
	Specs  []*Experiment

	Programs []solvers.Entry // solvers beside the catalog that the specs may name

	beside *Library                   // whose experiments a spec may be like; nil for none
	faults map[string]strict.Problems // of what Without left out, by paper or paper/table
}

// Embedded returns what the program carries of the papers that addresses name: all if there are none, or one names none. A test holds its
// specs valid. They are read once, and must not be changed.
func Embedded(addresses ...string) (*Library, error) {
	var papers []string
	for _, a := range addresses {
		place, _, _ := strings.Cut(a, ":")
		paper, _ := result.SplitAddress(place)
		if _, err := experiments.Files.Open(paper + "/paper.yaml"); err != nil {
			papers = nil
			break
		}
		papers = append(papers, paper)
	}
	slices.Sort(papers)
	papers = slices.Compact(papers)
	read, _ := libraries.LoadOrStore(strings.Join(papers, " "), sync.OnceValues(func() (*Library, error) {
		return Load(experiments.Files, "experiments/", papers)
	}))
	return read.(func() (*Library, error))()
}

// libraries are those that were asked for, by the names of their papers.
var libraries sync.Map

// Load reads PAPER/paper.yaml and PAPER/TABLE.yaml of some papers below a folder, all if none is named, and checks them. prefix is put
// before the names of files in messages; programs are solvers that the specs may name beside the catalog. All problems of all files are
// reported at once.
func Load(folder fs.FS, prefix string, papers []string, programs ...solvers.Entry) (*Library, error) {
	return load(nil, folder, prefix, papers, programs)
}

// LoadBeside loads papers of another folder as [Load] does. Their specs may be like those of l, which are not among what it returns:
// see [Library.With].
func (l *Library) LoadBeside(folder fs.FS, prefix string, papers []string, programs ...solvers.Entry) (*Library, error) {
	return load(l, folder, prefix, papers, programs)
}

// LoadFolder loads the paper of a folder, whose specs may be like those that the program carries; programs are its solvers.
func LoadFolder(dir string, programs ...solvers.Entry) (*Library, error) {
	carried, err := Embedded()
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	parent, key := filepath.Split(folder)
	return carried.LoadBeside(files.Dir(parent), strings.TrimSuffix(filepath.Clean(dir), key), []string{key}, programs...)
}

func load(beside *Library, folder fs.FS, prefix string, papers []string, programs []solvers.Entry) (*Library, error) {
	lib := &Library{Programs: programs, beside: beside}
	if papers == nil {
		papers = []string{"*"}
	}
	var files []string
	for _, paper := range papers {
		found, err := fs.Glob(folder, paper+"/*.yaml")
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	parts, found, errs := make([]Library, len(files)), make([]strict.Problems, len(files)), make([]error, len(files))
	list.Parallel(len(files), func(i int) {
		var data []byte
		data, errs[i] = strict.ReadAll(folder.Open(files[i]))
		parts[i].Programs = programs
		found[i] = parts[i].add(prefix+files[i], path.Dir(files[i]), data)
	})
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("experiments: %w", err)
	}
	for _, part := range parts {
		lib.Papers, lib.Specs = append(lib.Papers, part.Papers...), append(lib.Specs, part.Specs...)
	}
	problems := append(slices.Concat(found...), lib.resolve()...)
	checked := make([]strict.Problems, len(lib.Specs))
	list.Parallel(len(lib.Specs), func(i int) {
		if s := lib.Specs[i]; s.node.Present() {
			checked[i] = append(lib.check(s), lib.unshown(s)...)
		}
	})
	problems = append(problems, slices.Concat(checked...)...)
	return lib, sorted(append(problems, slices.Concat(lib.notes(), lib.rowNames())...))
}

// Beyond returns the papers and experiments that another library lacks.
func (l *Library) Beyond(other *Library) (papers []*reported.Paper, specs []*Experiment) {
	papers = list.Filter(l.Papers, func(p *reported.Paper) bool { return other.Paper(p.Key) != p })
	return papers, list.Filter(l.Specs, func(s *Experiment) bool { return other.Find(s.Address) == nil })
}

// With returns the library with the papers and experiments of another, whose folders must have other names.
func (l *Library) With(other *Library) (*Library, error) {
	own := list.ByKey(l.Specs, (*Experiment).Paper)
	for _, s := range other.Specs {
		if own[s.Paper()] != nil {
			return nil, fmt.Errorf("experiments: %s: the program has experiments of the name %s already, want another folder", s.File, s.Paper())
		}
		s.Folder = filepath.Dir(filepath.Dir(s.File))
	}
	both := &Library{
		Papers: slices.Concat(l.Papers, other.Papers), Specs: slices.Concat(l.Specs, other.Specs), Programs: slices.Concat(l.Programs,
			other.Programs), faults: other.faults,
	}
	slices.SortFunc(both.Papers, func(a, b *reported.Paper) int { return strings.Compare(a.Key, b.Key) })
	slices.SortFunc(both.Specs, func(a, b *Experiment) int { return strings.Compare(a.Address, b.Address) })
	return both, nil
}

// Without leaves out the files that have problems, papers with an alternative that none of their experiments can put into force, and
// experiments that are like those. [Library.Faults] knows why.
func (l *Library) Without(problems strict.Problems) *Library {
	sound := l.without(problems)
	whole := list.Filter(sound.Papers, func(p *reported.Paper) bool { return len(sound.Faults(p.Key)) == 0 })
	if unsettable := sound.Settable(whole); len(unsettable) > 0 {
		return l.without(append(slices.Clip(problems), unsettable...))
	}
	return sound
}

func (l *Library) without(problems strict.Problems) *Library {
	of := func(file string) strict.Problems {
		return list.Filter(problems, func(p strict.Problem) bool { return p.File == file })
	}
	sound := &Library{Programs: l.Programs, beside: l.beside, faults: map[string]strict.Problems{}}
	for _, p := range l.Papers {
		if faults := of(p.File); len(faults) > 0 {
			sound.faults[p.Key] = faults
			continue
		}
		sound.Papers = append(sound.Papers, p)
	}
	for _, s := range l.Specs {
		faults := of(s.File)
		if other := l.Find(s.likeAddress()); s.Like != "" && other != nil && len(faults) == 0 {
			faults = of(other.File)
		}
		if len(faults) > 0 {
			sound.faults[s.Address] = faults
			continue
		}
		sound.Specs = append(sound.Specs, s)
	}
	return sound
}

// Faults returns the problems of files that were left out and that addresses need: of the paper of each, and of the experiments that it
// names; of all files without addresses.
func (l *Library) Faults(addresses ...string) (needed strict.Problems) {
	needs := func(place string) bool {
		if len(addresses) == 0 {
			return true
		}
		paper, table := result.SplitAddress(place)
		return slices.ContainsFunc(addresses, func(text string) bool {
			at, _, _ := strings.Cut(text, ":")
			wantedPaper, wanted := result.SplitAddress(strings.ToLower(strings.TrimSpace(at)))
			return strings.ToLower(paper) == wantedPaper &&
				(table == "" || wanted == "" || l.Find(l.tidy(at)) == nil && slices.Contains(tableNames(wanted), strings.ToLower(table)))
		})
	}
	for _, place := range slices.Sorted(maps.Keys(l.faults)) {
		if needs(place) {
			needed = append(needed, l.faults[place]...)
		}
	}
	needed.Sort()
	return slices.Compact(needed)
}

// Shown returns the library with a paper for each folder of experiments that has no paper.yaml: comparisons of one's own, which a site
// shows beside papers.
func (l *Library) Shown() *Library {
	all := *l
	for _, s := range l.Specs {
		if all.Paper(s.Paper()) == nil {
			all.Papers = append(slices.Clip(all.Papers), &reported.Paper{Key: s.Paper(), Short: s.Paper(), Title: s.Title})
		}
	}
	return &all
}

// Paper returns the part of the address that experiments of one paper share.
func (s *Experiment) Paper() string {
	paper, _ := result.SplitAddress(s.Address)
	return paper
}

// Table returns the part of the address that names an experiment within its paper, as table2.
func (s *Experiment) Table() string {
	_, table := result.SplitAddress(s.Address)
	return table
}

// add decodes one file into the library.
func (l *Library) add(file, paper string, data []byte) strict.Problems {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if name == "paper" {
		p := &reported.Paper{Key: paper, File: file}
		problems := strict.Problems(nil)
		p.Node, problems = strict.Decode(file, data, p)
		l.Papers = append(l.Papers, p)
		return slices.Concat(problems, p.Check(p.Node), p.Plausible(p.Node))
	}
	s := &Experiment{Address: paper + "/" + name, File: file, programs: l.Programs}
	node, problems := strict.Decode(file, data, s)
	if len(problems) == 0 {
		s.node = node
		s.fillProfiles()
	}
	l.Specs = append(l.Specs, s)
	return problems
}

// Find returns the experiment of that address, or nil.
func (l *Library) Find(address string) *Experiment {
	s, found := list.First(l.Specs, func(s *Experiment) bool { return s.Address == address })
	if !found && l.beside != nil {
		return l.beside.Find(address)
	}
	return s
}

// Of lists the experiments of a paper.
func (l *Library) Of(paper string) []*Experiment { return l.Select(Selection{Paper: paper}) }

// Paper returns the paper of that key, or nil.
func (l *Library) Paper(key string) *reported.Paper {
	p, found := list.First(l.Papers, func(p *reported.Paper) bool { return p.Key == key })
	if !found && l.beside != nil {
		return l.beside.Paper(key)
	}
	return p
}

// PaperOf returns the paper that the experiment belongs to, and the reported table that it rebuilds (nil if none). One with
// methods beside those of another experiment has that one's.
func (l *Library) PaperOf(s *Experiment) (*reported.Paper, *reported.Table) {
	paper, table := result.SplitAddress(s.Original)
	p := l.Paper(paper)
	if p == nil {
		return nil, nil
	}
	if t, ok := p.Tables.Get(table); ok {
		return p, &t
	}
	return p, nil
}

// Number returns what the paper calls the table or figure that an experiment rebuilds; most figures print no numbers, and have no
// place in paper.yaml. It is "" for an experiment beyond the paper.
func (l *Library) Number(s *Experiment) string {
	paper, table := l.PaperOf(s)
	if table != nil {
		return table.Number
	}
	if _, name := result.SplitAddress(s.Original); paper != nil && strings.HasPrefix(name, "fig") {
		return "Fig. " + name[len("fig"):]
	}
	return ""
}

// FindSolver returns the solver of that name: a program beside the specs, or one of the catalog.
func (s *Experiment) FindSolver(name string) (solvers.Entry, bool) {
	if e, found := list.First(s.programs, func(e solvers.Entry) bool { return e.Name == name }); found {
		return e, true
	}
	return solvers.Find(name)
}

// solverNames returns those that a method may name.
func (s *Experiment) solverNames() []string {
	return append(solvers.Names(), list.Map(s.programs, func(e solvers.Entry) string { return e.Name })...)
}

// ValidateFile checks one spec, with the paper.yaml and the spec that it is like beside it if they are there, or one
// paper.yaml. A spec may be like those of carried, and name programs as solvers. The error lists every problem of that file as
// file:line:col: message.
func ValidateFile(file string, carried *Library, programs ...solvers.Entry) error {
	data, err := strict.ReadAll(files.Open(file))
	if err != nil {
		return err
	}
	lib := &Library{Programs: programs, beside: carried}
	folder := filepath.Dir(file)
	paper := filepath.Join(folder, "paper.yaml")
	key := filepath.Base(folder)
	if abs, err := filepath.Abs(folder); err == nil {
		key = filepath.Base(abs)
	}
	if filepath.Base(file) != "paper.yaml" {
		if paperYAML, err := strict.ReadAll(files.Open(paper)); err == nil {
			_ = lib.add(paper, key, paperYAML) // its own problems belong to its own check
		}
	}
	problems := lib.add(file, key, data)
	if len(problems) == 0 && filepath.Base(file) == "paper.yaml" {
		problems = append(problems, lib.settableBeside(folder, key)...)
	}
	for i := 0; i < len(lib.Specs); i++ { // with those of the folder that they are like, or whose draws they have
		for _, name := range []string{lib.Specs[i].Like, lib.Specs[i].Draws} {
			other := filepath.Join(folder, path.Base(name)+".yaml")
			if name == "" || lib.Specs[i].beside(name) != key+"/"+path.Base(name) || slices.ContainsFunc(lib.Specs, func(s *Experiment) bool { return s.Address == key+"/"+path.Base(name) }) {
				continue
			}
			if like, err := strict.ReadAll(files.Open(other)); err == nil {
				_ = lib.add(other, key, like) // as with paper.yaml
			}
		}
	}
	of := func(p strict.Problem) bool { return p.File == file }
	if wrong := list.Filter(lib.resolve(), of); len(wrong) > 0 {
		return sorted(append(problems, wrong...))
	}
	if len(lib.Specs) > 0 && lib.Specs[0].node.Present() {
		s := lib.Specs[0]
		problems = append(problems, lib.check(s)...)
		if len(s.Added) > 0 { // whose columns stand in this file
			problems = append(problems, lib.unshown(s)...)
		}
	}
	return sorted(problems)
}

func sorted(problems strict.Problems) error {
	problems.Sort()
	return slices.Compact(problems).Err()
}
