package eval

import (
	"gonum.org/v1/gonum/mat"
)

// unitBasis returns the coefficients that belong to a basis of unit columns: column k of ht times the length of column k of
// the basis. Methods that leave the scale between the factors open are compared so.
func unitBasis(ht, basis *mat.Dense) (*mat.Dense, error) {
	if basis == nil || basis.IsEmpty() {
		return nil, unavailable("the method leaves no basis whose vectors could get unit length")
	}
	n, r := ht.Dims()
	if _, c := basis.Dims(); c != r {
		return nil, unavailable("the basis has %d vectors and the coefficients %d columns", c, r)
	}
	scaled := mat.NewDense(n, r, nil)
	scaled.Copy(ht)
	for k := range r {
		length := mat.Norm(basis.ColView(k), 2)
		for j := range n {
			scaled.Set(j, k, length*ht.At(j, k))
		}
	}
	return scaled, checkFinite("H of a basis of unit vectors", scaled)
}

// part returns a copy of the columns of one of the parts.
func (a Assign) part(rows *mat.Dense) (*mat.Dense, error) {
	if a.Parts == 0 {
		return rows, nil
	}
	n, r := rows.Dims()
	if a.Parts > r {
		return nil, unavailable("%d columns cannot be shared among %d parts", r, a.Parts)
	}
	width, more := r/a.Parts, r%a.Parts
	first := (a.Part-1)*width + min(a.Part-1, more)
	if a.Part <= more {
		width++
	}
	return mat.DenseCopyOf(rows.Slice(0, n, first, first+width)), nil
}
