// Package reports owns what the program shows, and renders it: [Table] is a table of a paper with our numbers beside the
// published ones, [Figure] a figure before drawing, [Paper] a paper with all that was done to it. It knows nothing of how
// numbers come about; package judge fills tables, and packages figure and site below this one draw.
//
// Values are in natural units, shares of one or seconds; a cell's [Scale] turns them into the unit and the digits of its
// table, as 0.6125 into 61.25, and only text of numbers applies it.
//
// [Render] writes tables. A table becomes one model (means, deviations, the best cell of each metric, footnotes), and the
// model becomes text for a terminal, Markdown, LaTeX, CSV, JSON or HTML, one file each. Whatever the format, our numbers and
// the paper's stand on lines of their own, the paper's as printed; a cell without a number says why; and the lines below
// the table explain every mark in it. [WriteDocument] writes RESULTS.md of a paper. The same input gives the same bytes.
package reports
