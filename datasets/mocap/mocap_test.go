package mocap

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

const skeleton = `# made for this test
:version 1.10
:name VICON
:root
   order TX TY TZ RX RY RZ
   axis XYZ
:bonedata
  begin
     id 1
     name hip
     direction 0 1 0
  end
  begin
     id 2
     name femur
     dof rx ry
     limits (-160.0 20.0)
            (-70.0 70.0)
  end
:hierarchy
  begin
    root hip femur
  end
`

const motion = `# comment
:FULLY-SPECIFIED
:DEGREES
1
root 1 2 3 4 5 6
femur -7.5 8e-014
2
femur 9 10
root 0 0 0 0 0 0
`

func TestMotion(t *testing.T) {
	bones, err := Skeleton(strings.NewReader(skeleton), "a.asf")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadMotion(strings.NewReader(motion), "a.amc", bones)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(m.Channels, " "); got != "root.tx root.ty root.tz root.rx root.ry root.rz femur.rx femur.ry" {
		t.Errorf("channels %s", got)
	}
	want := mat.NewDense(2, 8, []float64{1, 2, 3, 4, 5, 6, -7.5, 8e-14, 0, 0, 0, 0, 0, 0, 9, 10})
	if !mat.Equal(m.Frames, want) {
		t.Errorf("got %v", mat.Formatted(m.Frames))
	}
}

func TestMotionErrors(t *testing.T) {
	bones, err := Skeleton(strings.NewReader(skeleton), "a.asf")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{motion, "", "no frames"},
		{":DEGREES", ":RADIANS", "a.amc:3: angles in radians"},
		{"\n1\n", "\n2\n", "frame 2 after frame 0"},
		{"femur -7.5 8e-014\n", "", "frame 1 gives 1 bones, the skeleton has 2"},
		{"femur 9 10\n", "", "frame 2 gives 1 bones"},
		{"femur 9 10", "tibia 9 10", `bone "tibia" is not in the skeleton`},
		{"femur 9 10", "femur 9", `bone "femur" has 1 values, want 2`},
		{"femur 9 10", "femur 9 10\nfemur 9 10", "twice in frame 2"},
		{"femur 9 10", "femur 9 ten", `a.amc:8: found "ten", want a number`},
		{"femur 9 10", "femur 9 NaN", `found "NaN", want a number`},
		{"\n1\n", "\n", "before the first frame"},
	} {
		text := strings.Replace(motion, tt.old, tt.new, 1)
		if _, err := ReadMotion(strings.NewReader(text), "a.amc", bones); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
	for text, want := range map[string]string{
		"":                       "want an ASF skeleton",
		"<html>":                 "want an ASF skeleton",
		":bonedata\nname x\n":    "outside of begin and end",
		":bonedata\nbegin\nend":  "a bone without a name",
		strings.Repeat("x", 1e5): "token too long",
	} {
		if _, err := Skeleton(strings.NewReader(text), "a.asf"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %q", text, err, want)
		}
	}
}

// c3d makes a file of two markers and two frames; floating tells how positions are stored.
func c3d(floating bool) []byte {
	b := make([]byte, 3*c3dBlock)
	word := func(i, v int) { binary.LittleEndian.PutUint16(b[2*(i-1):], uint16(v)) }
	b[0], b[1] = 2, c3dMagic
	word(2, 2)  // markers
	word(3, 1)  // analog values a frame
	word(4, 10) // first frame
	word(5, 11)
	scale := float32(0.5)
	if floating {
		scale = -scale
	}
	binary.LittleEndian.PutUint32(b[12:], math.Float32bits(scale))
	word(9, 3) // data starts in block 3
	binary.LittleEndian.PutUint32(b[20:], math.Float32bits(120))
	b[c3dBlock+3] = c3dIntel
	at := 2 * c3dBlock
	for f := range 2 {
		for k := range 9 { // two markers of x, y, z, residual; one analog value
			v := float64(10*f + k)
			if k == 7 && f == 1 {
				v = -1 // the second marker was not seen
			}
			if floating {
				binary.LittleEndian.PutUint32(b[at:], math.Float32bits(float32(v)))
				at += 4
			} else {
				binary.LittleEndian.PutUint16(b[at:], uint16(int16(v)))
				at += 2
			}
		}
	}
	return b
}

