package printed

import "strings"

// What commands of LaTeX become: a character, their last argument, or nothing.
var (
	symbols = map[string]string{
		"pm": "±", "times": "×", "cdot": "×", "%": "%", "&": "&", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}", ",": " ", ";": " ", ":": " ", "!": "",
		" ": " ", "\n": " ", "quad": " ", "qquad": " ", "O": "Ø", "o": "ø", "varnothing": "Ø", "emptyset": "Ø", "uparrow": "↑", "downarrow": "↓",
		"checkmark": "✓", "textendash": "–", "textemdash": "—", "dots": "...", "ldots": "...", "cdots": "...", "infty": "∞", "ell": "l", "sim": "~",
		"approx": "≈", "leq": "≤", "geq": "≥", "le": "≤", "ge": "≥", "textpm": "±", "textpercent": "%", "alpha": "α", "beta": "β", "gamma": "γ", "lambda": "λ",
		"mu": "μ", "sigma": "σ", "rho": "ρ", "tau": "τ", "star": "*", "ast": "*", "newline": " ", `\`: " ", "tabularnewline": " ", "bullet": "•", "circ": "°",
	}
	wrappers = map[string]bool{ // that show their argument
		"text": true, "textit": true, "emph": true, "mathrm": true, "textrm": true, "mathit": true, "textsc": true, "texttt": true, "textsf": true, "textnormal": true,
		"mbox": true, "hbox": true, "mathsf": true, "mathtt": true, "mathcal": true, "operatorname": true, "num": true, "makecell": true, "shortstack": true,
		"thead": true, "specialcell": true, "textup": true, "underline": true, "uline": true, "ul": true, "underbar": true, "dashuline": true, "uwave": true, "overline": true,
		"tablenum": true, "ensuremath": true, "multicell": true, "fbox": true, "MakeUppercase": true, "acs": true, "acl": true, "ac": true,
	}
	bolds = map[string]bool{ // those among them that are bold
		"textbf": true, "mathbf": true, "bm": true, "boldsymbol": true, "pmb": true, "mathbold": true, "boldmath": false,
	}
	switches = map[string]bool{"bf": true, "bfseries": true, "boldmath": true} // bold to the end of the group
	dropped  = map[string]int{                                                 // with so many arguments
		"cite": 1, "citep": 1, "citet": 1, "citealp": 1, "footnote": 1, "footnotemark": 0, "tnote": 1, "label": 1, "ref": 1, "textsuperscript": 1, "color": 1,
		"cellcolor": 1, "phantom": 1, "hphantom": 1, "vphantom": 1, "hspace": 1, "vspace": 1, "rule": 2, "fontsize": 2, "rowcolor": 1, "definecolor": 3, "raisebox": 0,
		"hskip": 0, "dag": 0, "ddag": 0, "dagger": 0, "ddagger": 0, "S": 0, "P": 0, "url": 1, "begin": 1, "end": 1, "cline": 1, "cmidrule": 1, "textcolor": 1, "colorbox": 1,
		"rotatebox": 1, "resizebox": 2, "scalebox": 1, "href": 1, "parbox": 1, "si": 0, "SI": 0, "qty": 0,
	}
)

// plain is the text of a piece of LaTeX and whether any number or word of it is bold. A superscript that is no power of ten
// is the mark of a note and left out; a subscript that is a number stands for a deviation.
func plain(s string) (string, bool) {
	p := &plainer{}
	p.write(s, false)
	text := strings.NewReplacer("~", " ", "---", "—", "--", "–", "``", "\"", "''", "\"", "\u00a0", " ").Replace(p.out.String())
	return strings.Join(strings.Fields(text), " "), p.bold
}

type plainer struct {
	out  strings.Builder
	bold bool
}

func (p *plainer) put(s string, bold bool) {
	p.out.WriteString(s)
	p.bold = p.bold || bold && strings.TrimSpace(s) != "" && s != "±"
}

func (p *plainer) write(s string, bold bool) {
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '{':
			var inner string
			inner, i = argument(s, i)
			p.write(inner, bold)
		case '}', '$':
			i++
		case '^', '_':
			var inner string
			inner, i = argument(s, i+1)
			p.script(c, inner, bold)
		case '\\':
			i = p.command(s, i, &bold)
		default:
			j := i + 1
			for j < len(s) && !strings.ContainsRune(`{}$^_\`, rune(s[j])) {
				j++
			}
			p.put(s[i:j], bold)
			i = j
		}
	}
}

// script writes a superscript or subscript.
func (p *plainer) script(c byte, inner string, bold bool) {
	text, strong := plain(inner)
	before := strings.TrimSpace(p.out.String())
	digit := before != "" && before[len(before)-1] >= '0' && before[len(before)-1] <= '9' || strings.HasSuffix(before, "%")
	switch {
	case c == '^' && strings.HasSuffix(before, "10") && signed.MatchString(text):
		p.put("^"+text, bold || strong)
	case strings.HasPrefix(text, "±"):
		p.put(text, bold || strong)
	case c == '_' && digit && signed.MatchString(text):
		p.put("±"+text, bold || strong)
	case c == '^': // the mark of a note, or an exponent of a name
		if !digit && text != "*" {
			p.put(text, bold)
		}
	default:
		p.put(text, bold || strong)
	}
}

// command writes what a command at i stands for, and returns where it ends.
func (p *plainer) command(s string, i int, bold *bool) int {
	name, next := command(s, i)
	if next < len(s) && s[next] == '*' && len(name) > 1 {
		next++
	}
	switch {
	case switches[name]:
		*bold = true
	case bolds[name] || wrappers[name]:
		next = pastOption(s, next)
		var inner string
		inner, next = argument(s, next)
		p.write(inner, *bold || bolds[name])
	case symbols[name] != "" || name == "!":
		p.put(symbols[name], *bold)
		if len(name) > 1 && next < len(s) && s[next] == ' ' { // the blank that ends a name is none
			next++
		}
	case name == "begin": // a table within a cell, with its widths
		_, next = argument(s, next)
		next = pastOption(s, next)
		if next < len(s) && s[next] == '{' {
			_, next = argument(s, next)
		}
	default:
		n, known := dropped[name]
		if !known {
			break // sizes, alignment and names that nobody knows: their arguments are shown
		}
		next = pastOption(s, next)
		for range n {
			_, next = argument(s, next)
		}
		next = pastOption(s, next)
	}
	return next
}
