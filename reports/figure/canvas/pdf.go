package canvas

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"nmfrepro/datasets/list"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// pdf is a canvas of one page. That of gonum/plot numbers its images in the order of a map, stamps the time, writes fonts
// through temporary files, and multiplies colours by their opacity twice.
type pdf struct {
	width, height vg.Length
	title         string
	page          bytes.Buffer // operators
	images        []image.Image
	alphas        []uint8
}

var _ vg.CanvasWriterTo = (*pdf)(nil)

// PDF writes vector graphics whose texts are outlines.
func PDF(w io.Writer, p Sheet) error {
	c := &pdf{width: p.Width, height: p.Height, title: p.Name}
	c.put("1 j\n") // round joins, so that a sharp peak does not overshoot
	vg.Initialize(c)
	p.Draw(outlined{c})
	_, err := c.WriteTo(w)
	return err
}

func (c *pdf) put(format string, args ...any) { fmt.Fprintf(&c.page, format, args...) }

// number formats v in at most three decimals, as PDF has no exponents.
func number(v float64) string {
	s := strings.TrimRight(strconv.FormatFloat(v, 'f', 3, 64), "0")
	s = strings.TrimSuffix(s, ".")
	if s == "-0" {
		return "0"
	}
	return s
}

func pair(p vg.Point) string { return number(p.X.Points()) + " " + number(p.Y.Points()) }

func (c *pdf) Size() (w, h vg.Length)   { return c.width, c.height }
func (c *pdf) SetLineWidth(w vg.Length) { c.put("%s w\n", number(w.Points())) }

func (c *pdf) SetLineDash(pattern []vg.Length, offset vg.Length) {
	lengths := list.Join(pattern, " ", func(l vg.Length) string { return number(l.Points()) })
	c.put("[%s] %s d\n", lengths, number(offset.Points()))
}

func (c *pdf) SetColor(col color.Color) {
	n := color.NRGBAModel.Convert(col).(color.NRGBA)
	i := slices.Index(c.alphas, n.A)
	if i < 0 {
		i = len(c.alphas)
		c.alphas = append(c.alphas, n.A)
	}
	part := func(v uint8) string { return number(float64(v) / 255) }
	rgb := part(n.R) + " " + part(n.G) + " " + part(n.B)
	c.put("%s rg %s RG /G%d gs\n", rgb, rgb, i)
}

func (c *pdf) Rotate(angle float64) {
	s, k := math.Sincos(angle)
	c.put("%s %s %s %s 0 0 cm\n", number(k), number(s), number(-s), number(k))
}

func (c *pdf) Translate(p vg.Point) { c.put("1 0 0 1 %s cm\n", pair(p)) }
func (c *pdf) Scale(x, y float64)   { c.put("%s 0 0 %s 0 0 cm\n", number(x), number(y)) }

func (c *pdf) Push()            { c.put("q\n") }
func (c *pdf) Pop()             { c.put("Q\n") }
func (c *pdf) Stroke(p vg.Path) { c.path(p, "S") }
func (c *pdf) Fill(p vg.Path)   { c.path(p, "f") }

func (c *pdf) path(p vg.Path, operator string) {
	var at vg.Point
	for _, s := range p {
		switch s.Type {
		case vg.MoveComp:
			c.put("%s m\n", pair(s.Pos))
		case vg.LineComp:
			c.put("%s l\n", pair(s.Pos))
		case vg.CurveComp:
			one, two := s.Control[0], s.Control[len(s.Control)-1]
			if len(s.Control) == 1 { // a quadratic curve has its control point at two thirds of both cubic ones
				one, two = at.Add(one.Sub(at).Scale(2./3)), s.Pos.Add(two.Sub(s.Pos).Scale(2./3))
			}
			c.put("%s %s %s c\n", pair(one), pair(two), pair(s.Pos))
		case vg.CloseComp:
			c.put("h\n")
		default:
			panic(fmt.Sprintf("figure: pdf: path with a component of type %d", s.Type))
		}
		at = s.Pos
	}
	c.put("%s\n", operator)
}

// FillString panics: text reaches this canvas as outlines.
func (c *pdf) FillString(font.Face, vg.Point, string) { panic("figure: pdf: text without outlines") }

func (c *pdf) DrawImage(r vg.Rectangle, m image.Image) {
	size := r.Size()
	c.put("q %s 0 0 %s %s cm /I%d Do Q\n", number(size.X.Points()), number(size.Y.Points()), pair(r.Min), len(c.images))
	c.images = append(c.images, m)
}

// WriteTo writes the document: catalogue, pages, page, its operators, information, images.
func (c *pdf) WriteTo(w io.Writer) (int64, error) {
	var resources strings.Builder
	resources.WriteString("/ExtGState <<")
	for i, a := range c.alphas {
		v := number(float64(a) / 255)
		fmt.Fprintf(&resources, " /G%d << /ca %s /CA %s >>", i, v, v)
	}
	resources.WriteString(" >> /XObject <<")
	const firstImage = 6
	for i := range c.images {
		fmt.Fprintf(&resources, " /I%d %d 0 R", i, firstImage+i)
	}
	resources.WriteString(" >>")

	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << %s >> >>",
			number(c.width.Points()), number(c.height.Points()), resources.String()),
		stream("", c.page.Bytes()),
		// The date is fixed: the same figure gives the same bytes.
		fmt.Sprintf("<< /Title %s /Producer (nmfrepro) /CreationDate (D:20000101000000Z) /ModDate (D:20000101000000Z) >>", hexText(c.title)),
	}
	for _, m := range c.images {
		objects = append(objects, imageObject(m))
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.WriteTo(w)
}

func imageObject(m image.Image) string {
	b := m.Bounds()
	pixels := make([]byte, 0, 3*b.Dx()*b.Dy())
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			n := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			pixels = append(pixels, n.R, n.G, n.B)
		}
	}
	return stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 ", b.Dx(),
		b.Dy()), pixels)
}

func stream(dict string, data []byte) string {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(data) // into memory: cannot fail
	z.Close()
	return fmt.Sprintf("<< %s/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", dict, packed.Len(), packed.Bytes())
}

// hexText writes s as PDF strings hold Unicode: UTF-16 after a byte order mark.
func hexText(s string) string {
	var out strings.Builder
	out.WriteString("<FEFF")
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&out, "%04X", u)
	}
	return out.String() + ">"
}
