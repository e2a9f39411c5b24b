package cli

import (
	"regexp"
	"strings"

	"nmfrepro/experiments"
)

// tableWord matches the second word of an address that is written as two: rpr table2.
var tableWord = regexp.MustCompile(`^(?i)(table|tab|figure|fig)?\.?[0-9]+(:.*)?$|^(?i)(control|ablation)(:.*)?$`)

// joinAddresses makes one word of a paper that the program carries and the table behind it: rpr table2 is rpr/table2.
func joinAddresses(args []string) []string {
	var joined []string
	for _, arg := range args {
		if n := len(joined); n > 1 && isPaper(joined[n-1]) && tableWord.MatchString(arg) {
			joined[n-1] += "/" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

// isPaper tells whether a word is a paper that the program carries.
func isPaper(word string) bool {
	f, err := experiments.Files.Open(strings.ToLower(word) + "/paper.yaml")
	if err != nil {
		return false
	}
	f.Close()
	return true
}
