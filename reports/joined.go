package reports

import (
	"maps"
	"slices"
	"strings"
)

// Joined is some things in words, with sep between them.
func Joined[T any](all []T, sep string, text func(T) string) string {
	words := make([]string, len(all))
	for i, one := range all {
		words[i] = text(one)
	}
	return strings.Join(words, sep)
}

// JoinedByName is the entries of a map in words, in the order of their names, with sep between them.
func JoinedByName[V any](all map[string]V, sep string, text func(name string, v V) string) string {
	return Joined(slices.Sorted(maps.Keys(all)), sep, func(name string) string { return text(name, all[name]) })
}
