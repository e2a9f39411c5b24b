package render

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode"

	"nmfrepro/reports/result"
)

// halves breaks a heading behind the blank or hyphen that is nearest to its middle, and not beside an equals sign.
func halves(s string) (first, second string, broken bool) {
	at := -1
	for i, r := range s {
		if (r == ' ' || r == '-') && i > 0 && i < len(s)-1 && s[i-1] != '=' && s[i+1] != '=' && (at < 0 || math.Abs(float64(2*i-len(s))) < math.Abs(float64(2*at-len(s)))) {
			at = i
		}
	}
	if at < 0 {
		return s, "", false
	}
	return strings.TrimRight(s[:at+1], " "), s[at+1:], true
}

// latexGroups returns the headings that columns share, with a rule under each.
func latexGroups(columns []result.Column) (line, rules string) {
	cells := []string{""}
	for _, run := range result.Runs(columns) {
		group := columns[run[0]].Group
		if group == "" {
			cells = append(cells, "")
			continue
		}
		cells = append(cells, fmt.Sprintf("\\multicolumn{%d}{l}{%s}", len(run), latex(group)))
		rules += fmt.Sprintf("\\cmidrule(lr){%d-%d}", run[0]+2, run[len(run)-1]+2)
	}
	if rules == "" {
		return "", ""
	}
	return latexLine(cells), rules + "\n"
}

func latexLine(cells []string) string { return strings.Join(cells, " & ") + " \\\\\n" }

// command matches a command of LaTeX with the brace behind it.
var command = regexp.MustCompile(`\\([a-z]+|.)|[{}]`)

// latexWidth estimates how wide a text is in Computer Modern of that size: a letter or a sign by its kind, bold a tenth more.
func latexWidth(s string, points float64) (width float64) {
	bold := strings.Contains(s, `\textbf`)
	for _, r := range command.ReplaceAllStringFunc(s, func(c string) string {
		switch {
		case c == `\quad`, c == `\pm`, c == `\approx`, c == `\neq`, c == `\sim`, c == `\equiv`:
			return "M"
		case strings.HasPrefix(c, `\ensuremath`), strings.HasPrefix(c, `\text`), c == `\phantom`, len(c) == 1:
			return ""
		}
		return "n"
	}) {
		switch {
		case strings.ContainsRune("ijlt.,:;'|()[] ", r):
			width += 0.36
		case unicode.IsUpper(r), strings.ContainsRune("mw=%", r):
			width += 0.82
		default:
			width += 0.57
		}
	}
	if bold {
		width *= 1.1
	}
	return width * points
}

// label returns the key of the float: each selection of a table has its own.
func (t *latexTable) label() string {
	parts := []string{strings.ReplaceAll(t.Address, "/", "-")}
	if t.Asked != "" {
		parts = append(parts, t.Asked)
	}
	if t.opt.selects() {
		parts = append(parts, strings.ToLower(strings.Join(t.opt.Columns, "+")))
	}
	if t.opt.Transpose {
		parts = append(parts, "transposed")
	}
	return labelled(strings.Join(parts, ":"))
}

// labelled returns a text without the characters that a \label cannot have.
func labelled(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(":-.+", r)) {
			return r
		}
		return '-'
	}, s)
}

// latexEscapes covers what is special to LaTeX and what pdflatex cannot typeset from UTF-8 text. A leading bracket would be
// taken for the option of the line break before it.
var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\ensuremath{\sim}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"[", "{[}", "]", "{]}", "±", `\ensuremath{\pm}`, "×", `\ensuremath{\times}`, "†", `\ensuremath{\dagger}`, "≠", `\ensuremath{\neq}`, "≡", `\ensuremath{\equiv}`,
	"–", "--", "--", "-{}-", "…", `\dots{}`,
	"≥", `\ensuremath{\ge}`, "≤", `\ensuremath{\le}`, "≈", `\ensuremath{\approx}`, "−", `\ensuremath{-}`, "·", `\ensuremath{\cdot}`,
	"↓", `\ensuremath{\downarrow}`, "↑", `\ensuremath{\uparrow}`, "↕", `\ensuremath{\updownarrow}`,
	"²", `\ensuremath{^2}`, "⁴", `\ensuremath{^4}`, "⁻", `\ensuremath{^-}`, "√", `\ensuremath{\surd}`, "ᵀ", `\ensuremath{^T}`, "‖",
	`\ensuremath{\|}`, "λ", `\ensuremath{\lambda}`, "β", `\ensuremath{\beta}`,
	"σ", `\ensuremath{\sigma}`, "α", `\ensuremath{\alpha}`, "½", `\ensuremath{\frac12}`, "′", `\ensuremath{'}`, "\n", " ",
)

// tilde matches a letter with a tilde behind it, as in W~.
var tilde = regexp.MustCompile(`([A-Za-z])\\ensuremath\{\\sim\}`)

func latex(s string) string {
	return tilde.ReplaceAllString(latexEscapes.Replace(s), `\ensuremath{\widetilde{$1}}`)
}
