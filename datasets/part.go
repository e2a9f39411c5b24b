package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// openPart opens what was left of a download, or a new file. A link that stands there is removed: it was not left by us, and
// what comes would overwrite what it points to.
func openPart(path string) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("%s is no ordinary file: %w", path, err)
		}
	}
	part, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	named, errName := os.Lstat(path)
	opened, errPart := part.Stat()
	if err := errors.Join(errName, errPart); err != nil || !os.SameFile(named, opened) {
		part.Close()
		return nil, errors.Join(fmt.Errorf("%s changed while it was opened", path), err)
	}
	return part, nil
}

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
	discard(path)
	if tag == "" || strings.ContainsAny(tag, "\r\n") {
		return nil
	}
	file, err := os.OpenFile(path+tagSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(address + "\n" + tag)
	return errors.Join(err, file.Close())
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
	stall = cmp.Or(stall, stallDefault)
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
