// Package look is the verbs that show what came of a replication, or what there is: tables, figures, verdicts and why.
package look

import (
	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
)

// Verbs are the commands.
var Verbs = []func(*console.Env) *cobra.Command{
	newClaims, newCompare, newErrata, newExplain, newFigure, newList, newReport, newSensitivity, newTable, newVerify,
}
