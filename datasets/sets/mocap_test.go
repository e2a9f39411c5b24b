package sets

import (
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
