package console

import (
	"github.com/spf13/cobra"
)

// DetectFlag gives a verb a flag whose value, unless the command names one of some words, is found out from a file: it is
// empty then, and auto for the user.
func DetectFlag(cmd *cobra.Command, value *string, flag, doc string, words ...string) {
	cmd.Flags().Var(Choice{flag, value, append([]string{detected}, words...), detected}, flag, doc)
}

const detected = "auto"
