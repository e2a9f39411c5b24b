package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

// Errors of cobra, of the operating system and of our packages become a user's words; a command's own name stays.
func TestInOurWords(t *testing.T) {
	cmd := &cobra.Command{Use: "factorize --input X"}
	for msg, want := range map[string]string{
		`required flag(s) "out" not set`:                                                                  "--out is missing, want factorize --input X",
		`required flag(s) "input", "out" not set`:                                                         "--input and --out are missing, want factorize --input X",
		"if any flags in the group [a b] are set none of the others can be; [a b] were all set":           "--a and --b exclude each other; leave one out",
		"datasets: orl: stat /no/x.mat: no such file or directory":                                        "orl: cannot read /no/x.mat: there is no such file",
		"solvers: lambda = \"-1\", want a number":                                                         "lambda = \"-1\", want a number",
		"no host of that name, or no network: dial tcp: lookup x on 10.0.0.1:53: no such host; try again": "no host of that name, or no network; try again",
		"factorize: --set lambda=-1: solvers: lambda = 5":                                                 "factorize: --set lambda=-1: lambda = 5",
		"gnmf: this method cannot hold components: unsupported\nb: unsupported\nx: unsupported type": "gnmf: this method cannot hold components\nb\n" +
			"x: unsupported type",
		"table: found no argument": "table: found no argument",
	} {
		if got := inOurWords(msg, cmd); got != want {
			t.Errorf("%s\nbecomes  %s\nand not  %s", msg, got, want)
		}
	}
}
