package external

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/solvers"
)

const (
	specFile = "solver.yaml"
	inside   = "solvers" // the folder of the folders of solvers, in the folder of own specs
)

// Program is a solver in another language, as its folder describes it.
type Program struct {
	Name   string // of its folder
	Folder string // absolute
	Spec   Spec
	Files  []File // that decide what is computed, sorted by path

	NoExec   bool      // nothing is run: every run is refused
	Announce io.Writer // is told the command before it is run for the first time; nil is nobody
	Temp     string    // where working folders are made; "" is the system's folder

	command []string // with absolute paths of files of the folder
	grace   time.Duration

	announced, versioned sync.Once
	version              string
}

// File is a file that decides what a program computes.
type File struct {
	Path   string // in the folder
	SHA256 string

	size    int64
	changed time.Time
}

// Names lists the solvers of a folder of own specs; a folder without any has none, and neither has "", no folder.
func Names(specs string) []string {
	if specs == "" {
		return nil
	}
	paths, _ := filepath.Glob(filepath.Join(specs, inside, "*", specFile)) // the pattern is sound; in their order
	return list.Map(paths, func(path string) string { return filepath.Base(filepath.Dir(path)) })
}

// Load reads solvers/NAME/solver.yaml of a folder of own specs. It runs nothing. The error lists every problem as
// file:line:col.
func Load(specs, name string) (*Program, error) {
	names := Names(specs)
	if !slices.Contains(names, name) {
		file := filepath.Join(specs, inside, name, specFile)
		if len(names) == 0 {
			return nil, fmt.Errorf("unknown solver %q: there is no %s, want a solver of yours; to begin one: "+
				"nmfrepro new solver %[1]s --language python --specs %s", name, file, specs)
		}
		return nil, fmt.Errorf("unknown solver %q: there is no %s; %s", name, file, list.DidYouMean(name, names))
	}
	return LoadFolder(filepath.Join(specs, inside, name))
}

// LoadFolder reads the solver.yaml of one folder, as Load does.
func LoadFolder(path string) (*Program, error) {
	folder, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	file, name := filepath.Join(path, specFile), filepath.Base(folder)
	data, err := strict.ReadAll(files.Open(file))
	if err != nil {
		return nil, err
	}
	p := &Program{Name: name, Folder: folder, Spec: defaults(), grace: 5 * time.Second}
	root, problems := strict.Decode(file, data, &p.Spec)
	if len(problems) > 0 {
		return nil, problems
	}
	c := &checker{root: root}
	if _, taken := solvers.Find(name); taken {
		c.bad("", "the program has a solver of the name %s already, want another folder", name)
	} else if !optionName.MatchString(name) {
		c.bad("", "the folder is named %s, want a name of small letters, digits, - and _", name)
	}
	c.check(&p.Spec)
	if len(c.problems) == 0 {
		p.resolve(c)
	}
	c.problems.Sort()
	if err := c.problems.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// resolve finds the files and makes the command absolute.
func (p *Program) resolve(c *checker) {
	dir := files.Dir(p.Folder)
	var listed []string
	for i, pattern := range p.Spec.Files {
		found, err := fs.Glob(dir, filepath.ToSlash(pattern))
		c.refuse(err != nil || len(found) == 0, fmt.Sprintf("files[%d]", i), "there is no file %s in %s", pattern, p.Folder)
		listed = append(listed, found...)
	}
	slices.Sort(listed)
	for _, path := range slices.Compact(listed) {
		f, err := p.hash(path)
		c.refuse(err != nil, "files", "%v", err)
		p.Files = append(p.Files, f)
	}
	for _, key := range []struct {
		name string
		args []string
	}{{"command", p.Spec.Command}, {"version", p.Spec.Version}} {
		for i, arg := range key.args {
			listed := slices.ContainsFunc(p.Files, func(f File) bool { return f.Path == filepath.ToSlash(filepath.Clean(arg)) })
			c.refuse(p.holds(arg) && !listed, fmt.Sprintf("%s[%d]", key.name, i),
				"%s is run and is not among files: a change of it would go unnoticed", arg)
		}
	}
	p.command = p.absolute(p.Spec.Command)
}

// holds tells whether an argument names a file of the folder.
func (p *Program) holds(arg string) bool {
	if !filepath.IsLocal(arg) {
		return false
	}
	info, err := os.Stat(filepath.Join(p.Folder, arg))
	return err == nil && info.Mode().IsRegular()
}

func (p *Program) absolute(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if p.holds(arg) {
			out[i] = filepath.Join(p.Folder, arg)
		}
	}
	return out
}

