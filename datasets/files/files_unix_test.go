//go:build unix

package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

// What may make its reader wait is refused at once, by path and through a folder, also through links.
func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	if err := errors.Join(os.WriteFile(at("file"), []byte("1,2\n"), 0o600), syscall.Mkfifo(at("pipe"), 0o600), os.Mkdir(at("inside"), 0o700),
		os.Symlink("file", at("link")), os.Symlink("pipe", at("linked-pipe")), os.Symlink("loop", at("loop")),
		os.Symlink("/dev/zero", at("device"))); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("s"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for name, want := range map[string]string{
		"file": "", "link": "", "pipe": "a pipe", "linked-pipe": "a pipe", "device": "a device", "s": "a socket", "loop": "too many",
		"none": "no such file",
	} {
		for _, open := range []func() (io.ReadCloser, error){
			func() (io.ReadCloser, error) { return Open(at(name)) },
			func() (io.ReadCloser, error) { return Dir(folder).Open(name) },
		} {
			f, err := open()
			if want != "" {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %q", name, err, want)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if text, err := io.ReadAll(f); string(text) != "1,2\n" || err != nil {
				t.Errorf("%s: %q, %v", name, text, err)
			}
			f.Close()
		}
	}
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := fs.ReadFile(Dir(folder), "../x"); err == nil {
		t.Error("a path out of the folder was opened")
	}
}

// Dir is a file system as the standard library wants one.
func TestDir(t *testing.T) {
	folder := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(folder, "a", "b"), 0o700),
		os.WriteFile(filepath.Join(folder, "a", "b", "c"), []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(Dir(folder), "a/b/c"); err != nil {
		t.Error(err)
	}
}

func TestUntil(t *testing.T) {
	if got, err := Until(context.Background(), func() (int, error) { return 3, nil }); got != 3 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Until(ctx, func() (int, error) { select {} }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
