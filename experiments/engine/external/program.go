package external

import (
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	gofmt "go/format"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/spec/strict"
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

// examples are whole solvers in several languages, from which a new one begins, and a skeleton in Go.
//
//go:embed examples/solvers examples/skeleton
var examples embed.FS

// languages name the example that a new solver in a language begins as.
var languages = map[string]string{"python": "sparse-numpy", "octave": "hals-octave", "r": "kl-r", "shell": "mu-awk"}

// Languages returns those that Begin knows.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// Begin writes the folder of a new solver into a folder of own specs: the example of its language, whole and working, whose method
// is to be replaced. It returns the files written; a folder that is there already is left alone.
func Begin(specs, name, language string) (files []string, err error) {
	example, ok := languages[language]
	if !ok {
		return nil, fmt.Errorf("no example in %q", language)
	}
	if !optionName.MatchString(name) {
		return nil, fmt.Errorf("found %q, want a name of small letters, digits, - and _", name)
	}
	to := filepath.Join(specs, inside, name)
	if _, err := os.Lstat(to); err == nil {
		return nil, fmt.Errorf("%s is there already, want another name", to)
	}
	from, err := fs.Sub(examples, path.Join("examples/solvers", example))
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(to, from); err != nil {
		return nil, err
	}
	names, err := fs.Glob(from, "*")
	return list.Map(names, func(name string) string { return filepath.Join(to, name) }), err
}

var catalogLine = regexp.MustCompile(`^\t\{"([a-z0-9-]+)", `)

// BeginGo writes a method in Go into a checkout of this program: solvers/NAME.go with a whole method, its test, its line in the
// catalog and its case for the conformance suite. It returns the files written and those changed; it changes nothing where one
// of them is not as it should be.
func BeginGo(tree, name string) (files []string, err error) {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`).MatchString(name) {
		return nil, fmt.Errorf("found %q, want a name of small letters and digits, with - between words", name)
	}
	if _, taken := solvers.Find(name); taken {
		return nil, fmt.Errorf("there is a solver of the name %s already", name)
	}
	at := func(file string) string { return filepath.Join(tree, "solvers", file) }
	base := strings.ReplaceAll(name, "-", "_")
	catalog, err := inserted(at("catalog.go"), "var Catalog = described([]Entry{", func(lines []string) int {
		for i, line := range lines {
			if strings.HasPrefix(line, "\t\t") { // an entry goes on
				continue
			}
			if found := catalogLine.FindStringSubmatch(line); found == nil || found[1] > name {
				return i
			}
		}
		return len(lines)
	}, fmt.Sprintf("\t{%q, \"ONE SENTENCE\", \"AUTHORS, JOURNAL, YEAR\", 1, new%s, Takes{}},", name, TypeName(name)))
	if err != nil {
		return nil, err
	}
	first := func([]string) int { return 0 }
	catalog, err = insertedInto(catalog, at("catalog.go"), "var residualless = map[string]string{", first,
		fmt.Sprintf("\t%q: \"no residual was written for it yet\",", name))
	if err != nil {
		return nil, err
	}
	cases, err := inserted(at("catalog_test.go"), "[]solvertest.Case{", first, fmt.Sprintf("\t\tof(pair, %q),", name))
	if err != nil {
		return nil, err
	}
	rules, err := inserted(at("project_test.go"), "var projectionRules = map[string]string{", first,
		fmt.Sprintf("\t%q: \"min ‖X - WH‖² over H ≥ 0\",", name))
	if err != nil {
		return nil, err
	}
	texts := []struct{ path, text string }{{at("catalog.go"), catalog}, {at("catalog_test.go"), cases}, {at("project_test.go"), rules}}
	for _, from := range []string{"solver.go", "solver_test.go"} {
		path := at(strings.Replace(from, "solver", base, 1))
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is there already, want another name", path)
		}
		text, err := examples.ReadFile("examples/skeleton/" + from + ".txt")
		if err != nil {
			return nil, err
		}
		texts = append(texts, struct{ path, text string }{path, strings.NewReplacer("TYPE", TypeName(name), "NAME", name).Replace(string(text))})
	}
	for _, t := range texts {
		pretty, err := gofmt.Source([]byte(t.text)) // columns of a map shift by a new key
		if err == nil {
			err = os.WriteFile(t.path, pretty, 0o666)
		}
		if err != nil {
			return files, err
		}
		files = append(files, t.path)
	}
	return files, nil
}

// inserted returns a file with a line more, at a place among those after the line that ends with a mark.
func inserted(path, mark string, place func(after []string) int, line string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%w; want a checkout of this program, as in --tree ~/nmfrepro", err)
	}
	return insertedInto(string(text), path, mark, place, line)
}

// insertedInto returns the text of a file with a line more.
func insertedInto(text, path, mark string, place func(after []string) int, line string) (string, error) {
	lines := strings.Split(text, "\n")
	for i := range lines {
		if strings.HasSuffix(lines[i], mark) {
			at := i + 1 + place(lines[i+1:])
			return strings.Join(append(lines[:at:at], append([]string{line}, lines[at:]...)...), "\n"), nil
		}
	}
	return "", fmt.Errorf("%s has no line that ends with %s; want a checkout of the same version as this program", path, mark)
}

// TypeName returns MyMethod for my-method.
func TypeName(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
