package tabular

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Text returns the text of a file in UTF-8: a byte order mark tells UTF-16, and what is no UTF-8 is taken for Windows-1252 (guessed).
// Lines end in a newline, however they ended.
func Text(data []byte) (text string, guessed bool) {
	decoded, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), data)
	if err != nil {
		decoded = data
	}
	text, guessed = nameOf(string(decoded)), !utf8.Valid(decoded)
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), guessed
}

// nameOf returns text as UTF-8; what is no UTF-8 is taken for Windows-1252, of which Latin-1 is a part.
func nameOf(s string) string {
	if utf8.ValidString(s) {
		return strings.Clone(s)
	}
	text, err := charmap.Windows1252.NewDecoder().String(s)
	if err != nil {
		return strings.ToValidUTF8(s, "?")
	}
	return text
}

// clip shortens text for a message.
func clip(s string) string {
	const most = 40
	s = strings.ToValidUTF8(s, "?")
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}
