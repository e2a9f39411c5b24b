package result

import (
	"os/exec"
	"testing"
)

// A shell gives back the very words that a command was made of.
func TestCommandPastes(t *testing.T) {
	for _, word := range []string{"pnmf/table3", "scale × k-means", "rpr/table2:row=Face Images", "method=a|b", "it's", `"`, "$HOME", "a;b", "*", "~/x", "", "# no", "\\", "[x]", "a\tb", "λ=1"} {
		out, err := exec.Command("sh", "-c", "nmfrepro() { printf '%s' \"$#:$2\"; }; "+Command("table", word)).Output()
		if err != nil || string(out) != "2:"+word {
			t.Errorf("%q: a shell reads %q of %s, %v", word, out, Command("table", word), err)
		}
	}
}
