// Package constraint holds relational side information about the points of a factor: triplets "q is nearer to r than to
// s", where they come from, and what other methods make of them.
package constraint

// Triplet says that point Q is nearer to R than to S. Indices are 0-based, into the columns of H or the rows of W; files
// are 1-based.
type Triplet struct{ Q, R, S int }

// Set holds the triplets of both sides of a factorisation; either may be empty.
type Set struct {
	W []Triplet // on the rows of W, the features
	H []Triplet // on the columns of H, the samples
}
