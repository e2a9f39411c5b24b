package datasets

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite README.md")

// TestReadme checks that README.md is what the registry says.
func TestReadme(t *testing.T) {
	want := readme()
	if *update {
		if err := os.WriteFile("README.md", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("README.md differs from the registry: run make readme")
	}
}

func readme() string {
	var b strings.Builder
	b.WriteString(`# Data sets

<!-- generated from the registry by make readme; edit the cards, datasets/sets/cards/NAME.json, not this page -->

What each set is, how near it comes to what a paper used, and how to have it. ` + "`nmfrepro data list NAME`" + ` shows the whole card:
citation, terms, checksums, options. *Exact* is what the paper describes, *variant* the same source prepared in another way,
*stand-in* other data of the same kind; tables say of every stand-in that it is one, and it never counts as agreement.

## By paper
`)
	for _, p := range PaperScalings {
		fmt.Fprintf(&b, "\n### %s\n\nScaling before factorising: %s.\n\n| set | is | in the paper | shape | to have it |\n| --- | --- | --- | "+
			"--- | --- |\n", p.Paper, p.Scaling)
		for _, e := range Registry {
			for _, u := range e.Papers {
				if u.Paper == p.Paper {
					fmt.Fprintf(&b, "| `%s` | %s%s | %s | %d×%d | %s |\n", e.Name, u.Fidelity, standsFor(e), u.Note, e.Features, e.Samples, access(e))
				}
			}
		}
	}
	b.WriteString("\n## All sets\n\n| set | what | shape | classes | licence | redistribution | preparation | known defects |\n| --- | --- | " +
		"" +
		"" +
		"" +
		"" +
		"" +
		"--- | --- | --- | --- | --- | --- |\n")
	for _, e := range Registry {
		share := "no"
		if e.Share {
			share = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %d×%d | %d | %s | %s | %s | %s |\n",
			e.Name, e.Doc, e.Features, e.Samples, e.Classes, e.Licence, share, e.Prepare, strings.Join(e.Defects, "; "))
	}
	b.WriteString("\n## Files\n\n| set | file below the data folder | bytes | SHA-256 |\n| --- | --- | --- | --- |\n")
	for _, e := range Registry {
		for _, f := range e.Files {
			writeFile(&b, e, f, "")
		}
		for _, f := range e.Alternates {
			writeFile(&b, e, f, " (in place of the others)")
		}
	}
	return b.String()
}

func writeFile(b *strings.Builder, e Entry, f File, note string) {
	size := ""
	if f.Size > 0 {
		size = fmt.Sprint(f.Size)
	}
	fmt.Fprintf(b, "| `%s` | `%s`%s | %s | %s |\n", e.Name, f.Path, note, size, cmp.Or(f.SHA256, "unknown"))
}

func standsFor(e Entry) string {
	if e.StandIn == "" {
		return ""
	}
	return " for " + e.StandIn
}

// access says in a few words how a set is had.
func access(e Entry) string {
	switch {
	case e.Embedded:
		return "embedded"
	case len(e.Files) == 0:
		return "generated"
	case len(e.Downloads) > 0 && e.Accept:
		return "download, after accepting terms"
	case len(e.Downloads) > 0:
		return "download"
	}
	return "by hand, then import"
}