func TestC3D(t *testing.T) {
	for floating, factor := range map[bool]float64{true: 1, false: 0.5} {
		data := c3d(floating)
		m, err := ReadC3D(bytes.NewReader(data), int64(len(data)), "a.c3d")
		if err != nil {
			t.Fatal(err)
		}
		if r, c := m.Frames.Dims(); r != 2 || c != 6 || m.Rate != 120 || m.Count != 2 {
			t.Fatalf("%d×%d at %v", r, c, m.Rate)
		}
		if got, want := m.Frames.At(1, 2), 12*factor; got != want {
			t.Errorf("z of the first marker in frame 2 is %v, want %v", got, want)
		}
		if got, want := m.Frames.At(0, 3), 4*factor; got != want {
			t.Errorf("x of the second marker in frame 1 is %v, want %v", got, want)
		}
		if !math.IsNaN(m.Frames.At(1, 3)) {
			t.Error("a marker that was not seen has a place")
		}
	}
	good := c3d(true)
	for name, change := range map[string]func(b []byte) []byte{
		"short":            func(b []byte) []byte { return b[:100] },
		"no magic":         func(b []byte) []byte { b[1] = 0; return b },
		"no parameters":    func(b []byte) []byte { b[0] = 200; return b },
		"other machine":    func(b []byte) []byte { b[c3dBlock+3] = 86; return b },
		"no markers":       func(b []byte) []byte { b[2] = 0; return b },
		"lying frames":     func(b []byte) []byte { b[8], b[9] = 0xff, 0xff; return b },
		"frames backwards": func(b []byte) []byte { b[8] = 1; return b },
		"scale is NaN":     func(b []byte) []byte { binary.LittleEndian.PutUint32(b[12:], 0x7fc00000); return b },
	} {
		data := change(bytes.Clone(good))
		if _, err := ReadC3D(bytes.NewReader(data), int64(len(data)), "a.c3d"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestReal reads a take of HDM05 where it is at hand: 202 frames (its README), 62 channels (counted in the ASF file).
func TestReal(t *testing.T) {
	folder := os.Getenv("NMFREPRO_DATA")
	if folder == "" {
		return // the made files above have the same form
	}
	open := func(name string) *os.File {
		f, err := os.Open(filepath.Join(folder, "hdm05", name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	bones, err := Skeleton(open("HDM_dg.asf"), "HDM_dg.asf")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadMotion(open("HDM_dg_06-03_03_120.amc"), "HDM_dg_06-03_03_120.amc", bones)
	if err != nil {
		t.Fatal(err)
	}
	if r, c := m.Frames.Dims(); r != 202 || c != 62 || m.Frames.At(0, 0) != 22.6974 {
		t.Errorf("%d×%d from %v, want 202×62 from 22.6974", r, c, m.Frames.At(0, 0))
	}
	f := open("HDM_dg_06-03_03_120.c3d")
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	markers, err := ReadC3D(f, info.Size(), f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := markers.Frames.Dims(); r != 202 || markers.Rate != 120 || markers.Count < 38 {
		t.Errorf("%d frames of %d markers at %v a second, want 202 at 120", r, markers.Count, markers.Rate)
	}
}

func FuzzMotion(f *testing.F) {
	f.Add(skeleton, motion)
	f.Fuzz(func(t *testing.T, asf, amc string) {
		bones, err := Skeleton(strings.NewReader(asf), "fuzz")
		if err != nil {
			return
		}
		m, err := ReadMotion(strings.NewReader(amc), "fuzz", bones)
		if err != nil {
			return
		}
		if _, c := m.Frames.Dims(); c != len(m.Channels) {
			t.Fatalf("%d columns for %d channels", c, len(m.Channels))
		}
	})
}

func FuzzC3D(f *testing.F) {
	f.Add(c3d(true))
	f.Add(c3d(false))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadC3D(bytes.NewReader(data), int64(len(data)), "fuzz")
		if err == nil && len(m.Frames.RawMatrix().Data) > len(data) {
			t.Fatalf("%d values from %d bytes", len(m.Frames.RawMatrix().Data), len(data))
		}
	})
}
