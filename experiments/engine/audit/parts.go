package audit

import (
	"runtime/debug"
	"strings"
)

// Part is a component of a CycloneDX document (https://cyclonedx.org/docs/1.5/json).
type Part struct {
	Type     string                         `json:"type"`
	Name     string                         `json:"name"`
	Version  string                         `json:"version,omitempty"`
	PURL     string                         `json:"purl,omitempty"`
	Licences []map[string]map[string]string `json:"licenses,omitempty"` // the name of a license, in words, since some modules have several
}

// PartsOf lists the modules that a program was built from, with their licences by a table "| module | version | licence |". The same build
// gives the same bytes: there is no date in it.
func PartsOf(version string, info *debug.BuildInfo, licences string) map[string]any {
	known := licencesByModule(licences)
	library := func(name, version string) Part {
		p := Part{Type: "library", Name: name, Version: version, PURL: "pkg:golang/" + name + "@" + version}
		if licence := known[name]; licence != "" {
			p.Licences = []map[string]map[string]string{{"license": {"name": licence}}}
		}
		return p
	}
	std := library("Go standard library", strings.TrimPrefix(info.GoVersion, "go"))
	std.PURL = "pkg:golang/std@" + std.Version
	parts := []Part{std}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, library(m.Path, m.Version))
	}
	return map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": Part{Type: "application", Name: "nmfrepro", Version: version}},
		"components": parts,
	}
}

// licencesByModule reads a table of licences.
func licencesByModule(licences string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(licences) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 3 && strings.HasPrefix(line, "| ") {
			all[strings.TrimPrefix(cells[0], "| ")] = strings.TrimSuffix(cells[2], " |")
		}
	}
	return all
}
