package cli

import (
	_ "embed" // for the text
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/solvers"
)

// formats are the versioned forms of what other programs read and write; STABILITY.md says what may change in each.
var formats = map[string]string{"spec": "1", "record": "1", "exec": "nmfrepro exec/1", "json": "nmfrepro/.../2"}

func newVersion(env *Env) *cobra.Command {
	var asJSON, bom, licences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "show version, Go version, CPU, kernel and arithmetic; the licences or the parts of the program",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			p := run.Here()
			switch {
			case licences:
				_, err := io.WriteString(env.Stdout, licenceTexts)
				return err
			case bom:
				info, ok := debug.ReadBuildInfo()
				if !ok {
					return usageError("version: this program was built without module information, so its parts are not known")
				}
				return writeJSON(env.Stdout, audit.PartsOf(p.Program, info, licenceTexts))
			case asJSON:
				return writeJSON(env.Stdout, map[string]any{
					"schema": "nmfrepro/version/1", "program": p.Program, "go": p.Go, "system": runtime.GOOS + "/" + runtime.GOARCH,
					"cpu": p.CPU, "kernel": p.Kernel, "numbers": solvers.Arithmetic(), "formats": formats,
				})
			}
			_, err := fmt.Fprintf(env.Stdout, "nmfrepro %s\ngo       %s\ncpu      %s\nkernel   %s\nnumbers  %s\n",
				p.Program, p.Go, p.CPU, p.Kernel, solvers.Arithmetic())
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&asJSON, "json", false, "the same as JSON, with the versions of the formats")
	f.BoolVar(&bom, "sbom", false, "the modules that this program was built from, with version and licence, as CycloneDX 1.5")
	f.BoolVar(&licences, "licences", false, "the licences of the program and of everything that is in it")
	cmd.MarkFlagsMutuallyExclusive("json", "sbom", "licences")
	return cmd
}

// licenceTexts is THIRD_PARTY.md: the licences of what the program is made of besides itself, that is the Go standard library, the modules
// that are linked into it on any system, and the data and fonts that are embedded. A test writes it from the licence files of the
// modules, and fails when it is not up to date.
//
//go:embed THIRD_PARTY.md
var licenceTexts string
