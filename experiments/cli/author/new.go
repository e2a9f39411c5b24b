// Package author is the verbs for those who bring a method or a paper of their own, or publish one with this program.
package author

import (
	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
)

// Verbs are the commands.
var Verbs = []func(*console.Env) *cobra.Command{
	newExport, newImport, newNew, newPublish, newTest, newValidate,
}
