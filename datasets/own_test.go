package datasets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/datasets/dataset"
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
	put("y.csv", "7\n1\n7\n")
	set := &ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Labels: "y.csv"}
	e := Bind(folder, Own, set)
	data, err := Load(folder, e, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, n := data.X.Dims(); m != 2 || n != 3 || data.X.At(1, 2) != 6 {
		t.Errorf("X is %d×%d", m, n)
	}
	if got := fmt.Sprint(data.Labels, data.Classes); got != "[1 0 1] [1 7]" {
		t.Errorf("labels %s", got)
	}
	if data.SHA256 != dataset.Checksum(e, set) {
		t.Error("another sum after loading than promised before")
	}

	// Another content is other data, also where only labels change, and data of other files.
	sums := map[string]bool{data.SHA256: true}
	for _, text := range []string{"7\n7\n7\n", "7\n7\n8\n"} {
		put("y.csv", text)
		sums[dataset.Checksum(Bind(folder, Own, set), set)] = true
	}
	if len(sums) != 3 {
		t.Errorf("%d sums of three contents", len(sums))
	}
	var corrupt *CorruptError
	if _, err := Load(folder, e, set, nil); !errors.As(err, &corrupt) {
		t.Errorf("labels that changed behind our back: %v", err)
	}

	put("unknown.csv", "7\n-1\nNA\n")
	for _, tt := range []struct {
		set  *ownFiles
		want string
	}{
		{&ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Labels: "unknown.csv"},
			"unknown.csv:2:1: found no class (empty, NA or -1), the first of 2"},
		{&ownFiles{Scaled: dataset.Unscaled}, "x is empty, want the file of X"},
		{&ownFiles{Scaled: dataset.Unscaled, X: "/etc/passwd"}, `"/etc/passwd" is no path below the data folder`},
		{&ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Labels: "../y.csv"}, `"../y.csv" is no path below the data folder`},
		{&ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Labels: "X.csv"}, "found 3 columns, \"1\", \"2\", \"3\"; want one column of labels"},
		{&ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Variable: "fea"}, "only .mat, .npz, .h5 and .h5ad files have variables"},
		{&ownFiles{Scaled: dataset.Unscaled, X: "y.csv", Labels: "y.csv"}, "y.csv holds 3 labels, want one for each of 1 samples"},
		{&ownFiles{Scaled: dataset.Unscaled, X: "none.mtx"}, "none.mtx missing in " + folder + "; put it there"},
	} {
		if _, err := Load(folder, Bind(folder, Own, tt.set), tt.set, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

// The options are those of the files; the names beside a matrix belong to what results depend on.
func TestOwnTables(t *testing.T) {
	const folder = "table/testdata/tables"
	load := func(set *ownFiles) (*Data, error) {
		set.Scaled = dataset.Unscaled
		e := Bind(folder, Own, set)
		data, err := Load(folder, e, set, nil)
		if err == nil && data.SHA256 != dataset.Checksum(e, set) {
			t.Errorf("%s: another sum after loading than promised before", set.X)
		}
		return data, err
	}
	data, err := load(&ownFiles{X: "pandas_species.csv", Transpose: true, Drop: []string{"species"}, Labels: "pandas_species.csv",
		LabelColumn: "species"})
	if err != nil {
		t.Fatal(err)
	}
	if m, n := data.X.Dims(); m != 3 || n != 4 ||
		fmt.Sprint(data.Rows, data.Columns, data.Labels, data.Classes) != "[BRCA1 TP53 MYC] [s1 s2 s3 s4] [0 1 0 1] [a b]" {
		t.Errorf("%d×%d, %v %v %v %v", m, n, data.Rows, data.Columns, data.Labels, data.Classes)
	}
	if data, err = load(&ownFiles{X: "tenx_v3/matrix.mtx.gz"}); err != nil || data.Columns[3] != "AAAC3-1" {
		t.Errorf("%v, %v", data, err)
	}
	if _, err = load(&ownFiles{X: "r_csv_na.csv", Mask: "uci_mask.csv"}); !errors.As(err, new(*MissingError)) {
		t.Errorf("a mask that is not there: %v", err)
	}
	for _, tt := range []struct {
		set  *ownFiles
		want string
	}{
		{&ownFiles{X: "r_csv.csv", Labels: "ragged.csv"}, "found 3 columns, \"1\", \"2\", \"3\"; want one column of labels"},
		{&ownFiles{X: "pandas_years.csv"}, "set header and row-names to yes or no"},
		{&ownFiles{X: "r_csv.csv", Mask: "r_csv.csv"}, "found 1.5 at row 1, column 1, want 0 (unknown) or 1 (known)"},
		{&ownFiles{X: "r_csv.csv", Labels: "pandas_index.csv", LabelColumn: "s1"}, `pandas_index.csv lacks "s1", "s2", "s3", "s4"; r_csv.csv lacks "BRCA1", "TP53", "MYC"`},
	} {
		_, err := load(tt.set)
		if own := new(*OwnError); !errors.As(err, own) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.set.X, err, tt.want)
		}
	}
	if err := dataset.Validate(Own, &ownFiles{Scaled: dataset.Unscaled, X: "x", Decimal: "dot"}); err == nil {
		t.Error("a decimal mark that there is not")
	}
	// A mask is matched by names, which it once was not: results with one are others than those of old.
	before := &ownFiles{Scaled: dataset.Unscaled, X: "x", Mask: "m"}
	if dataset.Checksum(Own, before) == dataset.Checksum(Own, unread{before}) {
		t.Error("results with a mask that was matched by position count as those of now")
	}
	// An option that came later does not change the sum of data without it.
	bare := &ownFiles{Scaled: dataset.Unscaled, X: "x"}
	if got := fmt.Sprint(dataset.Values(bare)); got != "map[labels: scale:none variable: x:x]" {
		t.Errorf("options %s", got)
	}
}

