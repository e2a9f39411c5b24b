//go:build amd64.v3

package solvers

// The message of the compiler is the one for whoever builds this.
var _ int = "build with GOAMD64=v1 or v2 (go env -w GOAMD64=v1): from v3 on the compiler fuses products and sums, and numbers are no " +
	"longer the published ones"
