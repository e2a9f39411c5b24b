package reports

import "fmt"

// plural is a number with a noun that takes an s: 1 cell, 2 cells.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
