// Package reports renders tables: a [result.Table] becomes one model with means, deviations and best cells, and the model
// becomes text, Markdown, LaTeX, CSV, JSON or HTML.
package reports
