package sets

// This file reads motion capture: ASF skeletons with their AMC motions.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Bone is a bone of a skeleton, or its root, with the channels that a motion gives for it.
type Bone struct {
	Name     string
	Channels []string // rx, ry, rz, tx, ...
}

// Motion is a take: one row a frame, one column a channel.
type Motion struct {
	Channels []string // bone.channel
	Frames   *mat.Dense
}

// Limits of what a sound file holds.
const (
	maxLine   = 1 << 14
	maxBones  = 1 << 10
	maxFrames = 1 << 24
)

// Skeleton reads an ASF file: the bones that have channels, in its order, the root first.
func Skeleton(r io.Reader, name string) ([]Bone, error) {
	root := Bone{Name: "root"}
	var bones []Bone
	var bone *Bone // within begin ... end
	section := ""
	err := lines(r, name, func(f []string) error {
		switch {
		case strings.HasPrefix(f[0], ":"):
			section = f[0]
		case section == ":root" && f[0] == "order":
			for _, c := range f[1:] {
				root.Channels = append(root.Channels, strings.ToLower(c))
			}
		case section != ":bonedata":
		case f[0] == "begin":
			bone = new(Bone)
		case bone == nil:
			return fmt.Errorf("%q outside of begin and end", f[0])
		case f[0] == "name" && len(f) == 2:
			bone.Name = f[1]
		case f[0] == "dof":
			bone.Channels = append(bone.Channels, f[1:]...)
		case f[0] == "end":
			if bone.Name == "" {
				return errors.New("a bone without a name")
			}
			if len(bone.Channels) > 0 {
				bones = append(bones, *bone)
			}
			if bone = nil; len(bones) > maxBones {
				return fmt.Errorf("more than %d bones", maxBones)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(root.Channels) == 0 || len(bones) == 0 {
		return nil, fmt.Errorf("mocap: %s: no root order or no bones, want an ASF skeleton", name)
	}
	return append([]Bone{root}, bones...), nil
}

// ReadMotion reads the AMC file of a skeleton. Every frame must give every bone.
func ReadMotion(r io.Reader, name string, skeleton []Bone) (*Motion, error) {
	m := &Motion{}
	at := map[string]int{} // first column of a bone
	width := map[string]int{}
	for _, b := range skeleton {
		at[b.Name], width[b.Name] = len(m.Channels), len(b.Channels)
		for _, c := range b.Channels {
			m.Channels = append(m.Channels, b.Name+"."+c)
		}
	}
	p := &frames{columns: len(m.Channels), bones: len(skeleton), at: at, width: width}
	if err := lines(r, name, p.line); err != nil {
		return nil, err
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("mocap: %s: %w", name, err)
	}
	if p.count == 0 {
		return nil, fmt.Errorf("mocap: %s: no frames, want an AMC motion", name)
	}
	m.Frames = mat.NewDense(p.count, p.columns, p.values)
	return m, nil
}

// frames collects the values of an AMC file.
type frames struct {
	columns, bones int
	at, width      map[string]int
	values         []float64
	count          int
	seen           map[string]bool // bones of this frame
}

func (p *frames) line(f []string) error {
	if strings.HasPrefix(f[0], ":") {
		if f[0] == ":RADIANS" {
			return errors.New("angles in radians, want :DEGREES")
		}
		return nil
	}
	if number, err := strconv.Atoi(f[0]); err == nil && len(f) == 1 {
		if err := p.finish(); err != nil {
			return err
		}
		if number != p.count+1 {
			return fmt.Errorf("frame %d after frame %d", number, p.count)
		}
		if p.count++; p.count > maxFrames {
			return fmt.Errorf("more than %d frames", maxFrames)
		}
		p.values = append(p.values, make([]float64, p.columns)...)
		p.seen = make(map[string]bool, p.bones)
		return nil
	}
	start, ok := p.at[f[0]]
	switch {
	case p.seen == nil:
		return fmt.Errorf("%q before the first frame", f[0])
	case !ok:
		return fmt.Errorf("bone %q is not in the skeleton", f[0])
	case p.seen[f[0]]:
		return fmt.Errorf("bone %q is there twice in frame %d", f[0], p.count)
	case len(f)-1 != p.width[f[0]]:
		return fmt.Errorf("bone %q has %d values, want %d", f[0], len(f)-1, p.width[f[0]])
	}
	p.seen[f[0]] = true
	row := p.values[(p.count-1)*p.columns:]
	for k, text := range f[1:] {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || v-v != 0 {
			return fmt.Errorf("found %q, want a number", text)
		}
		row[start+k] = v
	}
	return nil
}

// finish checks the frame that ends.
func (p *frames) finish() error {
	if p.seen != nil && len(p.seen) != p.bones {
		return fmt.Errorf("frame %d gives %d bones, the skeleton has %d", p.count, len(p.seen), p.bones)
	}
	return nil
}

// lines calls use with the words of each line that is neither empty nor a comment.
func lines(r io.Reader, name string, use func([]string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, maxLine), maxLine)
	n := 0
	for s.Scan() {
		n++
		f := strings.Fields(s.Text())
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		if err := use(f); err != nil {
			return fmt.Errorf("mocap: %s:%d: %w", name, n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("mocap: %s:%d: %w", name, n+1, err)
	}
	return nil
}
