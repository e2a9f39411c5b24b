package cli

import (
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/audit"
)

// Every module that is linked is a part with a version, a package URL and a licence.
func TestSBOM(t *testing.T) {
	linked, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "../..").Output()
	if err != nil {
		t.Fatal(err)
	}
	info := &debug.BuildInfo{GoVersion: "go1.26.8"}
	seen := map[string]bool{}
	for line := range strings.Lines(string(linked)) {
		if path, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !seen[path] {
			seen[path] = true
			info.Deps = append(info.Deps, &debug.Module{Path: path, Version: version})
		}
	}
	parts := audit.PartsOf("v1.0.0", info, licenceTexts)["components"].([]audit.Part)
	if len(parts) != len(seen)+1 || len(seen) < 15 {
		t.Fatalf("%d parts of %d modules", len(parts), len(seen))
	}
	for i, p := range parts {
		url := "pkg:golang/std@1.26.8"
		if i > 0 {
			url = "pkg:golang/" + info.Deps[i-1].Path + "@" + info.Deps[i-1].Version
		}
		if p.PURL != url || len(p.Licences) != 1 || p.Licences[0]["license"]["name"] == "" {
			t.Errorf("%+v, want %s and a licence", p, url)
		}
	}
}
