package cli

import (
	"strings"
	"testing"
)

// A method on a data set is told as soon as its runs are done, before the whole table stands, with what the table will have.
func TestProgressTellsMethods(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	var out, errs strings.Builder
	if code := Main([]string{"table", "pnmf/table3:dataset=iris,panel=a,method=nmf|pnmf", "--no-cached", "--reps", "2", "-j", "1", "--progress", "plain"},
		strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	lines := strings.Split(errs.String(), "\n")
	told := map[string]int{}
	for i, line := range lines {
		for _, method := range []string{"nmf", "pnmf"} {
			if strings.HasPrefix(line, "pnmf/table3: iris, rank 3, "+method+": purity 0.") && strings.HasSuffix(line, " (2 runs)") {
				told[method] = i + 1
			}
		}
	}
	if told["nmf"] == 0 || told["pnmf"] == 0 || told["nmf"] == told["pnmf"] {
		t.Errorf("told %v of\n%s", told, errs.String())
	}
}
