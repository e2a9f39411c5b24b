package result

import (
	"strings"

	"nmfrepro/datasets/list"
)

// Quoted returns a word of a command as a POSIX shell takes it: in quotes unless it needs none.
func Quoted(word string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 127 || strings.ContainsRune("%+,-./:=@_", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Command returns a command of this program with its arguments as a shell takes them.
func Command(called string, args ...string) string {
	return strings.Join(append([]string{"nmfrepro", called}, list.Map(args, Quoted)...), " ")
}
