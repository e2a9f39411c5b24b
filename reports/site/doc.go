// Package site writes the report: a folder of HTML pages that open from a file. No page needs anything outside itself; styles,
// script and figures are inside, and a content policy forbids the rest. The pages read well in light and dark, on narrow
// screens, on paper, by keyboard and without colour; without script only sorting and the details of a cell are missing.
//
// The model is plain and knows nothing of experiments.
package site
