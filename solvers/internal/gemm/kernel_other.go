//go:build !amd64

package gemm

// kernels is every kernel, best first.
var kernels = []*kernel{&portable}
