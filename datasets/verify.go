package datasets

import (
	"fmt"
	"path/filepath"
	"slices"

	"nmfrepro/datasets/files"
	"nmfrepro/solvers/matrix"
)

// Report is what Verify found about a set.
type Report struct {
	Entry       Entry
	State       State        // of the worst file
	Files       []FileStatus // the files that the set is read from, and alternates that lie beside them
	Features    int          // as loaded; 0 if the set cannot be
	Samples     int
	Known       int    // entries, where others are unknown; else 0
	ClassCounts []int  // samples of each class
	Doubt       string // why it may not be what the paper had: another shape, where nobody knows a checksum; or ""
	Err         error  // what keeps the set from use, or is wrong beside it; a *MissingError, *CorruptError or other
}

// Verify computes the sums of all files of a set that are there, loads it with its default options, and compares its shape
// with the card. Generated sets have nothing to verify.
func Verify(folder string, e Entry) Report {
	fsys := filesOf(folder, e)
	r := Report{Entry: e, State: StateOK, Files: Check(folder, e)}
	r.Files = append(r.Files, beside(folder, e, r.Files)...)
	for i, f := range r.Files {
		if f.State.Good() {
			r.Files[i].Holds = variables(fsys, f.Path)
		}
		if f.State != StateOK && (r.State == StateOK || !f.State.Good()) {
			r.State = f.State
		}
	}
	r.Err = Problem(folder, e, r.Files)
	if r.Err == nil && len(e.Files) > 0 {
		if r.Err = r.load(folder); r.Err != nil {
			r.State = StateWrong
		}
	}
	return r
}

// load fills in what the loaded set is like.
func (r *Report) load(folder string) error {
	e := r.Entry
	data, err := Load(folder, e, nil, nil)
	if err != nil {
		return err
	}
	r.Features, r.Samples = data.X.Dims()
	if _, masked := data.X.(*matrix.Masked); masked {
		r.Known = data.X.NNZ()
	}
	if len(data.Labels) > 0 {
		r.ClassCounts = make([]int, slices.Max(data.Labels)+1)
		for _, l := range data.Labels {
			r.ClassCounts[l]++
		}
	}
	if r.Features == e.Features && r.Samples == e.Samples {
		return nil
	}
	shape := fmt.Sprintf("found %d×%d, want %d×%d", r.Features, r.Samples, e.Features, e.Samples)
	if slices.ContainsFunc(e.Files, func(f File) bool { return f.SHA256 != "" }) {
		return fmt.Errorf("datasets: %s: %s", e.Name, shape)
	}
	r.Doubt = shape
	return nil
}

// beside checks the alternates that are there without being needed. One with another sum is judged by what it holds alone.
func beside(folder string, e Entry, checked []FileStatus) []FileStatus {
	var out []FileStatus
	fsys := files.Dir(folder)
	for _, f := range e.Alternates {
		if slices.ContainsFunc(checked, func(c FileStatus) bool { return c.Path == f.Path }) {
			continue
		}
		st := glance(fsys, f)
		if st.State == StateMissing {
			continue
		}
		if st.State == StatePresent || st.State == StateTruncated {
			st.compare(fsys, folder)
		}
		if st.State != StateOK {
			alone := single{at: f.Path, file: filepath.Join(folder, filepath.FromSlash(f.Path))}
			sum, err := loadContent(verify(alone, e), e)
			st.weigh(err == nil && sum == e.Content, err)
		}
		out = append(out, st)
	}
	return out
}
