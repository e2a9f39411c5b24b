package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"nmfrepro/datasets/steps"
)

// stepsAfter is how long work goes on before its progress is shown; stepsEvery is how often it is shown anew.
const (
	stepsAfter = 2 * time.Second
	stepsEvery = 200 * time.Millisecond
)

// stepsShower shows on a terminal how far work is that is no run, in one line that goes when the work ends; nothing elsewhere.
func stepsShower(out io.Writer) steps.Shower {
	if !isTerminal(out) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return showSteps(out, stepsAfter, stepsEvery)
}

func showSteps(out io.Writer, after, every time.Duration) steps.Shower {
	return func(c *steps.Count) func() {
		began, stop, over := time.Now(), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(over)
			select {
			case <-stop:
				return
			case <-time.After(after):
			}
			ticks := time.NewTicker(every)
			defer ticks.Stop()
			for {
				fmt.Fprintf(out, "\r\x1b[K%s", stepsText(c, time.Since(began)))
				select {
				case <-stop:
					fmt.Fprint(out, "\r\x1b[K")
					return
				case <-ticks.C:
				}
			}
		}()
		return sync.OnceFunc(func() {
			close(stop)
			<-over
		})
	}
}

// stepsText says how far a count is, and how long the rest takes if it goes on as before.
func stepsText(c *steps.Count, elapsed time.Duration) string {
	done, text := c.Done(), c.What
	switch {
	case c.Total > 1:
		text = fmt.Sprintf("%d/%d %s", done, c.Total, c.What)
	case done > 0:
		text = fmt.Sprintf("%d %s", done, c.What)
	}
	if c.Total <= 1 || done <= 0 {
		return fmt.Sprintf("%s, %v so far", text, elapsed.Round(time.Second))
	}
	return fmt.Sprintf("%s, ETA %v", text, c.Left(elapsed).Round(time.Second))
}
