package cli

import (
	_ "embed" // for the text
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/solvers"
)

// formats are the versioned forms of what other programs read and write; STABILITY.md says what may change in each.
var formats = map[string]string{"spec": "1", "record": "1", "exec": "nmfrepro exec/1", "json": "nmfrepro/.../1"}

func newVersion(env *Env) *cobra.Command {
	var asJSON, bom, licences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "show version, Go version, CPU, kernel and arithmetic; the licences or the parts of the program",
		Args:  NoArguments,
		RunE: func(*cobra.Command, []string) error {
			p := run.Here()
			switch {
			case licences:
				_, err := io.WriteString(env.Stdout, licenceTexts)
				return err
			case bom:
				info, ok := debug.ReadBuildInfo()
				if !ok {
					return UsageError("version: this program was built without module information, so its parts are not known")
				}
				return WriteJSON(env.Stdout, partsOf(p.Program, info))
			case asJSON:
				return WriteJSON(env.Stdout, map[string]any{
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

// part is a component of a CycloneDX document (https://cyclonedx.org/docs/1.5/json).
type part struct {
	Type     string                         `json:"type"`
	Name     string                         `json:"name"`
	Version  string                         `json:"version,omitempty"`
	PURL     string                         `json:"purl,omitempty"`
	Licences []map[string]map[string]string `json:"licenses,omitempty"` // the name of a license, in words, since some modules have several
}

// partsOf lists the modules that a program was built from. The same build gives the same bytes: there is no date in it.
func partsOf(version string, info *debug.BuildInfo) map[string]any {
	known := licencesByModule()
	library := func(name, version string) part {
		p := part{Type: "library", Name: name, Version: version, PURL: "pkg:golang/" + name + "@" + version}
		if licence := known[name]; licence != "" {
			p.Licences = []map[string]map[string]string{{"license": {"name": licence}}}
		}
		return p
	}
	std := library("Go standard library", strings.TrimPrefix(info.GoVersion, "go"))
	std.PURL = "pkg:golang/std@" + std.Version
	parts := []part{std}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, library(m.Path, m.Version))
	}
	return map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": part{Type: "application", Name: "nmfrepro", Version: version}},
		"components": parts,
	}
}

// licencesByModule reads the table of the licences that the program carries.
func licencesByModule() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(licenceTexts) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 3 && strings.HasPrefix(line, "| ") {
			all[strings.TrimPrefix(cells[0], "| ")] = strings.TrimSuffix(cells[2], " |")
		}
	}
	return all
}

// licenceTexts is THIRD_PARTY.md: the licences of what the program is made of besides itself, that is the Go standard library, the modules
// that are linked into it on any system, and the data and fonts that are embedded. A test writes it from the licence files of the
// modules, and fails when it is not up to date.
//
//go:embed THIRD_PARTY.md
var licenceTexts string
