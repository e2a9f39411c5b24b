// Command generate writes the assembly of package gemm into the current folder; go generate runs it.
package main

import (
	"fmt"
	"os"

	"nmfrepro/solvers/matrix/gemm/internal/asmgen"
)

func main() {
	for name, text := range asmgen.Files() {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}
