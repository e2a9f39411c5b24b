// Package thirdparty holds the licences of what the program is made of besides itself: the Go standard library, the modules
// that are linked into it on any system, and the data and fonts that are embedded. Its test writes the text from the
// licence files of the modules, and fails when it is not up to date.
package thirdparty

import _ "embed" // for the text

// Text is THIRD_PARTY.md.
//
//go:embed THIRD_PARTY.md
var Text string
