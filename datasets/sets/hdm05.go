package sets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

type hdm05Set struct {
	dataset.Scaled `yaml:",inline"`
	Skeleton       string `yaml:"skeleton" doc:"name of the ASF file without its ending; default HDM_bd"`
	Take           string `yaml:"take" doc:"name of the AMC file without its ending; default HDM_bd_01-01_01_120"`
	Step           int    `yaml:"step" doc:"every so many frames are kept; default 1, all of the 120 a second"`
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func (s *hdm05Set) Validate() error {
	for _, n := range []string{s.Skeleton, s.Take} {
		if !plainName.MatchString(n) {
			return fmt.Errorf("skeleton or take = %q, want the name of a file without folder and ending", n)
		}
	}
	if s.Step < 1 {
		return fmt.Errorf("step = %d, want ≥ 1", s.Step)
	}
	return nil
}

// Load implements Dataset. Samples are frames in their order.
func (s *hdm05Set) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	asf, err := folder.Open("hdm05/" + s.Skeleton + ".asf")
	if err != nil {
		return nil, err
	}
	defer asf.Close()
	skeleton, err := Skeleton(asf, s.Skeleton+".asf")
	if err != nil {
		return nil, err
	}
	amc, err := folder.Open("hdm05/" + s.Take + ".amc")
	if err != nil {
		return nil, err
	}
	defer amc.Close()
	motion, err := ReadMotion(amc, s.Take+".amc", skeleton)
	if err != nil {
		return nil, err
	}
	all, channels := motion.Frames.Dims()
	n := (all + s.Step - 1) / s.Step
	x := mat.NewDense(channels, n, nil)
	for i := range channels {
		for j := range n {
			x.Set(i, j, motion.Frames.At(j*s.Step, i))
		}
	}
	shiftRows(x)
	data := &dataset.Data{X: matrix.FromDense(x), Rows: motion.Channels}
	return data, s.labels(folder, data, all)
}

// labels reads the file of labels, one number from 1 for each frame of the take, if it is there.
func (s *hdm05Set) labels(folder fs.FS, data *dataset.Data, frames int) error {
	name := "hdm05/" + s.Take + ".labels.csv"
	f, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	list, err := tabular.Integers(f, name, 1)
	if err != nil {
		return err
	}
	if len(list) != frames {
		return fmt.Errorf("%s: %d labels, want one for each of the %d frames", name, len(list), frames)
	}
	most := 0
	for j := 0; j < frames; j += s.Step {
		if list[j][0] < 1 || list[j][0] > frames {
			return fmt.Errorf("%s:%d: label %d, want 1 or more", name, j+1, list[j][0])
		}
		data.Labels = append(data.Labels, list[j][0]-1)
		most = max(most, list[j][0])
	}
	data.Classes = numbered(most)
	return nil
}

type motionModel struct {
	dataset.Scaled `yaml:",inline"`
	Frames         int `yaml:"frames" doc:"frames; default 9842 [ORNMF, section IV-F]"`
	Acts           int `yaml:"activities" doc:"activities; default 14 [ORNMF, section IV-F]"`
}

func (s *motionModel) Validate() error {
	if s.Acts < 1 || s.Frames < s.Acts || s.Frames > 1<<20 {
		return fmt.Errorf("frames = %d, activities = %d; want at least one activity, and as many frames as activities up to %d", s.Frames, s.Acts,
			1<<20)
	}
	return nil
}

// Load implements Dataset.
func (s *motionModel) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	const channels = 62
	x := mat.NewDense(channels, s.Frames, nil)
	data := &dataset.Data{X: matrix.FromDense(x), Classes: numbered(s.Acts), Substitute: "HDM05 scene 1-1"}
	for a := range s.Acts {
		from, to := a*s.Frames/s.Acts, (a+1)*s.Frames/s.Acts
		pace := 2 * math.Pi * (0.5 + rng.Float64()) / 120 // 0.5 to 1.5 turns a second at 120 frames a second
		for i := range channels {
			pose, swing, phase := 40*rng.NormFloat64(), 15*rng.Float64(), 2*math.Pi*rng.Float64()
			for j := from; j < to; j++ {
				x.Set(i, j, pose+swing*math.Sin(pace*float64(j)+phase)+rng.NormFloat64())
			}
		}
		for range to - from {
			data.Labels = append(data.Labels, a)
		}
	}
	shiftRows(x)
	return data, nil
}

// Recognise implements dataset.Recogniser: it tells whether a file is a skeleton, or a motion in degrees; nobody told us more about them.
func (s *hdm05Set) Recognise(folder fs.FS, path string) error {
	f, err := folder.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if strings.HasSuffix(path, ".asf") {
		_, err := Skeleton(f, path)
		return err
	}
	const start = 1 << 12
	head, err := io.ReadAll(io.LimitReader(f, start))
	if err == nil && !bytes.Contains(head, []byte("\n:DEGREES")) {
		err = fmt.Errorf("%s: no :DEGREES near the start, want an AMC motion", path)
	}
	return err
}
