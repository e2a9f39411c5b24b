package run

import (
	"sync"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers/build"
)

// Here describes this program on this machine as a record has it, which adds what belongs to its run.
var Here = sync.OnceValue(func() store.Provenance {
	h := build.Here()
	return store.Provenance{Program: h.Program, Go: h.Go, Host: h.Host, CPU: h.CPU, Arch: h.Arch, System: h.System, Kernel: h.Kernel}
})
