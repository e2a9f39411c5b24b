package solvers

import (
	"fmt"
	"math"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// KernelOptions are the options of a method that sees the samples through inner products alone.
type KernelOptions struct {
	Input  Input      `yaml:"input" doc:"what X is: data (default), or kernel: a symmetric K (n×n) of the samples"`
	Kernel KernelForm `yaml:"kernel" doc:"kernel of the samples of data: linear (default, XᵀX) or rbf, exp(-‖x-y‖²/(2σ²)) on features of deviation 1 (over n-1)"`
	Sigma  float64    `yaml:"sigma" min:"0" doc:"σ of the rbf kernel, ≥ 0; default 0 (where the kernel's entropy is largest) [Yang and Oja 2010, section IV-C]"`
}

// Input tells whether X holds samples or their kernel.
type Input string

// KernelForm is the kernel of the samples.
type KernelForm string

// The choices of a kernel method.
const (
	InputData   Input = "data"
	InputKernel Input = "kernel"

	KernelLinear KernelForm = "linear"
	KernelRBF    KernelForm = "rbf"
)

// Choices lists the kinds of input.
func (Input) Choices() []string { return choices(InputData, InputKernel) }

// Choices lists the kernels.
func (KernelForm) Choices() []string { return choices(KernelLinear, KernelRBF) }

func newKernelised() KernelOptions { return KernelOptions{Input: InputData, Kernel: KernelLinear} }

// feature reports whether the samples are known by a kernel that is no product of the data with themselves.
func (o *KernelOptions) feature() bool { return o.Input == InputKernel || o.Kernel == KernelRBF }

// check does the part of Start that validates the options together, and the shape of a kernel.
func (o *KernelOptions) check(name string, x matrix.Matrix) error {
	switch {
	case o.Kernel != KernelRBF && o.Sigma != 0:
		return fmt.Errorf("solvers: %s: sigma = %v with kernel = %q, want kernel = %q or no sigma", name, o.Sigma, o.Kernel, KernelRBF)
	case o.Input == InputKernel && o.Kernel == KernelRBF:
		return fmt.Errorf("solvers: %s: kernel = %q with input = %q: X is the kernel already, want one or the other", name, o.Kernel, o.Input)
	case o.Input == InputKernel:
		return checkSymmetric(name, x)
	}
	return nil
}

// matrix returns K for a feature kernel.
func (o *KernelOptions) matrix(name string, x matrix.Matrix) (matrix.Matrix, error) {
	if o.Input == InputKernel {
		return x, nil
	}
	d := kernel.Distances(x)
	sigma := o.Sigma
	if sigma == 0 {
		var err error
		if sigma, _, err = kernel.PeakOf(d); err != nil {
			return nil, fmt.Errorf("solvers: %s: sigma = 0: %w; give one above 0", name, err)
		}
	}
	return matrix.FromDense(kernel.RBF(d, sigma)), nil
}

// gram returns the product with K for right sides of r columns; a linear kernel is formed where that is cheaper.
func (o *KernelOptions) gram(name string, x matrix.Matrix, r int, form GramForm) (*gram, error) {
	if !o.feature() {
		return newGram(x, r, form), nil
	}
	k, err := o.matrix(name, x)
	if err != nil {
		return nil, err
	}
	return givenGram(k), nil
}

// symmetryTolerance allows for a kernel that was written in decimal or formed by a product.
const symmetryTolerance = 1e-10

func checkSymmetric(name string, k matrix.Matrix) error {
	m, n := k.Dims()
	if m != n {
		return fmt.Errorf("solvers: %s: input = kernel, but X is %d×%d, want a square matrix", name, m, n)
	}
	for i := range n {
		for j := range i {
			a, b := k.At(i, j), k.At(j, i)
			if math.Abs(a-b) > symmetryTolerance*max(math.Abs(a), math.Abs(b)) {
				return fmt.Errorf("solvers: %s: kernel has %v at row %d, column %d and %v across the diagonal, want a symmetric matrix", name, a, i+1,
					j+1, b)
			}
		}
	}
	return nil
}
