package datasets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// content is the file that the test server has.
func content() []byte {
	var b bytes.Buffer
	for i := range 40_000 {
		fmt.Fprintf(&b, "%d,", i)
	}
	return b.Bytes()
}

func isContent(path string) error {
	got, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(got, content()) {
		err = errors.New("another file")
	}
	return err
}

// serve starts a server on the loopback.
func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// whole serves the file with ranges, as a sound server does.
func whole(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", `"v1"`)
	http.ServeContent(w, r, "f", time.Unix(1e9, 0), bytes.NewReader(content()))
}

func options() Options {
	return Options{Limit: 1 << 20, Check: isContent, Pause: time.Millisecond, Retries: 3, Stall: 5 * time.Minute}
}

// get downloads to a new folder and returns the path.
func get(t *testing.T, opts Options, addresses ...string) (path string, err error) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "sub", "f.bin")
	err = Fetch(context.Background(), addresses, path, opts)
	if _, stat := os.Stat(path); (stat == nil) != (err == nil) {
		t.Errorf("error %v, but the file: %v", err, stat)
	}
	return path, err
}

func TestFetch(t *testing.T) {
	opts := options()
	last := int64(0)
	opts.Progress = func(done, total int64) {
		if done <= last || total != int64(len(content())) {
			t.Errorf("progress %d after %d of %d", done, last, total)
		}
		last = done
	}
	path, err := get(t, opts, serve(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	if err := isContent(path); err != nil || last != int64(len(content())) {
		t.Errorf("%v, progress ends at %d", err, last)
	}
	left, _ := filepath.Glob(path + ".*")
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// cutAfter serves at most n bytes a request and then drops the connection.
func cutAfter(n int, requests *[]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		*requests = append(*requests, r.Header.Get("Range"))
		whole(&cutter{ResponseWriter: w, left: n}, r)
	}
}

type cutter struct {
	http.ResponseWriter
	left int
}

func (c *cutter) Write(p []byte) (int, error) {
	if len(p) > c.left {
		c.ResponseWriter.Write(p[:c.left])
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	c.left -= len(p)
	return c.ResponseWriter.Write(p)
}

func TestResumeAfterCut(t *testing.T) {
	var requests []string
	size := len(content())
	path, err := get(t, options(), serve(t, cutAfter(size/3+1, &requests)))
	if err != nil {
		t.Fatal(err)
	}
	if err := isContent(path); err != nil {
		t.Error(err)
	}
	want := []string{"", fmt.Sprintf("bytes=%d-", size/3+1), fmt.Sprintf("bytes=%d-", 2*(size/3+1))}
	if strings.Join(requests, " ") != strings.Join(want, " ") {
		t.Errorf("asked for %q, want %q", requests, want)
	}
}

// TestCutWithoutTag cuts bodies of servers that do not say which version they send: each attempt starts anew.
func TestCutWithoutTag(t *testing.T) {
	for name, length := range map[string]bool{"with its length": true, "in pieces": false} {
		var requests []string
		path, err := get(t, options(), serve(t, func(w http.ResponseWriter, r *http.Request) {
			requests = append(requests, r.Header.Get("Range"))
			if length {
				w.Header().Set("Content-Length", strconv.Itoa(len(content())))
			}
			if len(requests) > 2 {
				w.Write(content())
				return
			}
			w.Write(content()[:1000])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := isContent(path); err != nil || strings.Join(requests, "") != "" || len(requests) != 3 {
			t.Errorf("%s: %v, asked for %q", name, err, requests)
		}
	}
}

// TestRedirect follows to another place, and resumes there.
func TestRedirect(t *testing.T) {
	var requests []string
	other := serve(t, cutAfter(len(content())/2, &requests))
	path, err := get(t, options(), serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other, http.StatusFound) }))
	if err != nil {
		t.Fatal(err)
	}
	if err := isContent(path); err != nil || len(requests) != 2 || requests[1] == "" {
		t.Errorf("%v, asked for %q", err, requests)
	}
}

// TestResumeLater breaks off for good, and takes the part up in another call.
func TestResumeLater(t *testing.T) {
	var first, second []string
	opts := options()
	opts.Retries = 0
	path := filepath.Join(t.TempDir(), "f")
	cut := true
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if cut {
			cutAfter(1000, &first)(w, r)
			return
		}
		second = append(second, r.Header.Get("Range"))
		whole(w, r)
	})
	if err := Fetch(context.Background(), []string{address}, path, opts); !errors.Is(err, errCut) {
		t.Fatalf("got %v", err)
	}
	cut = false
	if err := Fetch(context.Background(), []string{address}, path, opts); err != nil {
		t.Fatal(err)
	}
	if err := isContent(path); err != nil || len(second) != 1 || second[0] != "bytes=1000-" {
		t.Errorf("%v, asked for %q", err, second)
	}
}

// TestChangedFile resumes a part whose file has changed on the server, which then sends the whole new one.
func TestChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	address := serve(t, whole)
	if err := os.WriteFile(path+partSuffix, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+tagSuffix, []byte(address+"\n\"v0\""), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Fetch(context.Background(), []string{address}, path, options()); err != nil {
		t.Fatal(err)
	}
	if err := isContent(path); err != nil {
		t.Error(err)
	}
}

func TestAlternates(t *testing.T) {
	wrong := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>please log in</html>")) })
	forbidden := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	var failed []string
	opts := options()
	opts.Failed = func(a string, _ error) { failed = append(failed, a) }
	path, err := get(t, opts, forbidden, wrong, serve(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	if err := isContent(path); err != nil || strings.Join(failed, " ") != forbidden+" "+wrong {
		t.Errorf("%v, told of %v", err, failed)
	}
}

func TestRefusals(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}
	var served atomic.Int64
	lengthy := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "99999999999")
		n, _ := w.Write(make([]byte, 1000))
		served.Add(int64(n))
	}
	slow := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v1"`)
		w.Write(content()[:10])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	trickle := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			w.Write([]byte{'0'})
			w.(http.Flusher).Flush()
			time.Sleep(time.Millisecond)
		}
	}
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"trickle", trickle, "fewer than 4096 bytes came in 50ms"},
		{"in circles", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) },
			"stopped after 10 redirects"},
		{"404", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, "the server says 404"},
		{"403", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) }, "the server says 403"},
		{"500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, "the server says 500"},
		{"error page", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>sorry</html>")) }, "another file"},
		{"wrong sum", func(w http.ResponseWriter, _ *http.Request) { w.Write(content()[1:]) }, "another file"},
		{"empty", func(w http.ResponseWriter, _ *http.Request) {}, "another file"},
		{"endless", endless, "more than 1048576 bytes came"},
		{"too long", lengthy, "the file has 99999999999 bytes"},
		{"slow", slow, "fewer than 4096 bytes came in 50ms"},
		{"wrong range", func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") == "" {
				cutAfter(100, new([]string))(w, r)
				return
			}
			w.Header().Set("Content-Range", "bytes 7-9/10")
			w.WriteHeader(http.StatusPartialContent)
		}, "the connection was cut"},
	} {
		opts := options()
		opts.Retries = 2
		if strings.HasPrefix(tt.want, "fewer than") { // the others must not fail for a slow machine
			opts.Stall = 50 * time.Millisecond
		}
		if _, err := get(t, opts, serve(t, tt.handler)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	if served.Load() > 3*4096 {
		t.Errorf("%d bytes of the long file were taken", served.Load())
	}
	if _, err := get(t, options()); err == nil {
		t.Error("no address, no error")
	}
	if _, err := get(t, options(), "http://127.0.0.1:1/f"); err == nil {
		t.Error("nobody there, no error")
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v1"`)
		w.Write(content()[:100])
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	path := filepath.Join(t.TempDir(), "f")
	if err := Fetch(ctx, []string{address, address}, path, options()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a broken file has its name")
	}
}

func TestOldFileStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	wrong := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("new and wrong")) })
	if err := Fetch(context.Background(), []string{wrong}, path, options()); err == nil {
		t.Error("no error")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" {
		t.Errorf("the old file is %q, %v", got, err)
	}
}

