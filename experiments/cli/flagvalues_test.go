package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// eachFlag calls do for every flag of every command, in a new tree of commands each time.
func eachFlag(do func(cmd *cobra.Command, f *pflag.Flag)) {
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { do(cmd, f) })
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(newRoot(&Env{}))
}

// Numbers of every flag are decimal: 010 is ten, and what Go alone writes is refused.
func TestFlagsDecimal(t *testing.T) {
	tried := 0
	eachFlag(func(cmd *cobra.Command, f *pflag.Flag) {
		kind := f.Value.Type()
		if kind != "int" && kind != "uint64" && kind != "float64" && kind != "int64" && kind != "uint" {
			if kind != "intSlice" && strings.Contains(kind, "int") || strings.Contains(kind, "float") {
				t.Errorf("%s --%s: nobody looked at flags of type %s", cmd.CommandPath(), f.Name, kind)
			}
			return
		}
		tried++
		set := func(text string) error { return f.Value.(*given).Value.Set(must(decimal(kind, text))) }
		for _, text := range []string{"0x10", "0b11", "0o17", "1_0", "0X1", "0x1p-2", "x"} {
			if _, err := decimal(kind, text); err == nil && text != "x" {
				t.Errorf("%s --%s takes %s", cmd.CommandPath(), f.Name, text)
			}
			if err := f.Value.Set(text); err == nil {
				t.Errorf("%s --%s takes %s", cmd.CommandPath(), f.Name, text)
			}
		}
		for text, want := range map[string]string{"010": "10", "08": "8", "0": "0", "00": "0", "7": "7"} {
			if err := set(text); err != nil || f.Value.String() != want {
				t.Errorf("%s --%s %s: %v, %v, want %s", cmd.CommandPath(), f.Name, text, f.Value, err, want)
			}
		}
	})
	if tried < 50 {
		t.Errorf("%d flags tried", tried)
	}
}

func must(text string, err error) string {
	if err != nil {
		return err.Error()
	}
	return text
}

// A flag that is no list is given once, or the same twice.
func TestFlagsOnce(t *testing.T) {
	for command, want := range map[string]string{
		"factorize --rank 2 --rank 3": "--rank is given twice", "factorize --normalize counts --normalize log1p": "--normalize is given twice", "rank X.csv --seed 1 --seed 2": "--seed is given twice",
		"table pnmf/table3 --format json --format csv": "--format is given twice", "table pnmf/table3 --results a --results b": "--results is given twice", "run --quiet --quiet=false": "--quiet is given twice",
		"figure pnmf/fig1 --width 3in --width 4in": "--width is given twice", "factorize --solver nmf --input X.csv --out o --rank 2 --set l1-h=1 --set l1-h=2": "l1-h is given twice",
		"factorize --solver nmf --input X.csv --out o --rank 2 --set l1-h=0x1": `l1-h = "0x1"`, "factorize --rank 0x3": "--rank = \"0x3\", want a whole number", "run pnmf --for 2h --for 3h": "unknown flag",
		"rank X.csv --ranks 0x3": "--ranks", "run pnmf --shard 0x1/2": "shard", "check paper pnmf --recompute 0x1p-4": "--recompute", "factorize --memory 0x10 --solver nmf --input X.csv --out o": "--memory",
		"rank X.csv --set nmf.l1-h=1 --set nmf.l1-h=2": "l1-h is given twice", "consensus X.csv --rank 1 --out o --solver nmf --set l1-h=1 --set l1-h=2": "l1-h is given twice",
		"figure pnmf/fig1 --width 0x3in": "--width",
	} {
		if code, log := called(command); code != 2 || !strings.Contains(log, want) {
			t.Errorf("%s: exit %d, %s", command, code, log)
		}
	}
	inputs(t)
	if code, log := called("factorize --solver nmf --solver nmf --rank 02 --rank 02 --iterations 010 --drop 1 --drop 2 --input X.csv --out o"); code != 0 {
		t.Errorf("exit %d, %s", code, log)
	}
}