// unread is data as it was read before names decided.
type unread struct{ *ownFiles }

func (unread) Reading() string { return "" }

// The sum of a file in the spec says which content it has, and changes nothing else: neither the sum of the set, nor where the file is not here.
func TestPinnedFiles(t *testing.T) {
	folder := t.TempDir()
	put := func(text string) {
		if err := os.WriteFile(filepath.Join(folder, "X.csv"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("1,2\n3,4\n")
	free := &ownFiles{Scaled: dataset.Unscaled, X: "X.csv"}
	before := dataset.Checksum(Bind(folder, Own, free), free)
	pinned := &ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Sum: Bind(folder, Own, free).Files[0].SHA256}
	if got := dataset.Checksum(Bind(folder, Own, pinned), pinned); got != before {
		t.Errorf("checksum %s with the sum of the file, %s without", got, before)
	}
	if got := dataset.Checksum(Bind(t.TempDir(), Own, pinned), pinned); got != before {
		t.Errorf("checksum %s where the file is not here, %s where it is", got, before)
	}
	e := Bind(folder, Own, pinned)
	if err := Changed(folder, e, pinned); err != nil {
		t.Error(err)
	}
	if data, err := Load(folder, e, pinned, nil); err != nil || data.SHA256 != before {
		t.Error(err)
	}
	put("1,2\n3,5\n")
	if err := Changed(folder, e, pinned); err == nil || !strings.Contains(err.Error(), "want "+pinned.Sum+" (option sha256)") {
		t.Errorf("a file that changed: %v", err)
	}
	if _, err := Load(folder, Bind(folder, Own, pinned), pinned, nil); err == nil {
		t.Error("a file that changed is loaded")
	}
	for _, sum := range []string{strings.ToUpper(pinned.Sum), pinned.Sum[1:], pinned.Sum + "0", "sha256:" + pinned.Sum} {
		if err := dataset.Validate(Own, &ownFiles{Scaled: dataset.Unscaled, X: "X.csv", Sum: sum}); err == nil {
			t.Errorf("%q is taken for a sum", sum)
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
