package site

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"strconv"

	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

// contestWidth is that of a critical-difference diagram in points: on a telephone its letters are as large as the text.
const contestWidth = 280

// Picture writes a figure into a file beside the page and is the element that shows it, described for those who cannot see
// it. A figure without plots is nothing.
func (v *view) Picture(key string, f reports.Figure) (template.HTML, error) {
	return v.picture(key, f, figure.Options{})
}

// Ranks is the picture of a contest, bare; it is wider where the names of the methods want it.
func (v *view) Ranks(i int, c reports.Contest) (template.HTML, error) {
	key := fmt.Sprint("ranks", i+1)
	element, err := v.picture(key, c.Diagram(), figure.Options{Width: contestWidth, Bare: true})
	if err != nil {
		return v.picture(key, c.Diagram(), figure.Options{Bare: true})
	}
	return element, nil
}

var size = regexp.MustCompile(`width="([0-9.]+)pt" height="([0-9.]+)pt"`)

func (v *view) picture(key string, f reports.Figure, o figure.Options) (template.HTML, error) {
	if len(f.Plots) == 0 {
		return "", nil
	}
	var out bytes.Buffer
	if err := o.Render(&out, f, "svg"); err != nil {
		return "", err
	}
	file := File{v.Page + "-" + slug(key) + ".svg", out.Bytes()}
	v.pictures = append(v.pictures, file)
	pixels := func(points []byte) int {
		n, _ := strconv.ParseFloat(string(points), 64)
		return int(n * 4 / 3)
	}
	at := size.FindSubmatch(file.Data)
	return template.HTML(fmt.Sprintf(`<img src="%s" alt="%s" width="%d" height="%d">`, file.Name, template.HTMLEscapeString(figure.Alt(f)), pixels(at[1]), pixels(at[2]))), nil
}
