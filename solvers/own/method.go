package own

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers"
)

// Programs are the solvers in other languages that a user has in a folder.
type Programs interface {
	ProgramNames() (names []string, folder string)
	FindProgram(name string) (entry solvers.Entry, takesStart bool, err error)
}

// The values of --penalty-scale, and the option that it sets.
const (
	PenaltyPlain = "plain"
	PenaltyData  = "data"
	bySizeOption = "penalties-by-size"
)

// Method returns the solver with its options, and the normalisation of the result.
func (f *Fit) Method() (solvers.Entry, solvers.Solver, solvers.Normalisation, error) {
	norm := solvers.NormaliseNone
	entry, err := f.FindSolver()
	if err != nil {
		return entry, nil, norm, err
	}
	solver := entry.New()
	names := append([]string{NormalizeOption}, list.Map(solvers.Options(solver), func(o solvers.Option) string { return o.Name })...)
	set := f.Set
	if f.PenaltyScale == PenaltyData {
		if set = append(slices.Clone(set), bySizeOption+"=true"); !slices.Contains(names, bySizeOption) {
			return entry, nil, norm, fmt.Errorf("--penalty-scale %s: solver %s has no penalties on the size of the factors", PenaltyData, f.Solver)
		}
	}
	given := map[string]string{}
	for _, setting := range set {
		name, text, found := strings.Cut(strings.TrimPrefix(setting, f.Solver+"."), "=") // as rank has it, with several solvers
		if before, twice := given[name]; twice && before != text {
			return entry, nil, norm, fmt.Errorf("--set %s: %s is given twice, as %s and as %s; give it once", setting, name, list.QuoteShort(before),
				list.QuoteShort(text))
		}
		given[name] = text
		switch {
		case !found:
			return entry, nil, norm, fmt.Errorf("--set %s: want option=value", setting)
		case name == NormalizeOption:
			norm = solvers.Normalisation(text)
			if !slices.Contains(norm.Choices(), text) {
				return entry, nil, norm, fmt.Errorf("--set %s: %s", setting, list.DidYouMean(text, norm.Choices()))
			}
		case !slices.Contains(names, name):
			return entry, nil, norm, fmt.Errorf("--set %s: solver %s has no option %q, %s", setting, f.Solver, name,
				list.DidYouMean(name, names))
		default:
			if err := solvers.SetOption(solver, name, text); err != nil {
				return entry, nil, norm, fmt.Errorf("--set %s: %w", setting, err)
			}
		}
	}
	return entry, solver, norm, nil
}

// FindSolver returns the solver: one of the catalog, or a program of the user's. A name that others have for it is replaced by ours.
func (f *Fit) FindSolver() (solvers.Entry, error) {
	entry, ok := solvers.Find(f.Solver)
	if ok {
		return entry, nil
	}
	names, folder := f.Programs.ProgramNames()
	if slices.Contains(names, f.Solver) {
		entry, takesStart, err := f.Programs.FindProgram(f.Solver)
		if err == nil && (f.W0 != "" || f.H0 != "") && !takesStart {
			err = fmt.Errorf("--w0, --h0: solver %s takes no initialisation; drop the flags, or say accepts: {start: true} in its solver.yaml",
				f.Solver)
		}
		return entry, err
	}
	name, instead := solvers.Called(f.Solver)
	if entry, ok = solvers.Find(name); ok {
		f.Notes = append(f.Notes, note.Of(note.Read, "what others call %s is %s here", f.Solver, name))
		f.Solver = name
		return entry, nil
	}
	text := fmt.Sprintf("unknown solver %q", f.Solver)
	near, found := list.Nearest(f.Solver, append(names, solvers.Names()...))
	switch {
	case instead != "":
		text = fmt.Sprintf("there is no solver %s; take %s", f.Solver, instead)
	case found:
		text += fmt.Sprintf(", did you mean %q?", near)
	default:
		text += "; nmfrepro list solvers names them"
	}
	if folder != "" && instead == "" && !found {
		text += fmt.Sprintf("; or a folder %s of its own below %s", f.Solver, folder+"/solvers")
	}
	return entry, errors.New(text)
}