// What stands in the place of a half download and is no file of ours is not written through.
func TestPlantedLinks(t *testing.T) {
	for _, planted := range []string{partSuffix, tagSuffix} {
		dir := t.TempDir()
		path, victim := filepath.Join(dir, "f"), filepath.Join(dir, "victim")
		if err := os.WriteFile(victim, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(victim, path+planted); err != nil {
			t.Fatal(err)
		}
		if err := Fetch(context.Background(), []string{serve(t, whole)}, path, options()); err != nil {
			t.Errorf("%s: %v", planted, err)
		}
		if got, err := os.ReadFile(victim); err != nil || string(got) != "mine" {
			t.Errorf("%s: the file behind the link holds %d bytes, %v", planted, len(got), err)
		}
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s: %v, %v, want a file", planted, info, err)
		}
	}
}

// A body without an end leaves nothing behind; one that was cut does.
func TestEndlessLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	endless := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(content()); err != nil {
				return
			}
		}
	})
	if err := Fetch(context.Background(), []string{endless}, path, options()); err == nil ||
		!strings.Contains(err.Error(), "more than 1048576 bytes came") {
		t.Fatalf("got %v", err)
	}
	if info, err := os.Stat(path + partSuffix); err != nil || info.Size() != 0 {
		t.Errorf("%v, %v, want an empty part", info, err)
	}
}

// A file without a known sum is not taken from where anybody could change it on its way.
// What another attempt would not mend is asked for once.
func TestHopelessIsAskedOnce(t *testing.T) {
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		says  string
		asked int32
	}{
		"401": {status(401), "401", 1}, "403": {status(403), "403", 1}, "404": {status(404), "404", 1}, "410": {status(410), "410", 1},
		"416": {status(416), "416", 1}, "451": {status(451), "451", 1}, "redirect to nowhere": {status(302), "302", 1},
		"in circles": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) }, "stopped after 10 redirects", 10},
		"to no web": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "gopher://x/")
			w.WriteHeader(302)
		}, "unsupported protocol", 1},
		"429": {status(429), "429", 4}, "503": {status(503), "503", 4},
	} {
		var asked atomic.Int32
		_, err := get(t, options(), serve(t, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			c.serve(w, r)
		}))
		if err == nil || !strings.Contains(err.Error(), c.says) || asked.Load() != c.asked {
			t.Errorf("%s: asked %d times, want %d: %v", name, asked.Load(), c.asked, err)
		}
	}
}

func TestSecureRedirect(t *testing.T) {
	open := serve(t, whole)
	sealed := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		http.Redirect(w, r, open, http.StatusFound)
	}))
	defer sealed.Close()
	for secure, want := range map[bool]string{true: "its checksum is not known", false: ""} {
		opts := options()
		opts.Client, opts.Secure = sealed.Client(), secure
		_, err := get(t, opts, sealed.URL)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("secure %v: %v, want %q", secure, err, want)
		}
	}
	opts := options()
	opts.Secure = true
	circles := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) })
	if _, err := get(t, opts, circles); err == nil || !strings.Contains(err.Error(), "stopped after 10 redirects") {
		t.Errorf("in circles: %v", err)
	}
}
