package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// request and reply are the lines between this program and its peers, in JSON.
type request struct {
	Work    work
	Repeats int
}

type reply struct {
	Seconds        float64
	Version, Error string
}

// process is a peer of its own, since OpenBLAS reads its settings once.
type process struct {
	called, described string
	gemm              bool // does products, else iterations
	cmd               *exec.Cmd
	in                io.WriteCloser
	out               *json.Decoder
}

func (p *process) name() string     { return p.called }
func (p *process) version() string  { return p.described }
func (p *process) does(w work) bool { return p.gemm == (w.Kind == "gemm") }

func (p *process) run(w work, repeats int) (float64, error) {
	if err := json.NewEncoder(p.in).Encode(request{w, repeats}); err != nil {
		return 0, err
	}
	r, err := p.read()
	return r.Seconds, err
}

func (p *process) read() (r reply, err error) {
	if err = p.out.Decode(&r); err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	return r, err
}

//go:embed iterations.py
var iterations string

// start starts every peer that is installed, ours first, and tells which are not.
func start(threads int, clock string) (peers []peer, closeAll func(), absent []string) {
	peers = []peer{newOurs(), newGonum()}
	var running []*process
	add := func(name string, gemm bool, environment []string, command string, args ...string) {
		p := &process{called: name, gemm: gemm, cmd: exec.Command(command, args...)}
		p.cmd.Env = append(os.Environ(), append(environment, fmt.Sprint("OPENBLAS_NUM_THREADS=", threads), fmt.Sprint(
			"OMP_NUM_THREADS=", threads))...)
		if err := p.begin(); err != nil {
			absent = append(absent, fmt.Sprintf("%s: %v", name, err))
			return
		}
		peers, running = append(peers, p), append(running, p)
	}
	for _, core := range coreTypes {
		if core == "" {
			add("OpenBLAS", true, nil, os.Args[0], "-worker", "-clock", clock)
		} else {
			add("OpenBLAS "+core, true, []string{"OPENBLAS_CORETYPE=" + core}, os.Args[0], "-worker", "-clock", clock)
		}
	}
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	add("scikit-learn", false, nil, python, "-c", iterations, clock)
	return peers, func() {
		for _, p := range running {
			p.in.Close()
			p.cmd.Wait()
		}
	}, absent
}

// begin starts the process and reads its version.
func (p *process) begin() (err error) {
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err = p.cmd.Start(); err != nil {
		return err
	}
	p.out = json.NewDecoder(bufio.NewReader(out))
	r, err := p.read()
	if err != nil {
		p.in.Close()
		p.cmd.Wait()
		return err
	}
	p.described = r.Version
	return nil
}
