package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// runEvaluate writes the two label files and returns what the verb prints and its exit code.
func runEvaluate(t *testing.T, truth, pred string) (stdout, stderr string, code int) {
	t.Helper()
	folder := t.TempDir()
	paths := []string{filepath.Join(folder, "truth.csv"), filepath.Join(folder, "pred.csv")}
	for i, content := range []string{truth, pred} {
		if err := os.WriteFile(paths[i], []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, log bytes.Buffer
	code = Main([]string{"evaluate", "--truth", paths[0], "--pred", paths[1]}, strings.NewReader(""), &out, &log)
	return out.String(), log.String(), code
}

// TestEvaluate: table 2 1 / 0 3 of clusters against classes. Of 15 pairs 4 are together in both, 6 in the clusters and 7
// in the classes: ARI (4 - 2.8)/(6.5 - 2.8).
func TestEvaluate(t *testing.T) {
	stdout, stderr, code := runEvaluate(t, "0\n0\n1\n1\n1\n1\n", "7\r\n7\r\n7\r\n1\r\n1\r\n1\r\n\r\n")
	if code != int(workflow.Fine) || stderr != "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	var got map[string]float64
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	hTruth := math.Log(3)/3 + 2*math.Log(1.5)/3
	mi := (2*math.Log(2) + math.Log(0.5) + 3*math.Log(1.5)) / 6
	want := map[string]float64{
		"acc": 5.0 / 6, "purity": 5.0 / 6, "ari": 1.2 / 3.7,
		"entropy": (2*math.Log2(1.5) + math.Log2(3)) / 6,
		"nmi_max": mi / math.Log(2), "nmi_mean": 2 * mi / (math.Log(2) + hTruth), "nmi_sqrt": mi / math.Sqrt(math.Log(2)*hTruth),
	}
	for key, v := range want {
		if math.Abs(got[key]-v) > 1e-14 {
			t.Errorf("%s = %.17g, want %.17g", key, got[key], v)
		}
	}
	if len(got) != len(want) || !strings.HasPrefix(stdout, `{"acc":0.83`) || strings.Count(stdout, "\n") != 1 {
		t.Errorf("printed %s", stdout)
	}
}

// Labels are what they are called, whatever file they come in.
func TestEvaluateForms(t *testing.T) {
	const truth = "0\n0\n1\n1\n1\n2\n"
	want, _, _ := runEvaluate(t, truth, "1\n1\n0\n0\n2\n2\n")
	for name, files := range map[string][2]string{
		"words":              {"a\na\nb b\nb b\nb b\nc\n", "y\ny\nx\nx\nz\nz\n"},
		"header by words":    {"type of sample\na\na\nb\nb\nb\nc\n", "1\n1\n0\n0\n2\n2\n"},
		"header of numbers":  {"class\n0\n0\n1\n1\n1\n2\n", "cluster\n1\n1\n0\n0\n2\n2\n"},
		"fractions of zero":  {"0.0\n0.0\n1.0\n1.0\n1.0\n2.0\n", "1\n1\n0\n0\n2\n2\n"},
		"R":                  {"\"\",\"x\"\n\"1\",\"a\"\n\"2\",\"a\"\n\"3\",\"b\"\n\"4\",\"b\"\n\"5\",\"b\"\n\"6\",\"c\"\n", "1\n1\n0\n0\n2\n2"},
		"names, tab":         {"s\tclass\nu\t0\nv\t0\nw\t1\nx\t1\ny\t1\nz\t2\n", "sample,cluster\nu,1\nv,1\nw,0\nx,0\ny,2\nz,2\n"},
		"quoted, semicolons": {"\"u\";\"a;1\"\n\"v\";\"a;1\"\n\"w\";\"b\"\n\"x\";\"b\"\n\"y\";\"b\"\n\"z\";\"c\"\n", "1\r1\r0\r0\r2\r2\r"},
	} {
		got, errs, code := runEvaluate(t, files[0], files[1])
		if code != int(workflow.Fine) || got != want {
			t.Errorf("%s: exit %d: %s%s, want %s", name, code, got, errs, want)
		}
	}
}

// What says that a label is unknown leaves its sample out, in either file, whatever the others are.
func TestEvaluateUnknown(t *testing.T) {
	want, _, _ := runEvaluate(t, "1\n1\n2\n2\n", "1\n2\n2\n2\n")
	for _, unknown := range []string{"-1", "NA", ""} {
		for _, files := range [][2]string{
			{"1\n1\n" + unknown + "\n2\n2\n", "1\n2\n3\n2\n2\n"}, {"1\n1\n3\n2\n2\n", "1\n2\n" + unknown + "\n2\n2\n"}, {"a\na\n" + unknown + "\nb\nb\n", "1\n2\n3\n2\n2\n"},
		} {
			got, log, code := runEvaluate(t, files[0], files[1])
			if code != 0 || got != want || !strings.Contains(log, "of 1 sample is unknown") {
				t.Errorf("%q: exit %d, %s, %s, want %s", files, code, got, log, want)
			}
		}
	}
}

func TestEvaluateBadInput(t *testing.T) {
	tests := []struct {
		name, truth, pred string
		want              string
	}{
		{"header", "class\n1\n", "1\n2\n", "truth.csv holds 1 labels, want one for each of 2 samples"},
		{"two headers or none", "a\nb\nc\n", "d\ne\nf\n", "begin with \"a\" and \"d\", which may be headers; set header to yes or no"},
		{"fraction", "1\n2.5\n", "1\n2\n", `truth.csv:2:1: found "2.5", want a word or a whole number`},
		{"three columns", "1\n2\n", "1,0,1\n2,0,1\n", "pred.csv:1:1: found 3 columns, \"1\", \"0\", \"1\"; want one column of labels, or one of names and one of labels"},
		{"no names", "1\n2\n", "7,0\n7,0\n", `pred.csv:2:1: found "7" as in line 1`},
		{"nothing known", "1\nNA\n-1\n", "-1\n2\n3\n", `know no sample in common`},
		{"negative", "1\n-2\n2\n", "1\n2\n3\n", `truth.csv:2:1: found -2, want a class ≥ 0, or -1`},
		{"too large", "1\n99999999999999999999\n", "1\n2\n", `truth.csv:2:1: found "99999999999999999999"`},
		{"long line", strings.Repeat("x", 1<<17), "1\n", `found a value longer than`},
		{"lengths", "1\n2\n3\n", "1\n2\n", "truth.csv holds 3 labels, want one for each of 2 samples"},
		{"empty", "", "1\n", "truth.csv: the file is empty, want one label a line"},
		{"blank", "1\n", " \n\r\n", "pred.csv: the file is empty"},
		{"an archive", "1\n", "PK\x03\x04", "pred.csv: zip: not a valid zip file"},
	}
	for _, tt := range tests {
		stdout, stderr, code := runEvaluate(t, tt.truth, tt.pred)
		if code != int(workflow.Usage) || stdout != "" || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: exit %d, printed %q and %q, want %q", tt.name, code, stdout, stderr, tt.want)
		}
	}
	var out, log bytes.Buffer
	if code := Main([]string{"evaluate", "--truth", t.TempDir(), "--pred", "nowhere.csv"}, nil, &out, &log); code != int(workflow.Usage) ||
		!strings.Contains(log.String(), "is a folder") || !strings.Contains(log.String(), "cannot read nowhere.csv: there is no such file") {
		t.Errorf("unreadable: exit %d, %s", code, log.String())
	}
}
