package sets

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strconv"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// filmTable is the table of ratings: a line of films, then a line for each user, with empty cells where no rating is.
type filmTable struct{}

// Load implements Dataset.
func (s *filmTable) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	const path = "embedded/rpr_movies.csv"
	f, err := folder.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll() // with as many cells in every line
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("%s: %d lines, want the films and at least one user", path, len(lines))
	}
	data := &dataset.Data{Columns: lines[0][1:], Triples: [][3]int{{1, 2, 0}}}
	var ratings []matrix.Triplet
	for i, line := range lines[1:] {
		data.Rows = append(data.Rows, "user "+line[0])
		for j, cell := range line[1:] {
			if cell == "" {
				continue
			}
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: rating %q, want a number or nothing", path, i+2, cell)
			}
			ratings = append(ratings, matrix.Triplet{Row: i, Col: j, Value: v})
		}
	}
	data.X, err = matrix.NewMasked(len(data.Rows), len(data.Columns), ratings)
	return data, err
}
