package transcript

import "regexp"

// Spread is the meaning of a number behind ±.
type Spread string

// What stands behind ±.
const (
	Deviation     Spread = ""                              // a standard deviation of runs
	StandardError Spread = "standard error"                // of their mean
	Interval      Spread = "half of a confidence interval" // of 95 % of their mean
)

var spreads = []struct {
	is    Spread
	words *regexp.Regexp
}{
	{Deviation, regexp.MustCompile(`(?i)\bstandard[ -]deviations?\b|\bstd\b\.?|\bst\.? ?dev|\bstdev|\bS\.?D\b`)},
	{StandardError, regexp.MustCompile(`(?i)\bstandard[ -]errors?\b|\bstd\.?[ -]?err|\bs\.e\.|\bS\.?E\.?M\b|(?:±|\(|/|mean and |\+/- ?) ?S\.?E\b`)},
	{Interval, regexp.MustCompile(`(?i)\bconfidence[ -](?:intervals?|limits?)\b|\bC\.?I\b`)},
}

// spreadIn returns what a text says stands behind ±, false where the text says nothing, or more than one thing.
func spreadIn(text string) (s Spread, ok bool) {
	said := 0
	for _, one := range spreads {
		if one.words.MatchString(text) {
			s, said = one.is, said+1
		}
	}
	return s, said == 1
}
