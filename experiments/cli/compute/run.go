// Package compute is the verbs that run units, here or on a cluster, and those that keep the folders of their results.
package compute

import (
	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
)

// Verbs are the commands.
var Verbs = []func(*console.Env) *cobra.Command{
	newCancel, newCheck, newMerge, newPack, newPlan, newRun, newStatus, newSubmit,
}
