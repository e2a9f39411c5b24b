package constraint

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestReadWrite(t *testing.T) {
	want := []Triplet{{0, 1, 2}, {3, 1, 0}, {2, 3, 1}}
	var b strings.Builder
	if err := Write(&b, want); err != nil {
		t.Fatal(err)
	}
	if b.String() != "1,2,3\n4,2,1\n3,4,2\n" {
		t.Errorf("wrote %q", b.String())
	}
	got, _, err := Read(strings.NewReader(b.String()), "T.csv", 4, nil)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("read %v, %v", got, err)
	}
	got, _, err = Read(strings.NewReader("\ufeff 1, 2 ,3\r\n\r\n4,2,1"), "T.csv", 4, nil)
	if err != nil || !slices.Equal(got, want[:2]) {
		t.Errorf("with spaces, blank lines and a mark of the byte order: %v, %v", got, err)
	}
}

// Points may be given by their names, whatever the order of the points; numbers stay numbers unless they are names.
func TestReadNames(t *testing.T) {
	abc := []string{"a", "b", "c,d", "7"}
	for _, tt := range []struct {
		text   string
		names  []string
		list   []Triplet
		byName bool
		want   string // of the error
	}{
		{"a,b,\"c,d\"\n7, a ,b\n", abc, []Triplet{{0, 1, 2}, {3, 0, 1}}, true, ""},
		{"1,2,3\n", abc, []Triplet{{0, 1, 2}}, false, ""},
		{"101,103,102\n", []string{"103", "102", "101"}, []Triplet{{2, 0, 1}}, true, ""},
		{"1,2,3\n", []string{"1", "2", "3"}, []Triplet{{0, 1, 2}}, true, ""},
		{"1,2,3\n", []string{"3", "2", "1"}, nil, false, "T.csv: its numbers are names of points, and count other points"},
		{"a,b,e\n", abc, nil, false, `T.csv:1: found "e" as value 3, which no point is named`},
		{"a,b,1\n", abc, nil, false, `T.csv:1: found "1" as value 3, which no point is named`},
		{"a,b,a\n", abc, nil, false, "T.csv:1: found 1,2,1, want three different points"},
		{"a,b,c\n", []string{"a", "b", "c", "a"}, nil, false, "T.csv: points are given by their names, of which some occur twice"},
		{"1,2,5\n", abc, nil, false, "T.csv:1: found 5 in 1,2,5, want 1 to 4"},
		{"a,\"b,c\n", abc, nil, false, "T.csv:1: found quotes that do not fit each other"},
	} {
		list, byName, err := Read(strings.NewReader(tt.text), "T.csv", len(tt.names), tt.names)
		if !slices.Equal(list, tt.list) || byName != tt.byName || (err == nil) != (tt.want == "") || err != nil &&
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q of %q: %v, %v, %v", tt.text, tt.names, list, byName, err)
		}
	}
}

func TestReadProblems(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string // one a line
	}{
		{"empty", "", []string{"T.csv: found no triplets, want at least one line q,r,s"}},
		{"blank", "\n \n", []string{"T.csv: found no triplets, want at least one line q,r,s"}},
		{"header", "q,r,s\n1,2,3\n", []string{`T.csv:1: found "q" as value 1, want a whole number`}},
		{"all at once", "1,2\n1,2,3\n1,2,5\n\n1,2,1\n0,1,2\n1,2.5,3\n", []string{
			"T.csv:1: found 2 values, want three: q,r,s",
			"T.csv:3: found 5 in 1,2,5, want 1 to 4",
			"T.csv:5: found 1,2,1, want three different points",
			"T.csv:6: found 0 in 0,1,2, want 1 to 4",
			`T.csv:7: found "2.5" as value 2, want a whole number`,
		}},
		{"two that contradict each other", "3,4,1\n1,2,3\n\n1,3,2\n", []string{
			"T.csv:2: lines 2, 4 contradict each other: d(1,2) < d(1,3) < d(1,2)",
		}},
		{"a longer cycle", "1,2,3\n3,1,4\n4,3,2\n2,4,1\n", []string{
			"T.csv:1: lines 1, 2, 3, 4 contradict each other: d(1,2) < d(1,3) < d(3,4) < d(2,4) < d(1,2)",
		}},
		{"too many", strings.Repeat("9,9,9\n", 25), append(numberedLines(20), "T.csv: 5 more lines like these")},
	} {
		list, _, err := Read(strings.NewReader(tt.text), "T.csv", 4, nil)
		if err == nil || list != nil || err.Error() != strings.Join(tt.want, "\n") {
			t.Errorf("%s: got %v and error\n%v", tt.name, list, err)
		}
	}
	if _, _, err := Read(failing{}, "T.csv", 4, nil); err == nil || !strings.Contains(err.Error(), "T.csv: no more") {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

func numberedLines(n int) []string {
	var lines []string
	for k := range n {
		lines = append(lines, fmt.Sprintf("T.csv:%d: found 9 in 9,9,9, want 1 to 4", k+1))
	}
	return lines
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("no more") }

func TestCheck(t *testing.T) {
	err := Check([]Triplet{{0, 1, 2}, {0, 1, 3}, {-1, 1, 2}, {2, 2, 1}}, 3)
	want := "constraint: triplet 2: found 4 in 1,2,4, want 1 to 3\n" +
		"constraint: triplet 3: found 0 in 0,2,3, want 1 to 3\n" +
		"constraint: triplet 4: found 3,3,2, want three different points"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if err := Check(nil, 0); err != nil {
		t.Errorf("no triplets: %v", err)
	}
}
