// Package list holds the helpers for slices and maps that the standard library lacks, and the search for the name that somebody meant.
// It imports nothing of ours, so every package may use it; put nothing here that knows what the elements are.
package list

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Join maps every element of s to text and joins the texts with sep.
func Join[T any](s []T, sep string, text func(T) string) string {
	return strings.Join(Map(s, text), sep)
}

// Sentence lists names as a sentence does: a, b and c.
func Sentence(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// Map applies f to every element of s. It returns nil for an empty s.
func Map[T, U any](s []T, f func(T) U) (out []U) {
	for _, v := range s {
		out = append(out, f(v))
	}
	return out
}

// Filter returns the elements of s that fit.
func Filter[T any](s []T, fits func(T) bool) (out []T) {
	for _, v := range s {
		if fits(v) {
			out = append(out, v)
		}
	}
	return out
}

// FlatMap concatenates the slices that f makes of the elements of s.
func FlatMap[T, U any](s []T, f func(T) []U) []U { return slices.Concat(Map(s, f)...) }

// Upto lists 0, 1, ..., n-1.
func Upto(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Places lists the places of the elements of s that fit.
func Places[T any](s []T, fits func(T) bool) (out []int) {
	for i, v := range s {
		if fits(v) {
			out = append(out, i)
		}
	}
	return out
}

// Order lists the places of values from the least to the greatest, equal ones as they come.
func Order[T cmp.Ordered](values []T) []int {
	order := Upto(len(values))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}

// Set holds the elements of s.
func Set[T comparable](s []T) map[T]bool {
	out := make(map[T]bool, len(s))
	for _, v := range s {
		out[v] = true
	}
	return out
}

// ByKey indexes s by key; later elements win.
func ByKey[K comparable, T any](s []T, key func(T) K) map[K]T {
	out := make(map[K]T, len(s))
	for _, v := range s {
		out[key(v)] = v
	}
	return out
}

// Count returns how many elements of s have each key.
func Count[K comparable, T any](s []T, key func(T) K) map[K]int {
	counts := map[K]int{}
	for _, v := range s {
		counts[key(v)]++
	}
	return counts
}

// AppendUnique appends the elements of more that are not yet in s.
func AppendUnique[T comparable](s []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(s, v) {
			s = append(s, v)
		}
	}
	return s
}

// First returns the first element of s that fits; found is false if none does.
func First[T any](s []T, fits func(T) bool) (v T, found bool) {
	if i := slices.IndexFunc(s, fits); i >= 0 {
		return s[i], true
	}
	return v, false
}

// JoinByName maps every entry of m to text, in the order of the names, and joins the texts with sep.
func JoinByName[V any](m map[string]V, sep string, text func(name string, v V) string) string {
	return Join(slices.Sorted(maps.Keys(m)), sep, func(name string) string { return text(name, m[name]) })
}

// Parallel calls do for 0 to n-1, in as many goroutines as there are processors.
func Parallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
