package cli

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// progressFlag gives a command --progress.
func progressFlag(cmd *cobra.Command, mode *string) {
	choiceFlag(cmd, mode, "progress", "auto", "auto (after two seconds, a bar on a terminal), plain (lines at once) or none",
		[]string{"auto", "plain", "none"})
}

// plainEvery is the least time between two plain progress lines; failures are told at once. Tests that count lines make it 0.
var plainEvery = 5 * time.Second

// progressAfter is how long runs go on before their progress is shown: what ends sooner shows none.
var progressAfter = 2 * time.Second

// progress shows how far a run is: a bar with counts, failures and ETA on a terminal, plain lines elsewhere.
type progress struct {
	out     io.Writer
	total   int64 // before too
	before  int64 // runs that were there when the run began
	start   time.Time
	last    time.Time    // plain line
	done    atomic.Int64 // before too
	failed  atomic.Int64
	recent  atomic.Pointer[string] // run started last
	mutex   sync.Mutex             // of what follows
	late    *time.Timer            // until progress is shown; nil where it is from the start
	shown   bool
	held    []string // lines until then
	bars    bool
	group   *mpb.Progress
	bar     *mpb.Bar
	repeats *run.Repeats
	left    *run.Remaining
	asked   *time.Timer // for estimates; nil where there are none
}

// telling tells of these runs, too, what came out of a method on a data set as soon as all its runs are done.
func (p *progress) telling(runs []*run.Run) *progress {
	p.repeats = run.NewRepeats(runs)
	return p
}

// pricing takes estimates of the runs by their kind, once they turn out to be long.
func (p *progress) pricing(prices func() map[string]float64) *progress {
	if p.out != io.Discard && p.left.Kinds() > 1 {
		p.asked = time.AfterFunc(progressAfter, func() { p.left.Priced(prices()) })
	}
	return p
}

// newProgress announces some runs on out, beside those that were there before: at once where plain lines are asked for, otherwise when they
// turn out to be long.
func newProgress(out io.Writer, mode string, runs []*run.Run, before int) *progress {
	if mode == "none" || len(runs) == 0 {
		out = io.Discard
	}
	p := &progress{out: out, total: int64(len(runs) + before), before: int64(before), start: time.Now()}
	p.last, p.left = p.start, run.NewRemaining(runs, p.start)
	p.done.Store(p.before)
	p.recent.Store(new(string))
	p.bars = mode == "auto" && isTerminal(out) && os.Getenv("TERM") != "dumb"
	if mode == "auto" {
		p.late = time.AfterFunc(progressAfter, p.show)
	} else {
		p.show()
	}
	return p
}

// show begins the display.
func (p *progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.shown {
		return
	}
	p.shown = true
	if p.bars {
		p.group = mpb.New(mpb.WithOutput(p.out), mpb.WithWidth(40))
		p.out = p.group // which keeps lines above the bar
		p.bar = p.group.AddBar(p.total,
			mpb.PrependDecorators(decor.CountersNoUnit("%d/%d runs")),
			mpb.AppendDecorators(
				decor.Any(func(decor.Statistics) string { return p.failures() }),
				decor.OnComplete(decor.Any(func(decor.Statistics) string { return "  " + p.remaining(time.Now()) }), ""),
				decor.Any(func(decor.Statistics) string { return "  " + *p.recent.Load() }),
			))
		p.bar.SetCurrent(p.done.Load())
	} else {
		there := ""
		if p.before > 0 {
			there = fmt.Sprintf(", %d are there from before", p.before)
		}
		fmt.Fprintf(p.out, "%d runs to make%s\n", p.total-p.before, there)
	}
	for _, line := range p.held {
		fmt.Fprintln(p.out, line)
	}
}

// Started implements run.Observer.
func (p *progress) Started(r *run.Run) {
	of := fmt.Sprintf("%s %s %d", r.ID.Dataset, r.ID.Method, r.ID.Replicate)
	p.recent.Store(&of)
	p.left.Started(r, time.Now())
}

// Finished implements run.Observer. A failure is told at once.
func (p *progress) Finished(r *run.Run, rec *store.Record) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done.Add(1)
	p.left.Finished(r, time.Now())
	if rec.Status == result.Failed {
		p.failed.Add(1)
		fmt.Fprintf(p.out, "failed: %s %s on %s, replicate %d: %s\n", r.Within(), r.ID.Method, r.ID.Dataset, r.ID.Replicate, rec.Reason)
	}
	said := p.repeats.Finished(r, rec)
	switch {
	case said != "" && p.shown:
		fmt.Fprintln(p.out, said)
	case said != "":
		p.held = append(p.held, said)
	}
	if p.bar != nil {
		p.bar.Increment()
		return
	}
	if now := time.Now(); p.shown && (now.Sub(p.last) >= plainEvery || p.done.Load() == p.total) {
		p.last = now
		fmt.Fprintf(p.out, "%d/%d runs%s, %s\n", p.done.Load(), p.total, p.failures(), p.remaining(now))
	}
}

func (p *progress) failures() string {
	if n := p.failed.Load(); n > 0 {
		return fmt.Sprintf(", %d failed", n)
	}
	return ""
}

func (p *progress) remaining(now time.Time) string {
	if p.done.Load() == p.total {
		return "done in " + now.Sub(p.start).Round(100*time.Millisecond).String()
	}
	left, known := p.left.At(now)
	if !known {
		return "ETA not known yet"
	}
	return "ETA " + left.Round(time.Second).String()
}

// Close ends the display; a bar that is not full stays where it was.
func (p *progress) Close() {
	for _, timer := range []*time.Timer{p.asked, p.late} {
		if timer != nil {
			timer.Stop()
		}
	}
	p.mutex.Lock()
	p.shown = true // whatever comes
	bar := p.bar
	p.mutex.Unlock()
	if bar == nil {
		return
	}
	if p.done.Load() < p.total {
		p.bar.Abort(false)
	}
	p.group.Wait()
}

// transfer shows how far a download is, as progress does for runs: a bar on a terminal, plain lines elsewhere.
type transfer struct {
	out   io.Writer
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
		out = io.Discard
	}
	return &transfer{out: out, bars: mode == "auto" && isTerminal(out)}
}

// update shows how much has come.
func (t *transfer) update(file string, done, total int64) {
	if file != t.file || done < t.done {
		t.start(file, total)
	}
	t.done, t.total = done, total
	switch {
	case t.bar != nil:
		t.bar.SetCurrent(done)
	case done == total || time.Since(t.last) >= plainEvery:
		t.last = time.Now()
		of := ""
		if total >= 0 {
			of = " of " + bytesText(total)
		}
		fmt.Fprintf(t.out, "%s: %s%s\n", file, bytesText(done), of)
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

// failed tells in short of an address that did not work; another may follow, and the error at the end has the whole of it.
func (t *transfer) failed(file, address string, reason error) {
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
