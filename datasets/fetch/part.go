package fetch

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// readTag returns what identifies the version of the file that the part belongs to, "" if the part is from elsewhere.
func readTag(path, address string) string {
	text, err := os.ReadFile(path + tagSuffix)
	if err != nil {
		return ""
	}
	from, tag, _ := strings.Cut(string(text), "\n")
	if from != address {
		return ""
	}
	return tag
}

// writeTag remembers the version that a server is sending. Without a strong tag or a date there is no safe resuming.
func writeTag(path, address string, response *http.Response) error {
	tag := response.Header.Get("ETag")
	if tag == "" || strings.HasPrefix(tag, "W/") {
		tag = response.Header.Get("Last-Modified")
	}
	if tag == "" || strings.ContainsAny(tag, "\r\n") {
		discard(path)
		return nil
	}
	return os.WriteFile(path+tagSuffix, []byte(address+"\n"+tag), 0o644)
}

func discard(path string) { os.Remove(path + tagSuffix) }

// leastBytes must come within each stall time: a server that sends byte after byte would hold us for years.
const leastBytes = 1 << 12

// watchdog cancels a download when too little comes for too long.
type watchdog struct {
	timer *time.Timer
	stall time.Duration
	came  int // since the timer was set
}

func newWatchdog(stall time.Duration, cancel context.CancelCauseFunc) *watchdog {
	if stall == 0 {
		stall = stallDefault
	}
	bark := func() { cancel(fmt.Errorf("fewer than %d bytes came in %v", leastBytes, stall)) }
	return &watchdog{timer: time.AfterFunc(stall, bark), stall: stall}
}

// pat tells of n bytes that came.
func (w *watchdog) pat(n int) {
	if w.came += n; w.came >= leastBytes {
		w.came = 0
		w.timer.Reset(w.stall)
	}
}

func (w *watchdog) stop() { w.timer.Stop() }
