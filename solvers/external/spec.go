package external

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/solvers"
)

// Spec is solver.yaml.
type Spec struct {
	Command       []string               `yaml:"command" strict:"required" doc:"program and arguments; one that names a file of this folder is passed as its absolute path; the path of job.json comes last"`
	Files         []string               `yaml:"files" doc:"files of this folder, or patterns such as lib/*.m, that decide what is computed: a record belongs to their content"`
	Format        string                 `yaml:"format" doc:"format of the matrices, both ways: npy (the default), csv or mat (MATLAB 5)"`
	Deterministic string                 `yaml:"deterministic" doc:"yes: the same result whatever the seed; seed: the same for the same seed (the default); no: never"`
	Accepts       Accepts                `yaml:"accepts" doc:"what the program can make use of; the rest is not handed to it, or the problem is refused"`
	Negative      []string               `yaml:"negative" doc:"factors that may have negative entries, W or H; none if empty"`
	Objective     string                 `yaml:"objective" doc:"what the program lowers, for the trace that is computed from its factors: euclidean (the default, the squared error) or divergence (Kullback-Leibler)"`
	Options       strict.Map[OptionSpec] `yaml:"options" doc:"options of the method, as specs and --set name them"`
	Limits        Limits                 `yaml:"limits" doc:"what a run may use"`
	Environment   []string               `yaml:"environment" doc:"names of environment variables that are handed on beside the usual ones"`
	Version       []string               `yaml:"version" doc:"command that prints the version of what runs the program; kept with every record"`
	Doc           string                 `yaml:"doc" doc:"one sentence: what the method is"`
	Cite          string                 `yaml:"cite" doc:"where it was published"`
	Licence       string                 `yaml:"licence" doc:"licence of the program"`
}

// Accepts says what a program can make use of.
type Accepts struct {
	Start       bool `yaml:"start" doc:"start factors W0 and H0"`
	Mask        bool `yaml:"mask" doc:"unknown entries of X"`
	Sparse      bool `yaml:"sparse" doc:"X as a sparse matrix; needs format mat"`
	Signed      bool `yaml:"signed" doc:"X with negative entries"`
	Labels      bool `yaml:"labels" doc:"classes of the samples, -1 where unknown"`
	Constraints bool `yaml:"constraints" doc:"triplets q,r,s: q is nearer to r than to s"`
}

// OptionSpec is an option of a program.
type OptionSpec struct {
	Type    string      `yaml:"type" strict:"required" doc:"number, integer, boolean or string"`
	Default strict.Node `yaml:"default" strict:"required" doc:"value where none is given"`
	Doc     string      `yaml:"doc" strict:"required" doc:"one sentence: what it does"`
	Choices []string    `yaml:"choices" doc:"the strings that it may be"`
	Min     *float64    `yaml:"min" doc:"least number that it may be"`
}

// Limits bound one run.
type Limits struct {
	Wall    Duration `yaml:"wall" doc:"time on the clock, 10m unless said; then TERM, 5 s later KILL, to all of its processes"`
	Memory  Bytes    `yaml:"memory" doc:"memory of all of its processes together, as 2GiB; 4GiB unless said; watched on Linux"`
	Output  Bytes    `yaml:"output" doc:"size of all that it writes into its folder; 4GiB unless said"`
	Threads int      `yaml:"threads" doc:"threads that OMP_NUM_THREADS and its relatives allow, 1 unless said"`
}

// defaults returns the values of what a solver.yaml leaves out.
func defaults() Spec {
	return Spec{
		Format: "npy", Deterministic: "seed", Objective: "euclidean",
		Limits: Limits{Wall: Duration(10 * time.Minute), Memory: 4 << 30, Output: 4 << 30, Threads: 1},
	}
}

// Duration is a time, written as 90s or 1h30m.
type Duration time.Duration

// UnmarshalStrict implements [strict.Unmarshaler].
func (t *Duration) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	text, _ := n.Text()
	v, err := time.ParseDuration(text)
	if err != nil {
		d.Problem(n, "found %q, want a time such as 90s or 1h30m", text)
		return
	}
	*t = Duration(v)
}

// JSONSchemaAlias tells the schema that a time is text.
func (Duration) JSONSchemaAlias() any { return "" }

func (t Duration) String() string { return time.Duration(t).String() }

// Bytes is a size, written as 512MiB.
type Bytes int64

