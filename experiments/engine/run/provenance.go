package run

import (
	"sync"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers/build"
)

// Here returns the provenance of this program on this machine, without the fields of a single run.
var Here = sync.OnceValue(func() store.Provenance {
	h := build.Here()
	return store.Provenance{Program: h.Program, Go: h.Go, Host: h.Host, CPU: h.CPU, Arch: h.Arch, System: h.System, Kernel: h.Kernel}
})
