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

// Flattened is the lists that some things become, one after the other.
func Flattened[T, U any](all []T, of func(T) []U) []U { return slices.Concat(Mapped(all, of)...) }

// ByKey is some things by what tells them apart; of equal keys the last counts.
func ByKey[K comparable, T any](all []T, key func(T) K) map[K]T {
	out := make(map[K]T, len(all))
	for _, one := range all {
		out[key(one)] = one
	}
	return out
}

// Counted is how many there are of each kind.
func Counted[K comparable, T any](all []T, kind func(T) K) map[K]int {
	counts := map[K]int{}
	for _, one := range all {
		counts[kind(one)]++
	}
	return counts
}

// Added is a list with those of more that are not in it yet, each once.
func Added[T comparable](all []T, more ...T) []T {
	for _, one := range more {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// First is the first of some things that fits; found is false where none does.
func First[T any](all []T, fits func(T) bool) (one T, found bool) {
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return all[i], true
	}
	return one, false
}

// JoinedByName is the entries of a map in words, in the order of their names, with sep between them.
func JoinedByName[V any](all map[string]V, sep string, text func(name string, v V) string) string {
	return Joined(slices.Sorted(maps.Keys(all)), sep, func(name string) string { return text(name, all[name]) })
}
