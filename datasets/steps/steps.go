// Package steps counts the progress of work other than runs: iterations of one fit, tables that are judged, pages, files that are
// checked. The worker counts; its caller may show the count.
package steps

import (
	"context"
	"sync/atomic"
	"time"
)

// Count is the number of steps of some work that are done. A nil Count counts nothing.
type Count struct {
	What  string // the steps, in the plural
	Total int    // at most; 0 where it is not known
	done  atomic.Int64
	end   func()
}

// Shower shows a count until the function that it returns is called.
type Shower func(*Count) (end func())

type key struct{}

// With returns a context that shows the progress of its work.
func With(ctx context.Context, show Shower) context.Context {
	return context.WithValue(ctx, key{}, show)
}

// Begin begins to count some work. The context shows the count until End, if it can.
func Begin(ctx context.Context, what string, total int) *Count {
	show, _ := ctx.Value(key{}).(Shower)
	if show == nil {
		return nil
	}
	c := &Count{What: what, Total: total}
	c.end = show(c)
	return c
}

// Step counts one more step.
func (c *Count) Step() {
	if c != nil {
		c.done.Add(1)
	}
}

// Reach says how many steps are done.
func (c *Count) Reach(done int) {
	if c != nil {
		c.done.Store(int64(done))
	}
}

// Done returns how many steps are done.
func (c *Count) Done() int { return int(c.done.Load()) }

// Left returns how long the steps that are not done take if they go on as those that are, of which there is one at least.
func (c *Count) Left(elapsed time.Duration) time.Duration {
	done := c.Done()
	return time.Duration(float64(elapsed) / float64(done) * float64(max(0, c.Total-done)))
}

// End ends the display.
func (c *Count) End() {
	if c != nil {
		c.end()
	}
}