var bytesText = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([KMGT]?i?B)$`)

var byteUnits = map[string]float64{
	"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
}

// UnmarshalStrict implements [strict.Unmarshaler].
func (b *Bytes) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	text, _ := n.Text()
	v, err := parseBytes(text)
	if err != nil {
		d.Problem(n, "%v", err)
		return
	}
	*b = v
}

// JSONSchemaAlias tells the schema that a size is text.
func (Bytes) JSONSchemaAlias() any { return "" }

func parseBytes(text string) (Bytes, error) {
	m := bytesText.FindStringSubmatch(text)
	if m != nil && byteUnits[m[2]] > 0 {
		if v, err := strconv.ParseFloat(m[1], 64); err == nil && v*byteUnits[m[2]] < 1<<62 {
			return Bytes(v * byteUnits[m[2]]), nil
		}
	}
	return 0, fmt.Errorf("found %q, want a size such as 512MiB or 2GiB", text)
}

func (b Bytes) String() string {
	for _, u := range []string{"TiB", "GiB", "MiB", "KiB"} {
		if v := float64(b) / byteUnits[u]; v >= 1 {
			return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) + " " + u
		}
	}
	return strconv.Itoa(int(b)) + " B"
}

// reserved are names of options that factorize gives a meaning of its own.
var reserved = []string{"normalize"}

var optionName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// checker collects what is wrong with a solver.yaml beyond the types of its values.
type checker struct {
	root     strict.Node
	problems strict.Problems
}

func (c *checker) bad(path, format string, args ...any) {
	c.problems = append(c.problems, c.root.At(path).Problem(format, args...))
}

// refuse reports a problem if something is wrong.
func (c *checker) refuse(wrong bool, path, format string, args ...any) {
	if wrong {
		c.bad(path, format, args...)
	}
}

func (c *checker) choice(path, got string, valid ...string) {
	c.refuse(!slices.Contains(valid, got), path, "found %q, %s", got, list.DidYouMean(got, valid))
}

func (c *checker) check(s *Spec) {
	c.refuse(len(s.Command) == 0 || s.Command[0] == "", "command", "found no program, want one, as in [python3, mine.py]")
	c.choice("format", s.Format, "csv", "mat", "npy")
	c.choice("deterministic", s.Deterministic, "yes", "seed", "no")
	c.choice("objective", s.Objective, "euclidean", "divergence")
	for i, f := range s.Negative {
		c.choice(fmt.Sprintf("negative[%d]", i), f, "W", "H")
	}
	f, known := formats[s.Format]
	c.refuse(known && s.Accepts.Sparse && !f.sparse, "accepts.sparse", "format %s has no sparse matrices, want format mat", s.Format)
	for i, name := range s.Environment {
		c.refuse(name == "" || strings.ContainsAny(name, "= \x00"), fmt.Sprintf("environment[%d]", i),
			"found %q, want the name of a variable; its value is that of the program's caller", name)
	}
	c.refuse(s.Limits.Wall <= 0, "limits.wall", "want a time above 0")
	c.refuse(s.Limits.Memory <= 0, "limits.memory", "want a size above 0")
	c.refuse(s.Limits.Output <= 0, "limits.output", "want a size above 0")
	c.refuse(s.Limits.Threads < 1, "limits.threads", "want 1 or more")
	for i, f := range s.Files {
		c.refuse(!filepath.IsLocal(f), fmt.Sprintf("files[%d]", i), "%s lies outside of the folder of solver.yaml, want a file in it", f)
	}
	for _, o := range s.Options {
		c.option(o)
	}
}

func (c *checker) option(o strict.Entry[OptionSpec]) {
	path := "options." + o.Name
	if !optionName.MatchString(o.Name) {
		c.problems = append(c.problems, o.Key.Problem("want a name of small letters, digits, - and _"))
		return
	}
	if slices.Contains(reserved, o.Name) {
		c.problems = append(c.problems, o.Key.Problem("means something else already, want another name"))
	}
	c.choice(path+".type", o.Value.Type, "number", "integer", "boolean", "string")
	c.refuse(o.Value.Choices != nil && o.Value.Type != "string", path+".choices", "choices of type %s, want them for strings", o.Value.Type)
	c.refuse(o.Value.Min != nil && o.Value.Type != "number" && o.Value.Type != "integer", path+".min",
		"least value of type %s, want one for a number or an integer", o.Value.Type)
	var problems strict.Problems
	value := o.Value.decode(func(dst any) { problems = o.Value.Default.Decode(dst) })
	c.problems = append(c.problems, problems...)
	wrong := o.Value.wrong(value)
	c.refuse(wrong != "" && len(problems) == 0, path+".default", "%s", wrong)
}

// decode makes a variable of the option's type, has it read from YAML, and returns its value: float64, int, bool or string.
func (o OptionSpec) decode(read func(dst any)) any {
	switch o.Type {
	case "number":
		return decodeAs[float64](read)
	case "integer":
		return decodeAs[int](read)
	case "boolean":
		return decodeAs[bool](read)
	}
	return decodeAs[string](read)
}

func decodeAs[T any](read func(dst any)) any {
	var v T
	read(&v)
	return v
}

// parse reads a value of the option from text.
func (o OptionSpec) parse(text string) (value any, err error) {
	switch o.Type {
	case "number":
		if value, err = strconv.ParseFloat(text, 64); err != nil {
			err = fmt.Errorf("found %q, want a number", text)
		}
	case "integer":
		if value, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("found %q, want a whole number", text)
		}
	case "boolean":
		if value = text == "true"; text != "true" && text != "false" {
			err = fmt.Errorf("found %q, want true or false", text)
		}
	default:
		value = text
	}
	return value, err
}

// wrong says what is wrong with a value of the right type, "" if nothing is.
func (o OptionSpec) wrong(value any) string {
	number := 0.0
	switch v := value.(type) {
	case string:
		if o.Choices != nil && !slices.Contains(o.Choices, v) {
			return fmt.Sprintf("found %q, %s", v, list.DidYouMean(v, o.Choices))
		}
		return ""
	case float64:
		if number = v; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprintf("found %v, want a finite number", v)
		}
	case int:
		number = float64(v)
	default:
		return ""
	}
	if o.Min != nil && number < *o.Min {
		return fmt.Sprintf("found %v, want ≥ %v", value, *o.Min)
	}
	return ""
}

// Solver is a program with values for its options. One value may start many runs at once.
type Solver struct {
	program *Program
	values  []any // in the order of the spec's options
}

var _ solvers.Outside = (*Solver)(nil)

// Rows returns m and n: the program is taken to have two factors until its answer says otherwise.
func (s *Solver) Rows(m, n int) (w, ht int) { return m, n }

// OptionList implements [solvers.Outside].
func (s *Solver) OptionList() []solvers.Option {
	types := map[string]string{"number": "float", "integer": "int", "boolean": "bool", "string": "string"}
	var list []solvers.Option
	for i, o := range s.program.Spec.Options {
		list = append(list, solvers.Option{Name: o.Name, Type: types[o.Value.Type], Value: s.values[i], Choices: o.Value.Choices,
			Doc: o.Value.Doc})
	}
	return list
}

// SetOption implements [solvers.Outside].
func (s *Solver) SetOption(name, text string) error {
	names := s.program.Spec.Options.Names()
	i := slices.Index(names, name)
	if i < 0 {
		return fmt.Errorf("%s: no option %q, %s", s.program.Name, name, list.DidYouMean(name, names))
	}
	o := s.program.Spec.Options[i].Value
	value, err := o.parse(text)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", s.program.Name, name, err)
	}
	if wrong := o.wrong(value); wrong != "" {
		return fmt.Errorf("%s: %s: %s", s.program.Name, name, wrong)
	}
	s.values[i] = value
	return nil
}

// CheckOptions implements [solvers.Outside].
func (s *Solver) CheckOptions() error {
	for i, o := range s.program.Spec.Options {
		if wrong := o.Value.wrong(s.values[i]); wrong != "" {
			return fmt.Errorf("%s: %s: %s", s.program.Name, o.Name, wrong)
		}
	}
	return nil
}

// UnmarshalStrict reads options from a spec over the values that the solver has.
func (s *Solver) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	if !n.IsMapping() {
		d.Decode(n, &map[string]strict.Node{}) // which says what is wrong
		return
	}
	names := s.program.Spec.Options.Names()
	for _, e := range n.Entries() {
		i := slices.Index(names, e.Name)
		if i < 0 {
			d.Problem(e.Key, "no option of %s, %s", s.program.Name, list.DidYouMean(e.Name, names))
			continue
		}
		s.values[i] = s.program.Spec.Options[i].Value.decode(func(dst any) { d.Decode(e.Node, dst) })
	}
}

// Values returns the options by name, as a run and a job have them.
func (s *Solver) Values() map[string]any {
	values := map[string]any{}
	for i, o := range s.program.Spec.Options {
		values[o.Name] = s.values[i]
	}
	return values
}

// Digest returns the hash of the program.
func (s *Solver) Digest() string { return s.program.Hash() }

// TakesConstraints implements [solvers.Outside].
func (s *Solver) TakesConstraints() bool { return s.program.Spec.Accepts.Constraints }

// TakesLabels implements [solvers.Outside].
func (s *Solver) TakesLabels() bool { return s.program.Spec.Accepts.Labels }
