package errata

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// skeleton is the folder that a paper of one's own begins as.
//
//go:embed newpaper/*.yaml
var skeleton embed.FS

// WriteSkeleton writes a paper that runs at once into a folder, and returns its files.
func WriteSkeleton(folder, name string) (written []string, err error) {
	files, err := fs.Glob(skeleton, "newpaper/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		data, err := skeleton.ReadFile(file)
		if err != nil {
			return nil, err
		}
		to := filepath.Join(folder, filepath.Base(file))
		if err := os.WriteFile(to, []byte(strings.ReplaceAll(string(data), "NAME", name)), 0o666); err != nil {
			return nil, err
		}
		if err := spec.ValidateFile(to, nil); err != nil {
			return nil, err
		}
		written = append(written, to)
	}
	return written, nil
}

// PaperOf writes a paper whose tables are those of a file: paper.yaml with their numbers, and for each an experiment with stubs where the
// table does not say how its numbers are made. It returns how many stubs there are.
func PaperOf(folder, name, source string, tables []transcript.Table) (files []string, stubs int, err error) {
	columns := list.AppendUnique(nil, list.FlatMap(tables, func(t transcript.Table) []string { return t.Panels[0].Columns })...)
	texts := map[string]string{"paper.yaml": fmt.Sprintf(`# What the paper %s reports, read from %s: look it over. nmfrepro check specs --schema paper lists the keys.
title: The title of the paper
cite: Authors, venue, year, pages
short: %q # STUB: the method that the paper proposes; the last column was taken

%s`, name, source, columns[len(columns)-1], transcript.YAML(tables, "table1"))}
	order := []string{"paper.yaml"}
	stubs = 1 // short
	for i, t := range tables {
		key := "table1"
		if len(tables) > 1 {
			key = fmt.Sprintf("table1-%d", i+1)
		}
		text, n := experimentOf(t)
		order, stubs = append(order, key+".yaml"), stubs+n
		texts[key+".yaml"] = fmt.Sprintf("# The experiment behind table %d of %s. Lines that say STUB are to be filled in.\n%s", i+1, source,
			text)
	}
	for _, file := range order {
		to := filepath.Join(folder, file)
		if err := os.WriteFile(to, []byte(texts[file]), 0o666); err != nil {
			return nil, 0, err
		}
		files = append(files, to)
	}
	for _, file := range files {
		if err := spec.ValidateFile(file, nil); err != nil {
			return files, stubs, err
		}
	}
	return files, stubs, nil
}

// StubsIn lists the lines of a file that new paper left to be filled in.
func StubsIn(file string) (left []string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(data), "\n") {
		if _, what, found := strings.Cut(line, "# STUB: "); found {
			left = append(left, fmt.Sprintf("%s:%d: stub: %s", file, i+1, strings.TrimSpace(what)))
		}
	}
	return left, nil
}

// StubsBelow lists the stubs in the folders of the user's papers in one text; "" if there are none.
func StubsBelow(folder string) (string, error) {
	if folder == "" {
		return "", nil
	}
	all, err := filepath.Glob(filepath.Join(folder, "*", "*.yaml"))
	if err != nil {
		return "", err
	}
	var left []string
	for _, file := range all {
		more, err := StubsIn(file)
		if err != nil {
			return "", err
		}
		left = append(left, more...)
	}
	return StubText(left), nil
}

// StubText tells how many stubs are left, and where.
func StubText(left []string) string {
	if len(left) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s to fill in:\n%s", result.Count(len(left), "stub"), strings.Join(left, "\n"))
}
