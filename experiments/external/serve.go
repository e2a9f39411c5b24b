package external

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// server is a program that stays: it reads the path of a job.json a line and answers with the path of its result.json.
type server struct {
	*process
	dir   string
	lines chan string // of its stdout; closed at its end
}

// maxLine bounds a line that a server prints; longer ones are no answer.
const maxLine = 1 << 16

// serve returns a server that is idle, or starts one. There are never more than calls at one time.
func (p *Program) serve() (*server, error) {
	p.mu.Lock()
	if last := len(p.idle) - 1; last >= 0 {
		s := p.idle[last]
		p.idle = p.idle[:last]
		p.mu.Unlock()
		return s, nil
	}
	p.servers++
	p.mu.Unlock()
	dir, err := os.MkdirTemp(p.Temp, "nmfrepro-exec-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir) // a program that asks where it is is told the same path
	}
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return nil, &Failure{Word: NotPrepared, Detail: err.Error()}
	}
	proc, err := start(command{args: p.command, dir: dir, env: p.environ(dir), output: new(tail), talk: true, grace: p.grace})
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	s := &server{process: proc, dir: dir, lines: make(chan string)}
	go func() {
		defer close(s.lines)
		in := bufio.NewReaderSize(proc.out, maxLine)
		for {
			line, tooLong, err := in.ReadLine()
			if err != nil {
				return
			}
			if !tooLong {
				s.lines <- strings.TrimSpace(string(line))
			}
		}
	}()
	return s, nil
}

// release takes a server back. One whose job failed is ended, since nobody knows its state.
func (p *Program) release(s *server, err error) {
	if err != nil {
		s.close()
		return
	}
	p.mu.Lock()
	p.idle = append(p.idle, s)
	p.mu.Unlock()
}

// close ends a server: it is told so by the end of its input, and by force where it does not listen.
func (s *server) close() {
	go func() { // who is about to print has to get rid of it
		for range s.lines {
		}
	}()
	s.in.Close()
	select {
	case <-s.done:
	case <-time.After(s.grace):
	}
	s.end(true)
	os.RemoveAll(s.dir)
}

// ask has the job of a folder done by a server.
func (r *Run) ask(ctx context.Context, s *server, dir string) error {
	answered, heard := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(heard)
		_, _ = io.WriteString(s.in, filepath.Join(dir, jobFile)+"\n") // if it does not read, it does not answer
		want := filepath.Join(dir, outFolder, resultFile)
		for line := range s.lines { // it may print other things
			if line == want {
				close(answered)
				return
			}
		}
	}()
	if err := s.watch(ctx, r.program.Spec.Limits, dir, answered); err != nil {
		<-heard
		return err
	}
	select { // where it has ended, its last line may still be on its way
	case <-heard:
	case <-time.After(time.Second):
	}
	r.report.Peak = s.peak.Load()
	select {
	case <-answered:
		return r.read(dir, s.ended(), s.output.text())
	default:
	}
	if crash := s.ended(); crash != nil {
		return crash
	}
	return &Failure{Word: NoAnswer, Detail: fmt.Sprintf("the program ended and did not print the path of %s/%s; with serve: true it stays until its input ends", outFolder, resultFile), Tail: s.output.text()}
}
