package pass

import "runtime/debug"

// The collector runs as seldom as in the program.
func init() { debug.SetGCPercent(400) }
