package cli

import _ "embed" // for the text

// licenceTexts is THIRD_PARTY.md: the licences of what the program is made of besides itself, that is the Go standard library, the modules
// that are linked into it on any system, and the data and fonts that are embedded. A test writes it from the licence files of the
// modules, and fails when it is not up to date.
//
//go:embed THIRD_PARTY.md
var licenceTexts string
