//go:build !unix

package files

// atOnce is not needed where pipes have no place among files.
const atOnce = 0
