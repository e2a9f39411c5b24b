package cli

import (
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// transfer shows how far a download is, as progress does for units: a bar on a terminal, plain lines elsewhere.
type transfer struct {
	out   io.Writer // nil shows nothing
	bars  bool
	file  string // the one that is coming
	done  int64
	total int64 // -1 if unknown
	last  time.Time
	group *mpb.Progress
	bar   *mpb.Bar
}

func newTransfer(out io.Writer, mode string) *transfer {
	if mode == "none" {
		return &transfer{}
	}
	return &transfer{out: out, bars: mode == "auto" && IsTerminal(out)}
}

// update is called for each piece that comes.
func (t *transfer) update(file string, done, total int64) {
	if t.out == nil {
		return
	}
	if file != t.file || done < t.done {
		t.start(file, total)
	}
	t.done, t.total = done, total
	switch {
	case t.bar != nil:
		t.bar.SetCurrent(done)
	case done == total || time.Since(t.last) >= PlainEvery:
		t.line()
	}
}

// start begins the display of a file.
func (t *transfer) start(file string, total int64) {
	t.Close()
	t.file, t.last = file, time.Now()
	if !t.bars {
		return
	}
	t.group = mpb.New(mpb.WithOutput(t.out), mpb.WithWidth(40))
	t.bar = t.group.AddBar(max(total, 0),
		mpb.PrependDecorators(decor.Name(file+" "), decor.CountersKiloByte("% .1f / % .1f")),
		mpb.AppendDecorators(decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WC{C: decor.DextraSpace}), "")))
}

func (t *transfer) line() {
	t.last = time.Now()
	of := ""
	if t.total >= 0 {
		of = " of " + bytesText(t.total)
	}
	fmt.Fprintf(t.out, "%s: %s%s\n", t.file, bytesText(t.done), of)
}

// failed tells in short of an address that did not work; another may follow, and the error at the end has the whole of it.
func (t *transfer) failed(file, address string, reason error) {
	if t.out == nil {
		return
	}
	why, _, _ := strings.Cut(reason.Error(), ": ")
	if at, err := url.Parse(address); err == nil {
		address = at.Host
	}
	out := t.out
	if t.group != nil {
		out = t.group // which keeps lines above the bar
	}
	fmt.Fprintf(out, "%s: %s: %s\n", file, address, why)
}

// Close ends the display of the file; a bar that is not full stays where it was.
func (t *transfer) Close() {
	if t.bar == nil {
		return
	}
	if t.total < 0 {
		t.bar.SetTotal(-1, true)
	} else if t.done < t.total {
		t.bar.Abort(false)
	}
	t.group.Wait()
	t.group, t.bar = nil, nil
}

// bytesText writes a number of bytes for people, with decimal units.
func bytesText(n int64) string {
	for _, u := range []struct {
		size int64
		name string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if n >= u.size {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(u.size), u.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
