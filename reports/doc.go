// Package reports renders tables. A [result.Table] becomes one model (means, deviations, the best cell of each metric,
// footnotes), and the model becomes text for a terminal, Markdown, LaTeX, CSV, JSON or HTML, one file each.
//
// Whatever the format, our numbers and the paper's stand on lines of their own that say which is which, the paper's as
// printed; a cell without a number says why; and the lines below the table explain every mark in it. The same table gives
// the same bytes.
package reports
