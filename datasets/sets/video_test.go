package sets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// ffmpegOfTest names what this binary does in place of ffmpeg, when it is started as a copy of that name.
const ffmpegOfTest = "NMFREPRO_FFMPEG_OF_TEST"

func TestMain(m *testing.M) {
	if how := os.Getenv(ffmpegOfTest); how != "" && strings.HasPrefix(filepath.Base(os.Args[0]), "ffmpeg") {
		switch {
		case how == "broken":
			fmt.Fprintln(os.Stderr, "x.mp4: Invalid data found")
			os.Exit(1)
		case how == "old" && strings.Contains(strings.Join(os.Args[1:], " "), "fps_mode"):
			fmt.Fprintln(os.Stderr, "Unrecognized option 'fps_mode'.")
			os.Exit(1)
		case how == "old":
			fmt.Print("aabb")
		default:
			fmt.Print("aabbccddee")
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeFFmpeg puts a program named ffmpeg first in the path: a good one writes 5 frames of 2×1 pixels, an old one 2 where it is not
// asked for more than it knows, a broken one fails.
func fakeFFmpeg(t *testing.T, how string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir, name := t.TempDir(), "ffmpeg"
	if runtime.GOOS == "windows" {
		name = "ffmpeg.exe"
	}
	if err := os.WriteFile(filepath.Join(dir, name), program, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(ffmpegOfTest, how)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestGrey(t *testing.T) {
	fakeFFmpeg(t, "good")
	got, err := Grey(context.Background(), "x.mp4", Clip{First: 1, Count: 3, Width: 2, Height: 1})
	if err != nil || string(got) != "bbccdd" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := Grey(context.Background(), "x.mp4", Clip{First: 3, Count: 3, Width: 2, Height: 1}); err == nil ||
		!strings.Contains(err.Error(), "the film has 5 frames, want 3 to 5") {
		t.Errorf("got %v", err)
	}
	if _, err := Grey(context.Background(), "x.mp4", Clip{Count: 0, Width: 2, Height: 1}); err == nil {
		t.Error("an empty clip was read")
	}
}

func TestOldFFmpeg(t *testing.T) {
	fakeFFmpeg(t, "old")
	if got, err := Grey(context.Background(), "x.mp4", Clip{Count: 2, Width: 2, Height: 1}); err != nil || string(got) != "aabb" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestVideoErrors(t *testing.T) {
	fakeFFmpeg(t, "broken")
	if _, err := Grey(context.Background(), "x.mp4", Clip{Count: 1, Width: 2, Height: 1}); err == nil ||
		!strings.Contains(err.Error(), "Invalid data found") {
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
	make := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=64x48:r=25:d=0.4,format=gray,geq=lum='10*N'", "-c:v",
		"rawvideo", "-pix_fmt", "gray", path)
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
