package printed

import (
	"regexp"
	"strings"
)

// Kind says what a row or column holds, by its label.
type Kind int

// The kinds.
const (
	Data    Kind = iota
	Average      // mean of the others
	Rank         // mean ranks
	Wins         // in how many of the others a method is the best
	Sum
	Other // deviations, medians and the like of the others
)

// labels are the words for each kind, in the languages and spellings of papers.
var labels = []struct {
	kind  Kind
	words *regexp.Regexp
}{
	{Average, regexp.MustCompile(`(?i)^(avg|avg\.|average|averages|ave|ave\.|mean|overall average|overall mean|average over all.*|mean over all.*|Ø|⌀)$`)},
	{Rank, regexp.MustCompile(`(?i)^((avg|average|ave|mean)\.? ?)rank(ing)?s?$`)},
	{Wins, regexp.MustCompile(`(?i)^(#? ?(of )?(wins|best|firsts)|number of wins|win count|best count|times best)$`)},
	{Sum, regexp.MustCompile(`(?i)^(sum|total)$`)},
	{Other, regexp.MustCompile(`(?i)^(std|sd|st\. ?dev\.?|std\. ?dev\.?|standard deviation|median|p|p-value|rank|ranks)$`)},
}

// KindOf tells what a label says that its row or column holds.
func KindOf(label string) Kind {
	label = strings.TrimSpace(label)
	for _, l := range labels {
		if l.words.MatchString(label) {
			return l.kind
		}
	}
	return Data
}

// IsAverage tells whether a label says that its row or column is the mean of the others.
func IsAverage(label string) bool { return KindOf(label) == Average }
