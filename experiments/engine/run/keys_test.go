package run

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec"
)

// TestKeysStay compares the keys of all runs of all experiments and profiles with those of testdata/keys.golden: records are found
// by them. A line is an address, a profile, the number of keys and a hash of them in the order of the plan.
func TestKeysStay(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	replications, err := lib.LoadBeside(os.DirFS("../../../replications"), "replications/", nil)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range slices.Concat(lib.Specs, replications.Specs) {
		for _, profile := range spec.ProfileNames {
			if _, there := s.Profiles.Find(profile); !there {
				continue
			}
			plan, err := NewPlan(s, Request{Profile: profile, Data: t.TempDir(), Blind: true})
			if err != nil {
				t.Fatalf("%s, %s: %v", s.Address, profile, err)
			}
			hash := sha256.New()
			for _, r := range plan.Runs {
				fmt.Fprintln(hash, r.Key)
			}
			lines = append(lines, fmt.Sprintf("%s %s %d %x", s.Address, profile, len(plan.Runs), hash.Sum(nil)[:16]))
		}
	}
	file, got := filepath.Join("testdata", "keys.golden"), strings.Join(lines, "\n")+"\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	golden := strings.Split(strings.TrimSuffix(string(want), "\n"), "\n")
	for _, line := range lines {
		if !slices.Contains(golden, line) {
			t.Errorf("%s: not in %s; records under other keys are lost", line, file)
		}
	}
	for _, line := range golden {
		if !slices.Contains(lines, line) {
			t.Errorf("%s of %s is gone", line, file)
		}
	}
}
