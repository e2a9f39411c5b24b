package datasets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOwnFiles(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("X.csv", "1,2,3\n4,5,6\n")
	put("y.csv", "7\n-1\n7\n")
	set := &ownFiles{Scaled: Unscaled, X: "X.csv", Labels: "y.csv"}
	e := Bind(folder, Own, set)
	data, err := Load(folder, e, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, n := data.X.Dims(); m != 2 || n != 3 || data.X.At(1, 2) != 6 {
		t.Errorf("X is %d×%d", m, n)
	}
	if got := fmt.Sprint(data.Labels, data.Classes); got != "[1 0 1] [-1 7]" {
		t.Errorf("labels %s", got)
	}
	if data.SHA256 != Checksum(e, set) {
		t.Error("another sum after loading than promised before")
	}

	// Another content is other data, also where only labels change, and data of other files.
	sums := map[string]bool{data.SHA256: true}
	for _, text := range []string{"7\n7\n7\n", "7\n7\n8\n"} {
		put("y.csv", text)
		sums[Checksum(Bind(folder, Own, set), set)] = true
	}
	if len(sums) != 3 {
		t.Errorf("%d sums of three contents", len(sums))
	}
	var corrupt *CorruptError
	if _, err := Load(folder, e, set, nil); !errors.As(err, &corrupt) {
		t.Errorf("labels that changed behind our back: %v", err)
	}

	for _, tt := range []struct {
		set  *ownFiles
		want string
	}{
		{&ownFiles{Scaled: Unscaled}, "x is empty, want the file of X"},
		{&ownFiles{Scaled: Unscaled, X: "/etc/passwd"}, `"/etc/passwd" is no path below the data folder`},
		{&ownFiles{Scaled: Unscaled, X: "X.csv", Labels: "../y.csv"}, `"../y.csv" is no path below the data folder`},
		{&ownFiles{Scaled: Unscaled, X: "X.csv", Labels: "X.csv"}, "found 3 columns, want one of labels"},
		{&ownFiles{Scaled: Unscaled, X: "X.csv", Variable: "fea"}, "only a .mat or .npz file has variables"},
		{&ownFiles{Scaled: Unscaled, X: "y.csv", Labels: "y.csv"}, "y.csv holds 3 labels, want one for each of 1 samples"},
		{&ownFiles{Scaled: Unscaled, X: "none.mtx"}, "none.mtx missing in " + folder + "; put it there"},
	} {
		if _, err := Load(folder, Bind(folder, Own, tt.set), tt.set, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

func TestSources(t *testing.T) {
	names := Sources()
	for _, name := range names {
		if e, ok := Source(name); !ok || e.Name != name {
			t.Errorf("no source %s", name)
		}
	}
	if _, ok := Find(Own.Name); ok || len(names) != len(Registry)+1 {
		t.Error("what a user names is not in the registry")
	}
}
