package workflow

import (
	"bytes"
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// noData is a folder without any data set.
var noData string

// TestMain collects garbage seldom, and makes the folder that several tests share.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	dir, err := os.MkdirTemp("", "nmfrepro-no-data")
	if err != nil {
		panic(err)
	}
	noData = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// judgedPaper is a paper as its committed records have it, judged under every reading.
type judgedPaper struct {
	of       *reported.Paper
	archive  *store.Archive
	document []byte // RESULTS.md
	result   result.Paper
	err      error
}

var (
	embedded = sync.OnceValues(func() (*spec.Library, error) { return spec.Embedded() })
	judging  = map[string]func() judgedPaper{} // by paper
	judgeOne sync.Mutex
)

// judgedPapers are all papers of the program. To judge one under every reading costs seconds, so that the tests share it.
func judgedPapers(t *testing.T) (all []judgedPaper) {
	t.Helper()
	lib, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lib.Papers {
		judgeOne.Lock()
		once := judging[p.Key]
		if once == nil {
			once = sync.OnceValue(func() judgedPaper { return judgePaper(lib, p) })
			judging[p.Key] = once
		}
		judgeOne.Unlock()
		paper := once()
		if paper.err != nil {
			t.Fatalf("%s: %v", p.Key, paper.err)
		}
		all = append(all, paper)
	}
	return all
}

func judgePaper(lib *spec.Library, p *reported.Paper) (j judgedPaper) {
	j.of = p
	if j.archive, j.err = store.Committed(p.Key); j.err != nil {
		return j
	}
	var text bytes.Buffer
	j.result, j.err = Document(&text, lib, p, j.archive, noData)
	j.document = text.Bytes()
	return j
}
