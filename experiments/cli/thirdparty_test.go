package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// systems are those of a release: what is linked depends on them.
var systems = []string{"linux", "darwin", "windows"}

// module is what go list tells of a module, with its packages that are linked.
type module struct {
	Path, Version, Dir string
	packages           []string // below Dir; "." is Dir
}

// linked lists the modules linked into the program on any system, sorted.
func linked(t *testing.T) []module {
	t.Helper()
	found := map[string]*module{}
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Module", "../..")
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for dec := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				ImportPath string
				Module     *module
			}
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Module == nil || p.Module.Version == "" { // the standard library, and ourselves
				continue
			}
			m := found[p.Module.Path]
			if m == nil {
				m = p.Module
				found[m.Path] = m
			}
			if below := path.Join(".", strings.TrimPrefix(p.ImportPath, m.Path)); !slices.Contains(m.packages, below) {
				m.packages = append(m.packages, strings.TrimPrefix(below, "/"))
			}
		}
	}
	var all []module
	for _, m := range found {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return all
}

var licenceFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents)|-licen[cs]e$|^ftl\.txt$`)

// licences are the licence files of a module: in its root, in folders of licences, and on the way to each linked package.
func (m module) licences(t *testing.T) (files []string) {
	t.Helper()
	folders := []string{".", "licenses", "THIRD_PARTY_LICENSES"}
	for _, p := range m.packages {
		for ; p != "." && p != ""; p = path.Dir(p) {
			folders = append(folders, p)
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		list, err := os.ReadDir(filepath.Join(m.Dir, filepath.FromSlash(folder)))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for _, f := range list {
			if licenceFile.MatchString(f.Name()) && f.Type().IsRegular() && !strings.HasSuffix(f.Name(), ".go") {
				files = append(files, path.Join(folder, f.Name()))
			}
		}
	}
	return files
}

// kinds tell a licence by words that no other has; the first that fits counts.
var licenceKinds = []struct{ words, kind string }{
	{"two different licenses: MIT and Apache", "MIT and Apache-2.0"},
	{"Additional IP Rights Grant (Patents)", "patent grant"},
	{"your choice of exactly one", "FTL (chosen) or GPL-2.0-or-later"},
	{"The FreeType Project LICENSE", "FTL"},
	{"SIL OPEN FONT LICENSE", "OFL-1.1"},
	{"Apache License", "Apache-2.0"},
	{"This is free and unencumbered software", "Unlicense"},
	{"Boost Software License", "BSL-1.0"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Permission is hereby granted, without written agreement", "MIT-like"},
	{"Neither the name", "BSD-3-Clause"},
	{"names of its contributors may not be used", "BSD-3-Clause"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
	{"Creative Commons Attribution 4.0", "CC-BY-4.0"},
}

// words are a text on one line, so that words are found wherever lines break.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

func kindOf(text string) string {
	flat := words(text)
	for _, k := range licenceKinds {
		if strings.Contains(flat, k.words) {
			return k.kind
		}
	}
	return ""
}

// unmaintained are modules that nobody looks after any more, or not yet for good; by their last versions.
var unmaintained = []struct{ path, state, why, drop string }{
	{"github.com/golang/freetype", "no version since 2017", "sbinet/gg fills paths with its rasteriser when PNG figures are drawn (gonum/plot/vg/vgimg)",
		"draw PNG figures with golang.org/x/image/vector, which is maintained: a canvas of about 200 lines for plot/vg; or leave PNG to a converter of SVG"},
	{"github.com/acarl005/stripansi", "no version since 2018; one regular expression", "mpb measures the width of bars with it",
		"progress bars of our own, about 80 lines, in place of mpb, which would drop ewma, runewidth and uax29 too"},
	{"github.com/ajstarks/svgo", "no version since 2021", "gonum/plot/vg/vgsvg writes SVG elements with it", "a canvas of our own for plot/vg that writes SVG, about 250 lines"},
	{"gopkg.in/yaml.v3", "no version since 2022", "specs are read with it", "go.yaml.in/yaml/v3, its continuation with the same interface: change one import"},
}

// credits are what licences want to be said.
var credits = map[string]string{
	"github.com/golang/freetype": "Portions of this software are copyright © 2010 The FreeType Project (www.freetype.org). All rights reserved.",
}

// generate writes the document.
func generate(t *testing.T) string {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	var head, texts strings.Builder
	known := map[string]string{} // a licence text: the title that it stands under
	text := func(title, body string) {
		if first, ok := known[words(body)]; ok {
			fmt.Fprintf(&texts, "\n### %s\n\nThe text is that of %s.\n", title, first)
			return
		}
		known[words(body)] = title
		fmt.Fprintf(&texts, "\n### %s\n\n````text\n%s\n````\n", title, body)
	}
	fmt.Fprintf(&head, `# Licences of what nmfrepro is made of

