package datasets

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// This file downloads files that are too large or too slow to download twice: it resumes what was cut, tries other
// addresses, and gives the file its name only when it is whole and right.

// Options bound a download. The zero value accepts nothing: Limit must be set.
type Options struct {
	Client   *http.Client                  // nil is one that honours HTTP_PROXY and HTTPS_PROXY
	Limit    int64                         // most bytes of the file
	Stall    time.Duration                 // longest wait for each few kilobytes; 0 is a minute
	Retries  int                           // more attempts at an address after a cut connection; each resumes
	Pause    time.Duration                 // before another attempt, doubled each time; 0 is a second
	Check    func(path string) error       // whether the whole file is right; nil accepts all
	Secure   bool                          // no redirect from https to http: for a file that nobody could tell from another
	Progress func(done, total int64)       // total is -1 if unknown; called often
	Failed   func(address string, e error) // told of each attempt that failed and will be followed by another
}

const (
	stallDefault = time.Minute
	pauseDefault = time.Second
	partSuffix   = ".part"
	tagSuffix    = ".part.tag" // which version of the file the part belongs to
)

// finalError is what another attempt at the same address would not mend.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

func isFinal(err error) bool {
	_, final := errors.AsType[finalError](err)
	return final
}

// errCut marks a body that ended early.
var errCut = errors.New("the connection was cut")

// errTooMuch marks a body without an end in sight.
var errTooMuch = errors.New("too long")

// Get downloads the first of the addresses that works to path. What an interrupted call left beside it, with the ending
// .part, is taken up again if the server still has the same file. path itself is never replaced while the new file is not
// whole, checked and on the disk.
func Fetch(ctx context.Context, addresses []string, path string, opts Options) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	var all []error
	for _, a := range addresses {
		err := attempts(ctx, a, path, opts)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("fetch: %s: %w; what came is kept, the next call goes on from there", a, ctx.Err())
		}
		all = append(all, fmt.Errorf("%s: %w", a, err))
		if opts.Failed != nil {
			opts.Failed(a, err)
		}
	}
	if len(all) == 0 {
		return errors.New("fetch: no address")
	}
	return fmt.Errorf("fetch: %w", errors.Join(all...))
}

// attempts tries one address until it works, or is hopeless.
func attempts(ctx context.Context, address, path string, opts Options) error {
	pause := cmp.Or(opts.Pause, pauseDefault)
	for k := 0; ; k++ {
		err := once(ctx, address, path, opts)
		if err == nil || isFinal(err) || ctx.Err() != nil || k >= opts.Retries {
			return err
		}
		if opts.Failed != nil {
			opts.Failed(address, err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		pause *= 2
	}
}

// once makes one request, appends its body to the part, and finishes the file if it is whole.
func once(ctx context.Context, address, path string, opts Options) error {
	part, err := openPart(path + partSuffix)
	if err != nil {
		return finalError{err}
	}
	defer part.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stall := cmp.Or(opts.Stall, stallDefault)
	bark := func() { cancel(fmt.Errorf("fewer than %d bytes came in %v", leastBytes, stall)) }
	watch := &watchdog{timer: time.AfterFunc(stall, bark), stall: stall}
	defer watch.timer.Stop()
	response, err := request(ctx, address, path, part, opts)
	if err != nil {
		return causeOf(ctx, err)
	}
	defer response.Body.Close()
	start, total, err := folderOf(response, address, path, part)
	if err != nil {
		return err
	}
	if total > opts.Limit {
		return finalError{fmt.Errorf("the file has %d bytes, at most %d are accepted", total, opts.Limit)}
	}
	done, err := copyBody(part, response.Body, start, total, opts, watch)
	if errors.Is(err, errTooMuch) { // what came is of no use to another attempt
		discard(path)
		return errors.Join(err, part.Truncate(0))
	}
	if err != nil {
		return causeOf(ctx, err)
	}
	if total >= 0 && done < total {
		return fmt.Errorf("%w after %d of %d bytes", errCut, done, total)
	}
	return finish(part, path, opts)
}

// request asks for the rest of the file after what the part holds.
func request(ctx context.Context, address, path string, part *os.File, opts Options) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, finalError{err}
	}
	r.Header.Set("Accept-Encoding", "identity") // a range of compressed bytes is of no use
	r.Header.Set("User-Agent", "nmfrepro")
	info, err := part.Stat()
	if err != nil {
		return nil, finalError{err}
	}
	if tag := readTag(path, address); tag != "" && info.Size() > 0 {
		r.Header.Set("Range", "bytes="+strconv.FormatInt(info.Size(), 10)+"-")
		r.Header.Set("If-Range", tag)
	}
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}
	if opts.Client != nil {
		client = *opts.Client
	}
	if client.CheckRedirect == nil {
		client.CheckRedirect = fewRedirects
		if opts.Secure {
			client.CheckRedirect = staySecure
		}
	}
	response, err := client.Do(r)
	if with, ok := errors.AsType[*url.Error](err); ok {
		err = with.Err // the address is named elsewhere
	}
	if lookup, ok := errors.AsType[*net.DNSError](err); ok && lookup.IsNotFound {
		err = finalError{fmt.Errorf("no host of that name, or no network: %w", err)}
	}
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	if err != nil && (untrusted || hopeless.MatchString(err.Error())) {
		err = finalError{err}
	}
	return response, err
}

