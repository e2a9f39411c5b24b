package sets

// This file reads frames of a film through the ffmpeg program, where one is installed.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// ErrNoFFmpeg is wrapped where the program ffmpeg is not found.
var ErrNoFFmpeg = errors.New("ffmpeg is not installed; install it (apt install ffmpeg, brew install ffmpeg) or use the .mat file of the " +
	"set")

// Clip says which frames to read, and how large to make them.
type Clip struct {
	First, Count  int // frames, the first of the film being 0
	Width, Height int // in pixels, by ffmpeg's area averaging, before the conversion to grey
}

// maxErrors bounds what is kept of ffmpeg's messages.
const maxErrors = 4 << 10

// Grey returns the frames as grey levels, one after another, pixels by row from the top left. path is a file: ffmpeg must
// seek in it. The frames are those of the file, none doubled or dropped to keep a constant rate.
func Grey(ctx context.Context, path string, c Clip) ([]byte, error) {
	if c.First < 0 || c.Count < 1 || c.Width < 1 || c.Height < 1 || c.Width > 1<<14 || c.Height > 1<<14 {
		return nil, fmt.Errorf("video: clip %+v, want frames and sizes of at least 1", c)
	}
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, fmt.Errorf("video: %w", ErrNoFFmpeg)
	}
	// The option was renamed in ffmpeg 5.1, and the old name is going away.
	frames, err := run(ctx, program, path, c, "-fps_mode", "passthrough")
	if err != nil && strings.Contains(err.Error(), "fps_mode") {
		frames, err = run(ctx, program, path, c, "-vsync", "0")
	}
	if err != nil {
		return nil, fmt.Errorf("video: %s: %w", path, err)
	}
	return frames, nil
}

func run(ctx context.Context, program, path string, c Clip, passthrough ...string) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	args := []string{"-nostdin", "-v", "error", "-i", "file:" + path, "-map", "0:v:0"}
	args = append(args, passthrough...)
	args = append(args, "-vf", fmt.Sprintf("scale=%d:%d:flags=area,format=gray", c.Width, c.Height), "-f", "rawvideo", "-")
	cmd := exec.CommandContext(ctx, program, args...)
	said := &messages{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	size := c.Width * c.Height
	frames, read, err := take(bufio.NewReader(out), size, c)
	cancel() // the frames after the clip are not wanted
	waited := cmd.Wait()
	switch {
	case err == nil:
		return frames, nil
	case said.Len() > 0:
		return nil, fmt.Errorf("ffmpeg: %s", strings.TrimSpace(said.String()))
	case waited != nil && read == 0:
		return nil, fmt.Errorf("ffmpeg: %w", waited)
	}
	return nil, fmt.Errorf("the film has %d frames, want %d to %d", read, c.First, c.First+c.Count-1)
}

// take skips to the first frame and reads the clip; read counts the whole frames seen.
func take(r io.Reader, size int, c Clip) (frames []byte, read int, err error) {
	frame := make([]byte, size)
	for ; read < c.First+c.Count; read++ {
		if _, err := io.ReadFull(r, frame); err != nil {
			return nil, read, err
		}
		if read >= c.First {
			frames = append(frames, frame...)
		}
	}
	return frames, read, nil
}

// messages keeps the first messages of ffmpeg.
type messages struct{ bytes.Buffer }

func (t *messages) Write(p []byte) (int, error) {
	if left := maxErrors - t.Len(); left > 0 {
		t.Buffer.Write(p[:min(left, len(p))])
	}
	return len(p), nil
}
