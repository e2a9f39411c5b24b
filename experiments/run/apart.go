package run

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"nmfrepro/reports"
)

// Apart starts a process that computes the unit of a key and puts its record into the store. It leaves the unit alone if
// another process holds it.
type Apart func(ctx context.Context, key string) *exec.Cmd

// apart has a unit computed in a process of its own: whatever ends that, a signal or memory that runs out, is one failed
// unit. done is false if another process holds the unit.
func (r *Runner) apart(ctx context.Context, j *Unit, tell func(func(Observer))) (done bool, err error) {
	tell(func(o Observer) { o.Started(j) })
	cmd := r.Apart(ctx, j.Key)
	var said bytes.Buffer
	cmd.Stderr = &said
	cmd.WaitDelay = patience
	ended := cmd.Run()
	if ctx.Err() != nil {
		return true, nil
	}
	rec, found := r.Store.Get(j.Unit.Experiment, j.Key)
	switch {
	case ended != nil && !(found && rec.Status != reports.Failed):
		rec = j.blank()
		rec.Status, rec.Reason = reports.Failed, fmt.Sprintf("its process ended: %v%s", ended, firstLine(said.String()))
		rec.Provenance.Finished = time.Now().UTC().Truncate(time.Second)
		if err := r.Store.Put(rec); err != nil {
			return true, err
		}
	case !found:
		return false, nil
	}
	tell(func(o Observer) { o.Finished(j, rec) })
	return true, nil
}

// firstLine is the first line that a process printed, cut to a bounded length.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return ""
	}
	const most = 200
	return ": " + line[:min(len(line), most)]
}
