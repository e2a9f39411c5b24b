package video

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fakeFFmpeg puts a program named ffmpeg first in the path: it writes 5 frames of 2×1 pixels, or does what body says.
func fakeFFmpeg(t *testing.T, body string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestGrey(t *testing.T) {
	fakeFFmpeg(t, "printf aabbccddee\n")
	got, err := Grey(context.Background(), "x.mp4", Clip{First: 1, Count: 3, Width: 2, Height: 1})
	if err != nil || string(got) != "bbccdd" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := Grey(context.Background(), "x.mp4", Clip{First: 3, Count: 3, Width: 2, Height: 1}); err == nil || !strings.Contains(err.Error(), "the film has 5 frames, want 3 to 5") {
		t.Errorf("got %v", err)
	}
	if _, err := Grey(context.Background(), "x.mp4", Clip{Count: 0, Width: 2, Height: 1}); err == nil {
		t.Error("an empty clip was read")
	}
}

func TestOldFFmpeg(t *testing.T) {
	fakeFFmpeg(t, `case "$*" in *fps_mode*) echo "Unrecognized option 'fps_mode'." >&2; exit 1;; *) printf aabb;; esac`)
	if got, err := Grey(context.Background(), "x.mp4", Clip{Count: 2, Width: 2, Height: 1}); err != nil || string(got) != "aabb" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	fakeFFmpeg(t, "echo 'x.mp4: Invalid data found' >&2; exit 1\n")
	if _, err := Grey(context.Background(), "x.mp4", Clip{Count: 1, Width: 2, Height: 1}); err == nil || !strings.Contains(err.Error(), "Invalid data found") {
		t.Errorf("got %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Grey(context.Background(), "x.mp4", Clip{Count: 1, Width: 2, Height: 1}); !errors.Is(err, ErrNoFFmpeg) {
		t.Errorf("got %v", err)
	}
}

// TestRealFFmpeg reads a film that ffmpeg makes itself; without ffmpeg there is only its absence to be tested, above.
func TestRealFFmpeg(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		if _, err := Grey(context.Background(), "x.mp4", Clip{Count: 1, Width: 2, Height: 1}); !errors.Is(err, ErrNoFFmpeg) {
			t.Errorf("got %v", err)
		}
		return
	}
	path := filepath.Join(t.TempDir(), "grey.avi")
	// Frame n has the grey level 10·n everywhere.
	make := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=64x48:r=25:d=0.4,format=gray,geq=lum='10*N'", "-c:v", "rawvideo", "-pix_fmt", "gray", path)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := Grey(context.Background(), path, Clip{First: 2, Count: 4, Width: 8, Height: 6})
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for n := 2; n < 6; n++ {
		want = append(want, bytes.Repeat([]byte{byte(10 * n)}, 48)...)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got %v..., want %v...", got[:4], want[:4])
	}
}
