// Package own is what the program does with a matrix of ones own.
package own
