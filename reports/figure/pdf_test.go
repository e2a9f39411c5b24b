package figure

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
)

var (
	startXref = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`)
	length    = regexp.MustCompile(`/Length (\d+) >>\nstream\n`)
)

// streams checks the skeleton of a PDF file (every offset points at its object, every stream is as long as it says) and
// returns the unpacked streams.
func streams(t *testing.T, file []byte) [][]byte {
	t.Helper()
	m := startXref.FindSubmatch(file)
	if m == nil {
		t.Fatal("no startxref")
	}
	start, _ := strconv.Atoi(string(m[1]))
	lines := strings.Split(string(file[start:]), "\n")
	if lines[0] != "xref" {
		t.Fatalf("startxref points at %q", lines[0])
	}
	n, err := strconv.Atoi(strings.TrimPrefix(lines[1], "0 "))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < n; i++ {
		entry := lines[2+i]
		if len(entry) != 19 { // and the line break: 20 bytes
			t.Fatalf("entry %q has %d bytes", entry, len(entry)+1)
		}
		offset, _ := strconv.Atoi(entry[:10])
		if want := strconv.Itoa(i) + " 0 obj\n"; !bytes.HasPrefix(file[offset:], []byte(want)) {
			t.Errorf("object %d is not at %d", i, offset)
		}
	}
	var out [][]byte
	for _, at := range length.FindAllSubmatchIndex(file, -1) {
		size, _ := strconv.Atoi(string(file[at[2]:at[3]]))
		if !bytes.HasPrefix(file[at[1]+size:], []byte("\nendstream\n")) {
			t.Errorf("stream at %d does not end after %d bytes", at[1], size)
		}
		z, err := zlib.NewReader(bytes.NewReader(file[at[1] : at[1]+size]))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data)
	}
	return out
}

func TestPDF(t *testing.T) {
	for _, f := range all() {
		found := streams(t, render(t, f, "pdf"))
		images := 0
		for _, p := range f.Plots {
			if p.Image != nil {
				images++
				if p.Image.Scale != nil { // the scale bar is one
					images++
				}
			}
		}
		if len(found) != 1+images {
			t.Fatalf("%s: %d streams, want the page and %d images", f.Address, len(found), images)
		}
		depth := 0
		for line := range strings.Lines(string(found[0])) {
			words := strings.Fields(line)
			for i, w := range words {
				switch _, err := strconv.ParseFloat(strings.Trim(w, "[]"), 64); {
				case w == "q":
					depth++
				case w == "Q":
					depth--
				case strings.Contains(w, "NaN") || strings.Contains(w, "Inf") || strings.ContainsAny(w, "eE") && err == nil:
					t.Fatalf("%s: operand %q in %q", f.Address, words[i], line)
				}
			}
			if depth < 0 {
				t.Fatalf("%s: Q without q", f.Address)
			}
		}
		if depth != 0 {
			t.Errorf("%s: %d q without Q", f.Address, depth)
		}
	}
}

// The operators are those of the PDF Reference 1.4, table A.1.
func TestPDFOperators(t *testing.T) {
	draw := func(c vg.Canvas) {
		c.SetColor(color.NRGBA{255, 0, 51, 51})
		c.SetLineDash([]vg.Length{1, 2.5}, 0)
		var p vg.Path
		p.Move(vg.Point{X: 0, Y: 0})
		p.QuadTo(vg.Point{X: 3, Y: 3}, vg.Point{X: 6, Y: 0}) // as a cubic: control points (2, 2) and (4, 2)
		p.Line(vg.Point{X: 1e-9, Y: -1e-9})
		p.Close()
		c.Stroke(p)
		c.Push()
		c.Translate(vg.Point{X: 1, Y: 2})
		c.DrawImage(vg.Rectangle{Min: vg.Point{X: 5, Y: 6}, Max: vg.Point{X: 15, Y: 8}}, image.NewNRGBA(image.Rect(0, 0, 2, 3)))
		c.Pop()
	}
	var out bytes.Buffer
	if err := canvas.PDF(&out, canvas.Sheet{Width: 100, Height: 50, Name: "a λ", Draw: draw}); err != nil {
		t.Fatal(err)
	}
	want := "1 0 0.2 rg 1 0 0.2 RG /G1 gs\n[1 2.5] 0 d\n0 0 m\n2 2 4 2 6 0 c\n0 0 l\nh\nS\nq\n1 0 0 1 1 2 cm\nq 10 0 0 2 5 6 cm /I0 Do Q\nQ\n"
	found := streams(t, out.Bytes())
	if got := string(found[0]); !strings.HasSuffix(got, want) {
		t.Errorf("operators\n%swant at their end\n%s", got, want)
	}
	for _, want := range []string{"/MediaBox [0 0 100 50]", "/G1 << /ca 0.2 /CA 0.2 >>", "/Width 2 /Height 3", "/Title <FEFF0061002003BB>"} {
		if !bytes.Contains(out.Bytes(), []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	if got := found[1]; len(got) != 18 {
		t.Errorf("image of 2×3 pixels has %d bytes, want 18", len(got))
	}
}
