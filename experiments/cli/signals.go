package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"nmfrepro/experiments/pass"
)

// asked are the signals that ask a command to end: Ctrl-C, kill, and a terminal that went away.
var asked = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// untilSignal returns a context that ends with the first signal, of which it tells. A second one ends the process at once,
// whatever it is doing, as not all work can look at the context: a read from a network drive that hangs, one long step of
// a solver. What is on the disk by then is whole in any case.
func untilSignal(stderr io.Writer) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	came := make(chan os.Signal, 1)
	for _, s := range asked {
		if s != syscall.SIGHUP || !signal.Ignored(s) { // nohup: the command outlives its terminal
			signal.Notify(came, s)
		}
	}
	ended := make(chan struct{})
	go func() {
		select {
		case s := <-came:
			cancel()
			go func() { // before the message, which may wait for its reader
				<-came
				os.Exit(int(pass.Interrupted))
			}()
			fmt.Fprintf(stderr, "nmfrepro: %v: saving what is done; once more ends at once\n", s)
		case <-ended:
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		close(ended)
		cancel()
	}
}
