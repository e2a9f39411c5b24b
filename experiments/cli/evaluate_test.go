package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"nmfrepro/experiments/pass"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	stdout, stderr, code := runEvaluate(t, "0\n0\n1\n1\n1\n1\n", "7\r\n7\r\n7\r\n-1\r\n-1\r\n-1\r\n\r\n")
	if code != int(pass.Fine) || stderr != "" {
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

func TestEvaluateBadInput(t *testing.T) {
	long := strings.Repeat("x", 1000)
	tests := []struct {
		name, truth, pred string
		want              string
	}{
		{"word", "1\n2\n", "1\nb\n", `pred.csv:2: found "b", want one integer`},
		{"header", "class\n1\n", "1\n2\n", `truth.csv:1: found "class"`},
		{"fraction", "1\n2.0\n", "1\n2\n", `truth.csv:2: found "2.0"`},
		{"two columns", "1\n2\n", "1,0\n2,0\n", `pred.csv:1: found "1,0"`},
		{"hole", "1\n\n2\n", "1\n2\n3\n", `truth.csv:2: found ""`},
		{"too large", "1\n99999999999999999999\n", "1\n2\n", `truth.csv:2: found "99999999999999999999"`},
		{"long line", long, "1\n", `found "` + long[:40] + `"...`},
		{"many", strings.Repeat("x\n", 9), "1\n", "truth.csv: 4 more lines"},
		{"lengths", "1\n2\n3\n", "1\n2\n", "truth.csv has 3 labels and"},
		{"empty", "", "1\n", "truth.csv: empty, want one integer per line"},
		{"blank", "1\n", " \n\r\n", "pred.csv: empty"},
	}
	for _, tt := range tests {
		stdout, stderr, code := runEvaluate(t, tt.truth, tt.pred)
		if code != int(pass.Usage) || stdout != "" || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: exit %d, printed %q and %q, want %q", tt.name, code, stdout, stderr, tt.want)
		}
	}
	var out, log bytes.Buffer
	if code := Main([]string{"evaluate", "--truth", t.TempDir(), "--pred", "nowhere.csv"}, nil, &out, &log); code != int(pass.Usage) ||
		!strings.Contains(log.String(), "is a directory") || !strings.Contains(log.String(), "nowhere.csv: no such file") {
		t.Errorf("unreadable: exit %d, %s", code, log.String())
	}
}
