// Package build tells how this program was built and on what it runs.
package build

import (
	"cmp"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// init has gonum multiply with the kernels of this module too, as within its decompositions: whoever computes runs gets the same bits
// on every CPU.
func init() { blas64.Use(matrix.BLAS{}) }

// Machine is a build of this program and what it runs on, in words.
type Machine struct {
	Program string // version and commit
	Go      string // version of the compiler
	Host    string // "" where it has no name
	CPU     string
	Arch    string // arithmetic, with its level on amd64: amd64/v1
	System  string // name and release of the operating system's kernel
	Kernel  string // of matrix products
}

// Here describes this program on this machine.
var Here = sync.OnceValue(func() Machine {
	host, _ := os.Hostname()
	return Machine{
		Program: Program(),
		Go:      runtime.Version(),
		Host:    host,
		CPU:     cpuModel(),
		Arch:    Architecture(),
		System:  systemVersion(),
		Kernel:  matrix.Kernel(),
	}
})

// release is the version of a released binary, set by make dist; else the Go tool's stamp tells.
var release string

// Program returns the version of this program: that of the release, else the module version or the commit, as the Go tool
// stamped it.
func Program() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version, commit, dirty := cmp.Or(info.Main.Version, "(devel)"), stamped("vcs.revision"), ""
	if stamped("vcs.modified") == "true" {
		dirty = "+changes"
	}
	if len(commit) > 12 && !strings.Contains(version, commit[:12]) {
		return version + " " + commit[:12] + dirty
	}
	return version
}

// stamped returns what the Go tool noted of this build under a name, "" for nothing.
func stamped(name string) string { return stamps()[name] }

// stamps are what the Go tool noted of this build, read once: it is text, and each record that is read asks for a line of it.
var stamps = sync.OnceValue(func() map[string]string {
	noted := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			noted[s.Key] = s.Value
		}
	}
	return noted
})

// Architecture names the arithmetic of this build, with its level on amd64. Numbers of two that differ may differ in their last
// bits; see [solvers.Arithmetic].
func Architecture() string {
	if level := stamped("GOAMD64"); level != "" {
		return solvers.Arithmetic() + "/" + level
	}
	return solvers.Arithmetic()
}

// cpuModel returns the CPU's name where the system tells it, else the architecture.
func cpuModel() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // other systems have none
	for line := range strings.Lines(string(info)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, " \t:"))
		}
	}
	return runtime.GOARCH
}
