package transcript

import (
	"strconv"
	"strings"
)

// macro is one that a text defines, as \newcommand{\best}[1]{\textbf{#1}}.
type macro struct {
	arguments int
	body      string
}

// definitions returns the macros that a text defines, and the text without the definitions, line by line as before.
func definitions(text string) (map[string]macro, string) {
	macros := map[string]macro{}
	var rest strings.Builder
	at := 0
	for _, m := range defining.FindAllStringSubmatchIndex(text, -1) {
		if m[0] < at {
			continue
		}
		name := text[max(m[2], m[6]):max(m[3], m[7])] // what is not there is at -1
		n, _ := strconv.Atoi(text[max(m[4], 0):max(m[5], 0)])
		end := m[1]
		if end >= len(text) || text[end] != '{' {
			continue // as \def\x#1{...}: left as it is
		}
		body, end := argument(text, end)
		macros[name] = macro{n, body}
		rest.WriteString(text[at:m[0]])
		rest.WriteString(strings.Repeat("\n", strings.Count(text[m[0]:end], "\n")))
		at = end
	}
	rest.WriteString(text[at:])
	return macros, rest.String()
}

// expand replaces the macros that the text itself defines, as \best{61.2}, three levels deep.
func expand(text string) string {
	macros, text := definitions(text)
	const levels, most = 3, 1 << 22
	for range levels {
		var out strings.Builder
		changed := false
		for i := 0; i < len(text); {
			if text[i] != '\\' {
				out.WriteByte(text[i])
				i++
				continue
			}
			name, next := command(text, i)
			m, known := macros[name]
			if !known || out.Len() > most {
				out.WriteString(text[i:next])
				i = next
				continue
			}
			body := m.body
			for k := range m.arguments {
				var a string
				a, next = argument(text, next)
				body = strings.ReplaceAll(body, "#"+strconv.Itoa(k+1), a)
			}
			changed = true
			out.WriteString("{" + body + "}")
			i = next
		}
		text = out.String()
		if !changed {
			break
		}
	}
	return text
}

// command reads \name or \x at i; next is behind it.
func command(s string, i int) (name string, next int) {
	j := i + 1
	for j < len(s) && (s[j] >= 'a' && s[j] <= 'z' || s[j] >= 'A' && s[j] <= 'Z') {
		j++
	}
	if j == i+1 && j < len(s) {
		j++
	}
	return s[i+1 : j], j
}

// argument reads {...} or a single token at i, past blanks.
func argument(s string, i int) (inner string, next int) {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') {
		i++
	}
	if i >= len(s) {
		return "", i
	}
	if s[i] == '\\' {
		_, next = command(s, i)
		return s[i:next], next
	}
	if s[i] != '{' {
		return s[i : i+1], i + 1
	}
	depth := 0
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[i+1 : j], j + 1
			}
		}
	}
	return s[i+1:], len(s)
}

// pastOption returns the place behind the [...] at i, and i where there is none.
func pastOption(s string, i int) int {
	const longest = 1000
	if i < len(s) && s[i] == '[' {
		return i + strings.IndexByte(s[i:min(len(s), i+longest)], ']') + 1
	}
	return i
}
