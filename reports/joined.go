package reports

import (
	"maps"
	"slices"
	"strings"
)

// Joined is some things in words, with sep between them.
func Joined[T any](all []T, sep string, text func(T) string) string {
	return strings.Join(Mapped(all, text), sep)
}

// Mapped is what each of some things becomes, nil where there is none.
func Mapped[T, U any](all []T, of func(T) U) (out []U) {
	for _, one := range all {
		out = append(out, of(one))
	}
	return out
}

// JoinedByName is the entries of a map in words, in the order of their names, with sep between them.
func JoinedByName[V any](all map[string]V, sep string, text func(name string, v V) string) string {
	return Joined(slices.Sorted(maps.Keys(all)), sep, func(name string) string { return text(name, all[name]) })
}
