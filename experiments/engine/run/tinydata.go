package run

import (
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
)

// tiny is the data on which parts are run: non-negative, of three classes in order, with some zeros. Grids of 8 and 32 lines
// divide its features.
var tiny = sync.OnceValue(func() *datasets.Data {
	const features, samples, classes = 32, 24, 3
	x := mat.NewDense(features, samples, nil)
	data := &datasets.Data{RowFeatures: tinyFactor(features, 3), ColumnFeatures: tinyFactor(samples, 4), Basis: tinyFactor(features, 5)}
	for j := range samples {
		data.Labels = append(data.Labels, j*classes/samples)
	}
	x.Apply(func(i, j int, _ float64) float64 {
		v := scatter(i, j, 0) / 4
		switch {
		case scatter(i, j, 1) < 0.1:
			return 0
		case i*classes/features == data.Labels[j]:
			v += 0.75
		}
		return v
	}, x)
	data.X = matrix.FromDense(x)
	return data
})

const tinyRank = 3

// scatter returns a number from 0 to 1 that looks drawn at random. It rests on no generator, which might change.
func scatter(i, j, k int) float64 {
	v := uint32(i*7919+j*104729+k*1299709+12345) * 2654435761
	v = (v ^ v>>15) * 2246822519
	v = (v ^ v>>13) * 3266489917
	return float64(v>>8) / (1 << 24)
}

func tinyFactor(rows, k int) *mat.Dense {
	if rows == 0 {
		return nil
	}
	a := mat.NewDense(rows, tinyRank, nil)
	a.Apply(func(i, j int, _ float64) float64 { return 0.1 + scatter(i, j, k) }, a)
	return a
}

// tinyMasked returns X with three of four entries known.
func tinyMasked() matrix.Matrix {
	var known []matrix.Triplet
	m, n := tiny().X.Dims()
	for i := range m {
		_, row := tiny().X.Row(i, make([]float64, n))
		for j, v := range row {
			if scatter(i, j, 2) < 0.75 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: v})
			}
		}
	}
	x, _ := matrix.NewMasked(m, n, known) // every entry is there once
	return x
}

func tinyStream() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
