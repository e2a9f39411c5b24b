// Package pass is what every verb does between its flags and its writer, without a command line:
//
//	library → plans → (run what is missing) → Set → Results → Draft → Table
//
// A Pass reads each record once, gathers the results of a plan once and judges its table once, whatever the command shows of
// them. For example, verify rpr/table2 opens a pass on one plan of 225 units, computes those that have no record, and asks
// for Table, whose cells carry their verdicts; the exit code comes from the same table.
package pass
