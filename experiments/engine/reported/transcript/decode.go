package transcript

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoded returns the text of a file: UTF-8, UTF-16 with its mark or, where neither can be, one byte a character as Windows has them,
// which said then tells. Lines end in a newline, however they ended.
func decoded(data []byte) (text, said string) {
	text = string(data)
	switch {
	case strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff"):
		order := binary.ByteOrder(binary.LittleEndian)
		if data[0] == 0xfe {
			order = binary.BigEndian
		}
		var units []uint16
		for i := 2; i+1 < len(data); i += 2 {
			units = append(units, order.Uint16(data[i:]))
		}
		text = string(utf16.Decode(units))
	case !utf8.ValidString(text):
		runes := make([]rune, len(data))
		for i, b := range data {
			runes[i] = rune(b)
			if b >= 0x80 && b < 0xa0 {
				runes[i] = windows[b-0x80]
			}
		}
		text, said = string(runes), "the file is not UTF-8 and is read as Windows-1252 (Latin-1): look at letters with accents"
	}
	text = strings.TrimPrefix(text, "\ufeff")
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), said
}

// windows are the characters that Windows-1252 has from 0x80 on.
var windows = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")
