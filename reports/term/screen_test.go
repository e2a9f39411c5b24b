package term

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
)

// A screen has few enough lines whatever its lists hold; what is no list is always there; what is left out is counted.
func TestScreen(t *testing.T) {
	for _, n := range []int{0, 1, 3, 40, 1000} {
		for _, wide := range []int{0, 60, 300} {
			s := &Screen{Width: wide}
			s.Say("answer " + strings.Repeat("word ", 60))
			s.Blank()
			s.Blank()
			for _, name := range []string{"a", "b", "c"} {
				rows := [][]string{{"item", "what it is", "how much"}}
				for i := range n {
					rows = append(rows, []string{fmt.Sprint(name, i), strings.Repeat("text ", i%30), "1.0"})
				}
				s.Rows(4, func(left int) string { return fmt.Sprintf("%d more of %s", left, name) }, rows)
			}
			s.Say("more: -v")
			lines := strings.Split(strings.TrimSuffix(s.String(), "\n"), "\n")
			limit := wide
			if limit == 0 {
				limit = ScreenWidth
			}
			if len(lines) > ScreenLines || Widest(lines) > limit {
				t.Errorf("%d items on %d columns: %d lines, %d wide:\n%s", n, wide, len(lines), Widest(lines), s)
			}
			if lines[len(lines)-1] != "more: -v" || !strings.HasPrefix(lines[0], "answer") {
				t.Errorf("%d items: an end is lost:\n%s", n, s)
			}
			for _, name := range []string{"a", "b", "c"} {
				found, left := 0, 0
				for _, line := range lines {
					if count, is := strings.CutSuffix(line, " more of "+name); is {
						left, _ = strconv.Atoi(count)
					}
					if _, err := fmt.Sscanf(line, name+"%d", new(int)); err == nil {
						found++
					}
				}
				if found+left != n {
					t.Errorf("%d items on %d columns: %d of %s are shown and %d counted:\n%s", n, wide, found, name, left, s)
				}
			}
			if strings.Contains(s.String(), "\n\n\n") {
				t.Errorf("two empty lines:\n%s", s)
			}
		}
	}
	s := &Screen{Lines: 5}
	s.List(2, func(left int) string { return "" }, list.Map(make([]int, 9), func(int) string { return "x" })...)
	if got := s.String(); got != "x\nx\nx\nx\nx\n" {
		t.Errorf("%q", got)
	}
}
