package datasets

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/dataset"
)

func TestVerify(t *testing.T) {
	e, canonical, variant, other := madePictures(t)
	e.Features, e.Samples, e.Classes = 1024, 4, 2
	beside := []byte("an archive of the pictures")
	e.Alternates = []File{{Path: "pie/pictures.zip", Size: int64(len(beside)), SHA256: sumOf(beside)}}
	for _, tt := range []struct {
		name  string
		files map[string][]byte
		want  []State
		set   State
		err   string // of what Verify says; "" for none
	}{
		{"canonical", map[string][]byte{e.Files[0].Path: canonical}, []State{StateOK}, StateOK, ""},
		{"variant", map[string][]byte{e.Files[0].Path: variant}, []State{StateVariant}, StateVariant, ""},
		{"wrong", map[string][]byte{e.Files[0].Path: other}, []State{StateWrong}, StateWrong, "is not the expected file"},
		{"missing", nil, []State{StateMissing}, StateMissing, "missing in"},
		{"both", map[string][]byte{e.Files[0].Path: canonical, "pie/pictures.zip": beside}, []State{StateOK, StateOK}, StateOK, ""},
		{"a wrong one beside", map[string][]byte{e.Files[0].Path: canonical, "pie/pictures.zip": []byte("another archive of the pictures")},
			[]State{StateOK, StateWrong}, StateWrong, "pie/pictures.zip in"},
	} {
		folder := t.TempDir()
		for path, data := range tt.files {
			write(t, folder, path, data)
		}
		r := Verify(folder, e)
		var states []State
		for _, f := range r.Files {
			states = append(states, f.State)
		}
		if !slices.Equal(states, tt.want) || r.State != tt.set {
			t.Errorf("%s: files %v, set %s, want %v, %s", tt.name, states, r.State, tt.want, tt.set)
		}
		if (r.Err == nil) != (tt.err == "") || r.Err != nil && !strings.Contains(r.Err.Error(), tt.err) {
			t.Errorf("%s: got %v, want %q", tt.name, r.Err, tt.err)
		}
		if r.Err == nil && (r.Features != 1024 || r.Samples != 4 || !slices.Equal(r.ClassCounts, []int{2, 2})) {
			t.Errorf("%s: %d×%d, classes of %v", tt.name, r.Features, r.Samples, r.ClassCounts)
		}
		if r.Err == nil && !strings.Contains(r.Files[0].Holds, "(4×1024 ") {
			t.Errorf("%s: holds %q", tt.name, r.Files[0].Holds)
		}
	}
	folder := t.TempDir()
	write(t, folder, e.Files[0].Path, canonical)
	e.Samples = 5
	if r := Verify(folder, e); r.State != StateWrong || r.Err == nil || !strings.Contains(r.Err.Error(), "found 1024×4, want 1024×5") {
		t.Errorf("another shape: %s, %v", r.State, r.Err)
	}
	if r := Verify(folder, card("rpr-synthetic")); r.State != StateOK || r.Err != nil || len(r.Files) > 0 {
		t.Errorf("generated: %s, %v, %v", r.State, r.Files, r.Err)
	}
	var absent *MissingError
	if r := Verify(folder, card("movielens1m")); !errors.As(r.Err, &absent) {
		t.Errorf("got %v", r.Err)
	}
}

// TestMirror takes a set that has no address of its own from a mirror, under its terms, and judges it like any other.
func TestMirror(t *testing.T) {
	e, canonical, _, other := madePictures(t)
	e.Downloads = nil
	s := newServer(t, map[string][]byte{"/good/" + e.Files[0].Path: canonical, "/bad/" + e.Files[0].Path: other})
	for folder, want := range map[string]State{"/good": StateOK, "/good/": StateOK, "/bad": StateMissing} {
		opts := getOptions()
		opts.From = s.URL + folder
		data := t.TempDir()
		err := Get(t.Context(), data, e, opts)
		if found := Check(data, e)[0]; found.State != want || (err == nil) != want.Good() {
			t.Errorf("%s: %s, %v", folder, found.State, err)
		}
	}
	licensed := e
	licensed.Accept = true
	opts := getOptions()
	opts.From = s.URL + "/good"
	var licence *LicenceError
	if err := Get(t.Context(), t.TempDir(), licensed, opts); !errors.As(err, &licence) {
		t.Errorf("got %v", err)
	}
}

func TestOptions(t *testing.T) {
	got := dataset.Options(card("optdigits").New())
	if len(got) != 3 || got[0].Name != "scale" || got[0].Value != dataset.ScaleNone || got[1].Name != "classes" || got[2].Doc == "" {
		t.Errorf("got %+v", got)
	}
	for _, e := range Registry {
		for _, o := range dataset.Options(e.New()) {
			if o.Doc == "" {
				t.Errorf("%s: nothing is said about %s", e.Name, o.Name)
			}
		}
	}
}