Written by the test of this package (go test ./experiments/cli -run Licences -update) from the licence files of the modules that are linked
into the program on %s. nmfrepro itself is under the licence in LICENSE, whose text is the first below.

| module | version | licence |
| --- | --- | --- |
`, strings.Join(systems, ", "))
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	standard := read(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	fmt.Fprintf(&head, "| Go standard library | of the toolchain | %s |\n", kindOf(standard))
	text("nmfrepro", read("../../LICENSE"))
	text("Go standard library", standard)
	var credit []string
	for _, m := range linked(t) {
		files := m.licences(t)
		if len(files) == 0 {
			t.Errorf("%s has no licence file", m.Path)
		}
		var of []string
		for _, f := range files {
			body := read(filepath.Join(m.Dir, filepath.FromSlash(f)))
			kind := kindOf(body)
			if kind == "" && path.Dir(f) == "." {
				t.Errorf("%s: %s is a licence that is not known here: read it", m.Path, f)
			}
			if kind != "" && !slices.Contains(of, kind) && (path.Dir(f) == "." || path.Dir(f) != "THIRD_PARTY_LICENSES") {
				of = append(of, kind)
			}
			text(m.Path+" "+f, body)
		}
		fmt.Fprintf(&head, "| %s | %s | %s |\n", m.Path, m.Version, strings.Join(of, ", "))
		if c := credits[m.Path]; c != "" {
			credit = append(credit, c)
		}
	}
	fmt.Fprintf(&head, "\n%s\n\n## Modules that are not looked after\n\n| module | state | why it is here | what it would take to drop it |\n| --- | --- | --- | --- |\n", strings.Join(credit, "\n"))
	for _, u := range unmaintained {
		fmt.Fprintf(&head, "| %s | %s | %s | %s |\n", u.path, u.state, u.why, u.drop)
	}
	fmt.Fprintf(&head, "\n## Embedded data\n\n%s\n", strings.TrimSpace(strings.TrimPrefix(read("../../datasets/sets/embedded/ATTRIBUTION.md"), "# Attribution")))
	return head.String() + "\n## Texts\n" + texts.String()
}

func TestLicencesUpToDate(t *testing.T) {
	want := generate(t)
	if *update {
		if err := os.WriteFile("THIRD_PARTY.md", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if licenceTexts != want {
		t.Errorf("THIRD_PARTY.md is not up to date: go test ./experiments/cli -run Licences -update")
	}
}

// What the lists name is linked, so that a module that was dropped leaves them; and every linked module has its text.
func TestLicencesListModules(t *testing.T) {
	all := linked(t)
	if len(all) < 20 {
		t.Fatalf("only %d modules", len(all))
	}
	has := func(name string) bool {
		return slices.ContainsFunc(all, func(m module) bool { return m.Path == name })
	}
	for _, u := range unmaintained {
		if !has(u.path) {
			t.Errorf("%s is not linked any more", u.path)
		}
	}
	for name := range credits {
		if !has(name) {
			t.Errorf("%s is not linked any more", name)
		}
	}
	for _, m := range all {
		if !strings.Contains(licenceTexts, "\n### "+m.Path+" ") {
			t.Errorf("no text of %s", m.Path)
		}
	}
	for text, want := range map[string]string{"Apache License\n  Version 2.0": "Apache-2.0", "All rights reserved.": "", "Permission is hereby\n granted, free of charge": "MIT"} {
		if got := kindOf(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
