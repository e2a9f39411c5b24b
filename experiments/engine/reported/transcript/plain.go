package transcript

import (
	"regexp"
	"strings"
)

// The replacements of LaTeX commands: a character, their last argument, or nothing.
var (
	symbols = map[string]string{
		"pm": "±", "times": "×", "cdot": "×", "%": "%", "&": "&", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}", ",": " ", ";": " ", ":": " ",
		"!": "",
		" ": " ", "\n": " ", "quad": " ", "qquad": " ", "O": "Ø", "o": "ø", "varnothing": "Ø", "emptyset": "Ø", "uparrow": "↑", "downarrow": "↓",
		"checkmark": "✓", "textendash": "–", "textemdash": "—", "dots": "...", "ldots": "...", "cdots": "...", "infty": "∞", "ell": "l",
		"sim": "∼", "textasciitilde": "∼",
		"approx": "≈", "simeq": "≃", "cong": "≅", "lt": "<", "gt": ">", "textless": "<", "textgreater": ">", "ll": "≪", "gg": "≫",
		"leqslant": "≤", "geqslant": "≥",
		"lesssim": "≲", "gtrsim": "≳", "ne": "≠", "neq": "≠", "mp": "∓", "propto": "∝", "textminus": "-", "minus": "-", "slash": "/", "div": "÷",
		"leq": "≤", "geq": "≥", "le": "≤", "ge": "≥", "textpm": "±", "textpercent": "%", "alpha": "α", "beta": "β", "gamma": "γ", "lambda": "λ",
		"mu": "μ", "sigma": "σ", "rho": "ρ", "tau": "τ", "star": "*", "ast": "*", "newline": " ", `\`: " ", "tabularnewline": " ", "bullet": "•",
		"circ": "°",
	}
	wrappers = map[string]bool{ // that show their argument
		"text": true, "textit": true, "emph": true, "mathrm": true, "textrm": true, "mathit": true, "textsc": true, "texttt": true,
		"textsf": true, "textnormal": true,
		"mbox": true, "hbox": true, "mathsf": true, "mathtt": true, "mathcal": true, "operatorname": true, "makecell": true, "shortstack": true,
		"thead": true, "specialcell": true, "textup": true, "underline": true, "uline": true, "ul": true, "underbar": true, "dashuline": true,
		"uwave":      true,
		"ensuremath": true, "multicell": true, "fbox": true, "MakeUppercase": true, "acs": true, "acl": true, "ac": true,
	}
	bolds = map[string]bool{ // those among them that are bold
		"textbf": true, "mathbf": true, "bm": true, "boldsymbol": true, "pmb": true, "mathbold": true, "boldmath": false,
	}
	switches = map[string]bool{"bf": true, "bfseries": true, "boldmath": true} // bold to the end of the group
	dropped  = map[string]int{                                                 // with so many arguments
		"cite": 1, "citep": 1, "citet": 1, "citealp": 1, "footnote": 1, "footnotemark": 0, "tnote": 1, "label": 1, "ref": 1,
		"textsuperscript": 1, "color": 1,
		"cellcolor": 1, "phantom": 1, "hphantom": 1, "vphantom": 1, "hspace": 1, "vspace": 1, "rule": 2, "fontsize": 2, "rowcolor": 1,
		"definecolor": 3, "raisebox": 0,
		"hskip": 0, "dag": 0, "ddag": 0, "dagger": 0, "ddagger": 0, "S": 0, "P": 0, "url": 1, "begin": 1, "end": 1, "cline": 1, "cmidrule": 1,
		"textcolor": 1, "colorbox": 1,
		"rotatebox": 1, "resizebox": 2, "scalebox": 1, "href": 1, "parbox": 1, "si": 0, "SI": 0, "qty": 0, "tablefootnote": 1, "overset": 1,
		"underset": 1,
		"stackrel": 1, "rlap": 1, "llap": 1, "makebox": 0, "smash": 0,
		"displaystyle": 0, "textstyle": 0, "left": 0, "right": 0, "centering": 0, "raggedright": 0, "mathbin": 0,
		"sisetup": 1, "relax": 0, "hfill": 0, "hfil": 0, "strut": 0, "ignorespaces": 0, "unskip": 0, "leavevmode": 0, "protect": 0,
	}
	sizes = map[string]bool{"tiny": true, "scriptsize": true, "footnotesize": true, "small": true, "normalsize": true, "large": true,
		"Large": true, "scriptstyle": true}
	// Those that make another number of what they hold. They are shown as written, so that nothing is read there.
	kept = map[string]bool{
		"frac": true, "tfrac": true, "dfrac": true, "nicefrac": true, "sfrac": true, "sqrt": true, "binom": true, "sout": true, "st": true,
		"cancel": true, "xcancel": true,
		"bcancel": true, "hcancel": true, "overline": true, "substack": true, "not": true,
	}
)

// plain returns the text of a piece of LaTeX and whether any number or word of it is bold. A superscript that is no power of ten
// is the mark of a note and left out; a subscript behind a number stays one, as 0.5_1.
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
	digit := digitEnds(before) || strings.HasSuffix(before, "%")
	switch {
	case c == '^' && strings.HasSuffix(before, "10") && signed.MatchString(text):
		p.put("^"+text, bold || strong)
	case strings.HasPrefix(text, "±"):
		p.put(text, bold || strong)
	case c == '_' && digit && signed.MatchString(text):
		p.put("_"+text, bold || strong)
	case c == '^' && digit && strings.ContainsAny(text, "+-−"): // an exponent, or one of two bounds
		p.put("^"+text, bold || strong)
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
	case name == "textsubscript":
		var inner string
		inner, next = argument(s, next)
		p.script('_', inner, *bold)
	case kept[name]:
		next = p.literal(s, i, next, *bold)
	case sizes[name]:
		if behind := strings.TrimLeft(s[next:], " {"); digitEnds(p.out.String()) && behind != "" && (behind[0] == '.' || digitEnds(behind[:1])) {
			p.put("_", *bold) // a small number behind another is set as a subscript
		}
	case name == "num" || name == "tablenum":
		next = pastOption(s, next)
		var inner string
		inner, next = argument(s, next)
		p.write(uncertain(inner), *bold)
	case name == "begin": // a table within a cell, with its widths
		_, next = argument(s, next)
		next = pastOption(s, next)
		if next < len(s) && s[next] == '{' {
			_, next = argument(s, next)
		}
	default:
		n, known := dropped[name]
		if !known { // a name that nobody knows: its argument is shown
			if inner, after := argument(s, next); next < len(s) && s[next] == '{' && p.joins(inner, s[after:]) {
				return p.literal(s, i, next, *bold)
			}
			break
		}
		next = pastOption(s, next)
		for range n {
			_, next = argument(s, next)
		}
		next = pastOption(s, next)
	}
	return next
}

func digitEnds(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

// joins tells whether an argument would run together with a number before or behind it, as 50\std{2} would be 502.
func (p *plainer) joins(inner, behind string) bool {
	before := p.out.String()
	const digit = "0123456789.,"
	inner = strings.TrimSpace(inner)
	begins := func(s string) bool { return s != "" && strings.IndexByte(digit, s[0]) >= 0 }
	ends := func(s string) bool { return s != "" && strings.IndexByte(digit, s[len(s)-1]) >= 0 }
	return ends(before) && begins(inner) || ends(inner) && (begins(behind) || strings.HasPrefix(behind, "{"))
}

// literal writes a command at i and its arguments as they stand, and returns where they end.
func (p *plainer) literal(s string, i, next int, bold bool) int {
	next = pastOption(s, next)
	for next < len(s) && s[next] == '{' {
		_, next = argument(s, next)
	}
	p.put(s[i:next]+" ", bold)
	return next
}

var lastDigits = regexp.MustCompile(`^\s*([-+]?\d*\.(\d+))\s*\((\d+)\)\s*$`)

// uncertain writes 0.815(12), which siunitx reads as 0.815 ± 0.012, so.
func uncertain(number string) string {
	m := lastDigits.FindStringSubmatch(number)
	if m == nil || len(m[3]) > len(m[2]) {
		return number
	}
	return m[1] + "±0." + strings.Repeat("0", len(m[2])-len(m[3])) + m[3]
}
