package workflow

import (
	"fmt"
	"html"
	"strings"

	"nmfrepro/reports/result"
)

// The overview's measures, in units of its drawing.
const (
	overviewWidth = 760
	overviewBar   = 640 // where bars end
	overviewLabel = 96  // where they begin
	overviewRow   = 34
)

// inks are the colours of verdicts, which white text can be read on.
var inks = map[string]string{
	result.KindSameRun: "#0b5345", result.KindAgrees: "#1f7a3d", result.KindClose: "#4d7c0f", result.KindInconclusive: "#9a6700",
	result.KindDiffers:    "#b3261e",
	result.KindSubstitute: "#57606a", result.KindMissing: "#6e7781", result.KindFailed: "#7d1128",
}

// overview draws the verdicts on all reported numbers, a bar for each paper, as an SVG image that reads on light and on dark pages.
func overview(papers []result.Paper) string {
	var b strings.Builder
	height := overviewRow*len(papers) + 58
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="sans-serif" font-size="14">`+"\n", overviewWidth, height, overviewWidth, height)
	b.WriteString(
		"<style>.t{fill:#24292f}@media(prefers-color-scheme:dark){.t{fill:#e6edf3}}.n{fill:#fff;text-anchor:middle;font-size:12px}</style>\n")
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(overviewTitle(papers)))
	found := map[string]bool{}
	for i, p := range papers {
		y := overviewRow*i + 6
		fmt.Fprintf(&b, `<text class="t" x="0" y="%d">%s</text>`+"\n", y+18, html.EscapeString(p.Short))
		counts, x := p.Verdicts(), float64(overviewLabel)
		for _, k := range result.Kinds {
			n := counts[k.Kind]
			if n == 0 {
				continue
			}
			found[k.Kind] = true
			w := float64(overviewBar-overviewLabel) * float64(n) / float64(p.Numbers())
			fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="%.1f" height="26" fill="%s"/>`, x, y, w, inks[k.Kind])
			if w >= 26 {
				fmt.Fprintf(&b, `<text class="n" x="%.1f" y="%d">%s %d</text>`, x+w/2, y+18, html.EscapeString(k.Sign), n)
			}
			b.WriteString("\n")
			x += w
		}
		fmt.Fprintf(&b, `<text class="t" x="%d" y="%d">%d numbers</text>`+"\n", overviewBar+10, y+18, p.Numbers())
	}
	x, y := 0, overviewRow*len(papers)+34
	for _, k := range result.Kinds {
		if found[k.Kind] {
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="14" height="14" fill="%s"/><text class="t" x="%d" y="%d" font-size="12">%s %s</text>`+"\n",
				x, y-12, inks[k.Kind], x+19, y, html.EscapeString(k.Sign), k.Kind)
			x += 47 + 7*len(k.Kind)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func overviewTitle(papers []result.Paper) string {
	var parts []string
	for _, p := range papers {
		counts, same := p.Verdicts(), ""
		if n := counts[result.KindSameRun]; n > 0 {
			same = fmt.Sprintf("%d are of the same run, ", n)
		}
		parts = append(parts, fmt.Sprintf("%s: of %d reported numbers %s%d agree, %d are close, %d inconclusive, %d differ",
			p.Short, p.Numbers(), same, counts[result.KindAgrees], counts[result.KindClose], counts[result.KindInconclusive],
			counts[result.KindDiffers]))
	}
	return strings.Join(parts, "; ")
}