// hopeless matches what net/http says of an address that never answers otherwise, in errors that have no type.
var hopeless = regexp.MustCompile(`unsupported protocol scheme|missing Location header|failed to parse Location header|server gave HTTP response to HTTPS client`)

// fewRedirects follows redirects as http.Client does.
func fewRedirects(_ *http.Request, before []*http.Request) error {
	const most = 10
	if len(before) >= most {
		return finalError{fmt.Errorf("stopped after %d redirects, which may go round in a circle", most)}
	}
	return nil
}

// staySecure follows redirects as http.Client does, but none from https to http.
func staySecure(next *http.Request, before []*http.Request) error {
	if err := fewRedirects(next, before); err != nil {
		return err
	}
	if before[len(before)-1].URL.Scheme == "https" && next.URL.Scheme != "https" {
		return finalError{fmt.Errorf("the server sends on to %s, where anybody could change the file, and its checksum is not known",
			next.URL.Redacted())}
	}
	return nil
}

// place decides from the answer where its body goes: after the part, or in place of it.
func folderOf(response *http.Response, address, path string, part *os.File) (start, total int64, err error) {
	switch response.StatusCode {
	case http.StatusOK:
		if err := part.Truncate(0); err != nil {
			return 0, 0, finalError{err}
		}
		if err := writeTag(path, address, response); err != nil {
			return 0, 0, finalError{err}
		}
		return 0, response.ContentLength, nil
	case http.StatusPartialContent:
		start, total, err = contentRange(response.Header.Get("Content-Range"))
		info, statErr := part.Stat()
		if err = errors.Join(err, statErr); err == nil && start != info.Size() {
			err = fmt.Errorf("the server sends from byte %d, asked from %d", start, info.Size())
		}
		if err != nil {
			discard(path)
			return 0, 0, errors.Join(err, part.Truncate(0))
		}
		return start, total, nil
	case http.StatusRequestedRangeNotSatisfiable:
		if response.Request.Header.Get("Range") == "" { // nothing of ours is in its way
			break
		}
		discard(path)
		return 0, 0, errors.Join(errors.New("the server has less than we have; starting anew"), part.Truncate(0))
	}
	err = fmt.Errorf("the server says %s", response.Status)
	if response.StatusCode < 500 && response.StatusCode != http.StatusTooManyRequests && response.StatusCode != http.StatusRequestTimeout {
		err = finalError{err}
	}
	return 0, 0, err
}

// contentRange reads "bytes 100-999/1000".
func contentRange(h string) (start, total int64, err error) {
	span, size, ok := strings.Cut(strings.TrimPrefix(h, "bytes "), "/")
	from, to, ok2 := strings.Cut(span, "-")
	if !ok || !ok2 {
		return 0, 0, fmt.Errorf("the answer is for the range %q", h)
	}
	start, err = strconv.ParseInt(from, 10, 64)
	if err == nil {
		_, err = strconv.ParseInt(to, 10, 64)
	}
	total = -1
	if err == nil && size != "*" {
		total, err = strconv.ParseInt(size, 10, 64)
	}
	if err != nil {
		err = fmt.Errorf("the answer is for the range %q", h)
	}
	return start, total, err
}

// copyBody appends the body to the part from start on, within the limit.
func copyBody(part *os.File, body io.Reader, start, total int64, opts Options, watch *watchdog) (done int64, err error) {
	done = start
	buf := make([]byte, 1<<16)
	for {
		n, err := body.Read(buf)
		watch.pat(n)
		if done+int64(n) > opts.Limit {
			return done, finalError{fmt.Errorf("%w: more than %d bytes came, which is all that is accepted", errTooMuch, opts.Limit)}
		}
		if n > 0 {
			if _, err := part.WriteAt(buf[:n], done); err != nil {
				return done, finalError{err}
			}
			done += int64(n)
			if opts.Progress != nil {
				opts.Progress(done, total)
			}
		}
		if errors.Is(err, io.EOF) {
			return done, nil
		}
		if err != nil {
			return done, fmt.Errorf("%w after %d bytes (%w)", errCut, done, err)
		}
	}
}

// finish puts the part on the disk, checks it and gives it its name.
func finish(part *os.File, path string, opts Options) error {
	if err := part.Sync(); err != nil {
		return finalError{err}
	}
	if opts.Check != nil {
		if err := opts.Check(path + partSuffix); err != nil {
			discard(path)
			return finalError{errors.Join(err, part.Truncate(0))} // the next address starts anew
		}
	}
	if err := os.Rename(path+partSuffix, path); err != nil {
		return finalError{err}
	}
	discard(path)
	if d, err := os.Open(filepath.Dir(path)); err == nil { // puts the new name on the disk; not every system can
		_ = d.Sync()
		d.Close()
	}
	return nil
}

func causeOf(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && !isFinal(err) {
		return cause
	}
	return err
}

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

// pat tells of n bytes that came.
func (w *watchdog) pat(n int) {
	if w.came += n; w.came >= leastBytes {
		w.came = 0
		w.timer.Reset(w.stall)
	}
}
