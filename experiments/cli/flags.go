package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// DetectFlag gives a verb a flag whose value, unless the command names one of some words, is found out from a file: it is
// empty then, and auto for the user.
func DetectFlag(cmd *cobra.Command, value *string, flag, doc string, words ...string) {
	cmd.Flags().Var(Choice{flag, value, append([]string{detected}, words...), detected}, flag, doc)
}

const detected = "auto"

// require names the flags that a command cannot do without.
func require(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag is defined above
		}
	}
}

// ParseShare reads a share as 5% or 0.05.
func ParseShare(text string) (share float64, err error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err = strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share > 0 && share <= 1) {
		return 0, fmt.Errorf("found %q, want a share as 5%% or 0.05", text)
	}
	return share, nil
}
