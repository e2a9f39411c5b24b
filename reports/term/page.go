// Package term fits text into the width of a terminal: pages that fold lines, rows of columns, widths of characters.
package term

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nmfrepro/datasets/list"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Page is a writer of text that is read on a terminal: lines are folded to its width and the signs of verdicts get colours.
type Page struct {
	io.Writer
	Width int  // columns; 0 for no limit
	ANSI  bool // colours may be sent
	rest  string
}

func (p *Page) Write(text []byte) (int, error) {
	end := strings.LastIndexByte(string(text), '\n') + 1
	if end == 0 {
		p.rest += string(text)
		return len(text), nil
	}
	var out strings.Builder
	for line := range strings.Lines(p.rest + string(text[:end])) {
		out.WriteString(p.colours(Fold(p.spelt(strings.TrimSuffix(line, "\n")), p.Width)) + "\n")
	}
	p.rest = string(text[end:])
	_, err := io.WriteString(p.Writer, out.String())
	return len(text), err
}

// Spelt escapes control characters, which names in files may hold, as Go and C do: \x1b.
func Spelt(line string) string {
	acts := func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }
	if strings.IndexFunc(line, acts) < 0 {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if acts(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// weight matches the sequences of what writes onto a page in colour and weight.
var weight = regexp.MustCompile("\x1b\\[[0-9]*m")

// spelt returns a line as it is shown: with its own colours where they may be sent.
func (p *Page) spelt(line string) string {
	if !p.ANSI {
		return Spelt(line)
	}
	kept := weight.FindAllString(line, -1)
	var b strings.Builder
	for i, part := range weight.Split(line, -1) {
		b.WriteString(Spelt(part))
		if i < len(kept) {
			b.WriteString(kept[i])
		}
	}
	return b.String()
}

// Plain is a writer for a terminal that folds no line.
type Plain struct{ io.Writer }

func (p Plain) Write(text []byte) (int, error) {
	_, err := io.WriteString(p.Writer, Spelt(string(text)))
	return len(text), err
}

// signed matches a sign with the verdict that it stands for.
var signed = regexp.MustCompile(`(?:≡|=|~|≈|≠|!|†) (?:same run|agrees|close|inconclusive|differs|failed|substitute)\b|(?m)(?:^| )[≠✗✓](?:\s|$)`)

func (p *Page) colours(text string) string {
	if !p.ANSI {
		return text
	}
	return signed.ReplaceAllStringFunc(text, func(s string) string { return Coloured(s, s) })
}

// Coloured gives text the colour of a sign: green for what agrees, yellow for what is open, red for what does not.
func Coloured(sign, text string) string {
	code := "33"
	switch first, _ := utf8.DecodeRuneInString(strings.TrimSpace(sign)); first {
	case '≡', '=', '~', '✓':
		code = "32"
	case '≠', '!', '✗':
		code = "31"
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// widestLabel is the most columns before text for its later lines to begin under the first.
const widestLabel = 24

// hanging returns the column at which the later lines of a folded line begin: under the text if a label and two blanks stand before
// it, otherwise two columns further in than the first line.
func hanging(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if at := strings.Index(line[indent:], "  "); at >= 0 {
		label := line[:indent+at]
		if text := Width(label) + len(line[len(label):]) - len(strings.TrimLeft(line[len(label):], " ")); text <= widestLabel {
			return text
		}
	}
	return indent + 2
}

// command is a command of this program at the end of a line, behind a label or a colon.
var command = regexp.MustCompile(`(?:^|: +|  )(nmfrepro [^;]+)$`)

// Fold breaks a line between words so that it has at most so many columns; 0 is no limit. A word that is wider stays whole, and so does a
// command at the end, as far as a shell does not read it over two lines.
func Fold(line string, limit int) string {
	if limit <= 0 || Width(line) <= limit {
		return line
	}
	hang := hanging(line)
	if at := command.FindStringSubmatchIndex(line); at != nil && !strings.ContainsAny(line[at[2]:], "[") && !strings.Contains(line[at[2]:], ", ") {
		before := line[:at[2]]
		if hang != Width(before) || hang == 0 { // no label
			before = Fold(strings.TrimRight(before, " "), limit) + "\n" + strings.Repeat(" ", hang)
		}
		if before = strings.TrimPrefix(before, "\n"); at[2] == 0 {
			before, hang = "", 2
		}
		return before + strings.Join(continued(line[at[2]:], limit-hang), "\n"+strings.Repeat(" ", hang))
	}
	start := len(line) - len(strings.TrimLeft(line, " "))
	if hang > start+2 { // the label stays as it is
		start += strings.Index(line[start:], "  ")
		start += len(line[start:]) - len(strings.TrimLeft(line[start:], " "))
	}
	return line[:start] + strings.Join(Words(line[start:], limit-Width(line[:start]), limit-hang), "\n"+strings.Repeat(" ", hang))
}

// continued divides a command before its flags into lines that a shell reads as one, as far as it is wider than so many columns.
func continued(command string, limit int) []string {
	lines := []string{""}
	for i, part := range strings.Split(command, " --") {
		if i > 0 {
			part = "--" + part
		}
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = part
		case Width(*last)+1+Width(part)+len(` \`) > limit && Width(command) > limit:
			*last += ` \`
			lines = append(lines, part)
		default:
			*last += " " + part
		}
	}
	return lines
}

var spaces = strings.NewReplacer("\n", " ", "\t", " ")

// Words divides a text between words into lines, the first of at most first columns, the others of at most later. Blanks
// within a line stay as many as they are, for the columns of a table.
func Words(text string, first, later int) (lines []string) {
	line := ""
	for rest := strings.TrimSpace(spaces.Replace(text)); rest != ""; {
		from := strings.TrimLeft(rest, " ")
		word, _, _ := strings.Cut(from, " ")
		gap := rest[:len(rest)-len(from)]
		rest = from[len(word):]
		if line != "" && Width(line)+len(gap)+Width(word) > first {
			lines, line, first = append(lines, line), "", later
		}
		if line != "" {
			line += gap
		}
		line += word
	}
	return append(lines, line)
}

// Paragraphs folds a text whose own line ends mean nothing but between paragraphs and before indented lines.
func Paragraphs(text string, limit int) string {
	var lines []string
	open := false // whether the last line goes on
	for line := range strings.SplitSeq(text, "\n") {
		prose := line != "" && !strings.HasPrefix(line, " ")
		if prose && open {
			lines[len(lines)-1] += " " + line
		} else {
			lines = append(lines, line)
		}
		open = prose
	}
	for i, line := range lines {
		if strings.HasPrefix(line, " ") {
			lines[i] = Fold(line, limit)
		} else {
			lines[i] = strings.Join(Words(line, limit, limit), "\n")
		}
	}
	return strings.Join(lines, "\n")
}

// Width returns the number of columns that s takes on a terminal, escape sequences not counted. Characters of ambiguous width
// are narrow whatever the environment says, for the same bytes everywhere.
func Width(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

// Widest returns the width of the widest line.
func Widest(lines []string) int {
	w := 0
	for _, s := range lines {
		w = max(w, Width(s))
	}
	return w
}

// Pad fills s with spaces at its end.
func Pad(s string, to int) string { return s + strings.Repeat(" ", max(0, to-Width(s))) }

// PadLeft fills s with spaces at its begin.
func PadLeft(s string, to int) string { return strings.Repeat(" ", max(0, to-Width(s))) + s }

// OneLine makes any text fit for a line of a table or a note.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

const (
	columnGap = 2  // blanks between columns
	rowIndent = 4  // of what of a row is in its later lines
	leastRoom = 30 // columns into which text is folded
)

// Columns writes rows of cells below their headings, each column as wide as its widest cell. On a page that is too narrow the columns
// of the spare headings are left out, the first named before the others, and a line says so. Where that is not enough each row goes
// on in further lines, with all columns, and so do the headings; text in the last column is folded.
func Columns(w io.Writer, rows [][]string, spare ...string) {
	limit := 0
	if page, ok := w.(*Page); ok {
		limit = page.Width
	}
	_, _ = io.WriteString(w, list.Join(columns(rows, limit, spare), "", func(line string) string { return line + "\n" }))
}

// columns returns what Columns writes, an item for each row, which may have several lines.
func columns(rows [][]string, limit int, spare []string) (items []string) {
	widths := widthsOf(rows)
	breaks := lineBreaks(rows, widths, limit)
	var left []string
	for i := range spare {
		if len(breaks) == 1 {
			break
		}
		fewer := without(rows, spare[:i+1])
		if some := lineBreaks(fewer, widthsOf(fewer), limit); len(some) == 1 {
			rows, widths, breaks, left = fewer, widthsOf(fewer), some, spare[:i+1]
		}
	}
	for _, row := range rows {
		var b strings.Builder
		indent := ""
		for i, from := range breaks {
			to := len(row)
			if i+1 < len(breaks) {
				to = min(to, breaks[i+1])
			}
			if from < to {
				writeCells(&b, indent, row[from:to], widths[from:], limit)
			}
			indent = strings.Repeat(" ", rowIndent+len(row[0])-len(strings.TrimLeft(row[0], " ")))
		}
		if line := strings.TrimSuffix(b.String(), "\n"); line != "" {
			items = append(items, line)
		}
	}
	if len(left) > 0 {
		indent := rows[0][0][:len(rows[0][0])-len(strings.TrimLeft(rows[0][0], " "))]
		items = append(items, Fold(indent+"left out for want of room: "+strings.Join(left, ", ")+" (through a pipe, as | less -S, all are shown)", limit))
	}
	return items
}

// without returns rows without the columns of some headings.
func without(rows [][]string, headings []string) [][]string {
	kept := list.Places(rows[0], func(heading string) bool { return !slices.Contains(headings, strings.TrimSpace(heading)) })
	return list.Map(rows, func(row []string) []string {
		return list.Map(list.Filter(kept, func(k int) bool { return k < len(row) }), func(k int) string { return row[k] })
	})
}

func widthsOf(rows [][]string) (widths []int) {
	for i, row := range rows {
		if i > 0 && len(row) == 1 && len(rows[0]) > 1 {
			continue // a heading within
		}
		for k, s := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], Width(s))
		}
	}
	return widths
}

// lineBreaks returns the columns that begin a line. A last column of text that can be folded needs little room.
func lineBreaks(rows [][]string, widths []int, limit int) []int {
	breaks := []int{0}
	at := 0
	for k, wide := range widths {
		if k == len(widths)-1 && limit-at >= leastRoom {
			words := list.FlatMap(rows, func(row []string) []string { return strings.Fields(strings.Join(row[min(k, len(row)):], " ")) })
			wide = min(wide, max(leastRoom, Widest(words)))
		}
		if limit > 0 && k > 0 && at+wide > limit {
			breaks, at = append(breaks, k), rowIndent
		}
		at += widths[k] + columnGap
	}
	return breaks
}

// writeCells writes cells in a line, the last one folded.
func writeCells(b *strings.Builder, indent string, cells []string, widths []int, limit int) {
	line := indent
	for k, s := range cells {
		if k < len(cells)-1 {
			line += Pad(s, widths[k]+columnGap)
			continue
		}
		if room := limit - Width(line); limit > 0 && Width(s) > room {
			s = strings.Join(Words(s, room, room), "\n"+strings.Repeat(" ", Width(line)))
		}
		line += s
	}
	if line = strings.TrimRight(line, " "); line != "" {
		b.WriteString(line + "\n")
	}
}