func (p *Program) hash(path string) (File, error) {
	f := File{Path: path}
	file, err := files.Open(filepath.Join(p.Folder, filepath.FromSlash(path)))
	if _, special := errors.AsType[*files.Error](err); special {
		return f, fmt.Errorf("%s is no file, want files, as in %s", path, path+"/*")
	}
	if err != nil {
		return f, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return f, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return f, err
	}
	f.SHA256, f.size, f.changed = hex.EncodeToString(sum.Sum(nil)), info.Size(), info.ModTime()
	return f, nil
}

// unchanged makes sure that what is about to run is what the key of a record says.
func (p *Program) unchanged() error {
	for _, f := range p.Files {
		info, err := os.Stat(filepath.Join(p.Folder, filepath.FromSlash(f.Path)))
		if err == nil && info.Size() == f.size && info.ModTime().Equal(f.changed) {
			continue
		}
		now, err := p.hash(f.Path)
		if err != nil || now.SHA256 != f.SHA256 {
			return &Failure{Word: Changed, Detail: fmt.Sprintf("%s is no longer the file that was read at first; run the command again", f.Path)}
		}
	}
	return nil
}

// Hash says in 32 hexadecimal digits what decides the results besides the options of a run: protocol, command, content of
// the files, what is handed over and how, threads. Limits, documentation and the version of what runs the program are not in it.
func (p *Program) Hash() string {
	b, err := json.Marshal(struct {
		Protocol    string
		Command     []string
		Files       []File // paths and sums
		Format      string
		Accepts     Accepts
		Negative    []string
		Objective   string
		Environment []string
		Threads     int
	}{Protocol: protocol, Command: p.Spec.Command, Files: p.Files, Format: p.Spec.Format, Accepts: p.Spec.Accepts,
		Negative: p.Spec.Negative, Objective: p.Spec.Objective, Environment: p.Spec.Environment,
		Threads: p.Spec.Limits.Threads})
	if err != nil {
		panic("external: " + err.Error()) // plain values
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Entry returns the program as a line of the catalog. Its Version is 0: a record's key holds Hash instead.
func (p *Program) Entry() solvers.Entry {
	doc := cmp.Or(p.Spec.Doc, "a program of one's own, "+strings.Join(p.Spec.Command, " "))
	return solvers.Entry{Name: p.Name, Doc: doc, Cite: cmp.Or(p.Spec.Cite, "no source given"), New: func() solvers.Solver { return p.New() }}
}

// New returns the solver with the defaults of its options.
func (p *Program) New() *Solver {
	s := &Solver{program: p}
	for _, o := range p.Spec.Options {
		s.values = append(s.values, o.Value.decode(func(dst any) { _ = o.Value.Default.Decode(dst) })) // checked by Load
	}
	return s
}

// allow refuses where nothing is to be run, and announces the command before it runs for the first time.
func (p *Program) allow() error {
	command := strings.Join(p.command, " ")
	if p.NoExec {
		return &Failure{Word: NotAllowed,
			Detail: fmt.Sprintf("solver %s is a program (%s), and --no-exec keeps programs from running; leave out the flag, or the solver", p.Name,
				command)}
	}
	p.announced.Do(func() {
		if p.Announce != nil {
			l, asked := p.Spec.Limits, ""
			if len(p.Spec.Version) > 0 {
				asked = fmt.Sprintf(", after %s has told its version", p.Spec.Version[0])
			}
			fmt.Fprintf(p.Announce, "solver %s runs %s (at most %v, %v of memory, threads %d)%s\n", p.Name, command, l.Wall, l.Memory, l.Threads,
				asked)
		}
	})
	return p.unchanged()
}

// versionTime bounds the command that tells a version.
const versionTime = Duration(30 * time.Second)

// Version returns the first line that the version command prints, "" if there is none or it fails. The command runs once.
func (p *Program) Version(ctx context.Context) string {
	p.versioned.Do(func() {
		if len(p.Spec.Version) > 0 && !p.NoExec {
			p.version, _ = p.Probe(ctx)
		}
	})
	return p.version
}

// WithThreads returns the program with another number of threads, and without a version.
func (p *Program) WithThreads(threads int) *Program {
	q := &Program{Name: p.Name, Folder: p.Folder, Spec: p.Spec, Files: p.Files, NoExec: p.NoExec, Temp: p.Temp, command: p.command,
		grace: p.grace}
	q.Spec.Limits.Threads, q.Spec.Version = threads, nil
	return q
}
