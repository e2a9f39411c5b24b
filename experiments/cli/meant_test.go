package cli

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers"
)

// What people type of other programs is answered by the flag of ours, and what is none by a reason.
func TestMeant(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{
		{"factorize --max-iter 100", `unknown flag: --max-iter, did you mean "--iterations"?`},
		{"factorize --loss kl", "unknown flag: --loss; the solver says the loss: nmf-kl for Kullback-Leibler"},
		{"factorize --beta-loss kl", "the solver says the loss"},
		{"consensus --k 5", `unknown flag: --k, did you mean "--rank"?`},
		{"factorize -k 3", `unknown flag: -k, did you mean "--rank"?`},
		{"factorize -k3", `did you mean "--rank"?`},
		{"factorize --nComponents=3", `did you mean "--rank"?`},
		{"factorize --number-of-topics 3", `did you mean "--rank"?`},
		{"consensus --nrun 10", `did you mean "--starts"?`},
		{"consensus --worker-index 1", `did you mean "--shard"?`},
		{"factorize --n_init 10", `did you mean "--starts"?`},
		{"factorize --alpha-w 1", "penalties are options of the solvers hals, nmf and nmf-kl: --set l1-w="},
		{"rank --random.state 1", `did you mean "--seed"?`},
		{"rank --tolerence 1", `did you mean "--tol"?`},
		{"rank --k 3", `did you mean "--ranks"?`},
		{"factorize --L1 0.1", "penalties are options of the solvers hals, nmf and nmf-kl: --set l1-w="},
		{"rank --k-range 1..3", `did you mean "--ranks"?`},
		{"rank --n-jobs 4", `did you mean "--jobs"?`},
		{"factorize --n-jobs 4", "the environment variable GOMAXPROCS says how many cores it takes"},
		{"factorize --verbosity 1", "progress is shown by itself"},
		{"factorize --progressbar", "progress is shown by itself"},
		{"evaluate --y-true a", `did you mean "--truth"?`},
		{"evaluate --label-col 2", `did you mean "--truth-column"?`},
		{"project --dictionary W.csv", `did you mean "--basis"?`},
		{"project --w W.csv", `did you mean "--basis"?`},
		{"factorize --w W.csv", `did you mean "--w0"?`},
		{"factorize --formt csv", `did you mean "--format"?`},
		{"factorize --lr 1", "unknown flag: --lr; see nmfrepro factorize --help"},
		{"factorize --prng 1", `did you mean "--seed"?`},
		{"factorize --rcond 1", "no step cuts off singular values"},
		{"rank --min_residuals 1", `did you mean "--tol"?`},
		{"consensus --test_conv 1", `did you mean "--every"?`},
		{"rank --upper_bound 1", "factors have no upper bound"},
		{"consensus --densify", "what is sparse stays sparse"},
		{"rank --beta-loss kl", "the solver says the loss"},
		{"rank --w_init a", "rank has no --w0, which is a flag of factorize"},
		{"project --k 3", "project has no --rank, which is a flag of factorize, consensus"},
		{"factorize --local-density-threshold 1", "factorize has no --threshold, which is a flag of consensus"},
		{"factorize --sigma 1", "an option of kernel-kmeans"},
		{"list solvers kl", `list solvers takes no "kl"; list words WORD tells`},
		{"factorise --rank 2", "are missing, want nmfrepro factorize X.csv"},
		{"evalute --truth a", `unknown command "evalute" for "nmfrepro", did you mean "evaluate"?`},
		{"tabel pnmf --cached", `unknown command "tabel" for "nmfrepro", did you mean "table"?`},
		{"fit --rank 3", `unknown command "fit" for "nmfrepro", did you mean "factorize"?`},
		{"new solvr --language go", `unknown command "solvr" for "nmfrepro new", did you mean "solver"?`},
		{"rank a.csv --input b.csv", "the matrix is given twice, as --input b.csv and as a.csv; give it once"},
		{"project --basis W.csv --loss squared --input no.csv --out o", "cannot read W.csv"},
		{"project --basis W.csv --loss KL --input no.csv --out o", "cannot read W.csv"},
		{"project --basis W.csv --loss poissson --input no.csv --out o", "unknown loss"},
	} {
		var stderr strings.Builder
		if code := Main(strings.Fields(tt.typed), strings.NewReader(""), io.Discard, &stderr); code != 2 || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%s: exit code %d, %s\nwant %s", tt.typed, code, stderr.String(), tt.want)
		}
	}
}

// Every flag of the table of others' words is one of the commands on matrices, and no word is that of two flags of one command, but where
// other programs disagree.
func TestElsewhere(t *testing.T) {
	root := newRoot(&Env{})
	commands := list.FlatMap(root.Commands(), func(c *cobra.Command) []*cobra.Command { return append([]*cobra.Command{c}, c.Commands()...) })
	of := func(flag string) (names []string) {
		for _, c := range commands {
			if c.Flags().Lookup(flag) != nil || root.PersistentFlags().Lookup(flag) != nil {
				names = append(names, c.Name())
			}
		}
		return names
	}
	var none []string
	for _, row := range solvers.Elsewhere {
		if none = append(none, list.Filter(row.Flags, func(flag string) bool { return of(flag) == nil })...); none != nil {
			t.Errorf("no command has the flags %v", none)
		}
		if row.Flags == nil && row.Instead == "" {
			t.Errorf("neither flag nor reason for %v", row.Others)
		}
		for _, word := range row.Others {
			if word != solvers.Plain(word) {
				t.Errorf("%s is not plain", word)
			}
		}
	}
	for _, word := range []string{"niter"} { // which is runs in cNMF, iterations elsewhere
		rows := solvers.Meanings(word)
		if len(rows) != 2 || !slices.Equal(rows[0].Flags, []string{"iterations"}) || !slices.Equal(rows[1].Flags, []string{"starts"}) {
			t.Errorf("%s means %v", word, rows)
		}
	}
}
