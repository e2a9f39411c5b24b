package look

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// pageWidth is the value of a flag that takes a length; it is kept in points, 72 to the inch.
type pageWidth float64

var _ pflag.Value = new(pageWidth)

// lengths are the units of a length, in points. A TeX point is a little less than ours, 72 to 72.27.
var lengths = []struct {
	unit   string
	points float64
}{{"in", 72}, {"cm", 72 / 2.54}, {"mm", 72 / 25.4}, {"pt", 1}}

const leastPage, mostPage = 36, 7200 // points: half an inch, a hundred inches

func (w *pageWidth) Set(text string) error {
	for _, l := range lengths {
		number, ok := strings.CutSuffix(strings.TrimSpace(text), l.unit)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(v*l.points >= leastPage && v*l.points <= mostPage) {
			break
		}
		*w = pageWidth(v * l.points)
		return nil
	}
	return fmt.Errorf("--width = %s, want a length from 0.5in to 100in, as 3.5in, 89mm or 252pt", text)
}

func (w *pageWidth) String() string {
	if *w == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*w), 'g', 6, 64) + "pt"
}

func (w *pageWidth) Type() string { return "length" }
