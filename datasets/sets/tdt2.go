package sets

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// documents is a corpus in Deng Cai's form: a sparse fea with one document a row, and topics from 1 in gnd.
type documents struct {
	Weights string `yaml:"weights" doc:"tfidf (default): (1 + ln tf)·ln(N/df), each document then at unit length [tfidf.m]; or counts, as the file has them"`
	path    string
	classes int
}

// The weights of terms.
const (
	weightsTFIDF  = "tfidf"
	weightsCounts = "counts"
)

// Validate implements the check of options.
func (s *documents) Validate() error {
	if s.Weights != weightsTFIDF && s.Weights != weightsCounts {
		return fmt.Errorf("weights = %q, want %q or %q", s.Weights, weightsTFIDF, weightsCounts)
	}
	return nil
}

// Load implements Dataset.
func (s *documents) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	a, labels, err := readLabelled(folder, s.path, s.classes)
	if err != nil {
		return nil, err
	}
	if len(a.Dims) != 2 || a.Dims[0] != len(labels) || len(a.Row) != len(a.Real) {
		return nil, fmt.Errorf("%s holds %v values, want a sparse matrix with %d documents as rows", a.Name, a.Dims, len(labels))
	}
	entries := make([]matrix.Triplet, 0, len(a.Real))
	for k, v := range a.Real {
		if v > 0 {
			entries = append(entries, matrix.Triplet{Row: a.Col[k], Col: a.Row[k], Value: v})
		} else if v < 0 {
			return nil, errors.New(s.path + ": a term has a count below 0")
		}
	}
	if s.Weights == weightsTFIDF {
		weigh(entries, a.Dims[1], len(labels))
	}
	x, err := matrix.NewCSR(a.Dims[1], len(labels), entries)
	return &dataset.Data{X: x, Labels: labels, Classes: numbered(s.classes)}, err
}

// weigh makes counts of terms, by documents, their weights.
func weigh(entries []matrix.Triplet, terms, count int) {
	in, square := make([]float64, terms), make([]float64, count)
	for _, e := range entries {
		in[e.Row]++
	}
	for k, e := range entries {
		w := (1 + math.Log(e.Value)) * math.Log(float64(count)/in[e.Row])
		entries[k].Value = w
		square[e.Col] += w * w
	}
	for k, e := range entries {
		if square[e.Col] > 0 {
			entries[k].Value /= math.Sqrt(square[e.Col])
		}
	}
}
