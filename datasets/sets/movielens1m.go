package sets

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/solvers/matrix"
)

const movieZip = "movielens1m/ml-1m.zip"

// Groups of the side information, in the order of the README of the set.
var (
	movieAges   = []int{1, 18, 25, 35, 45, 50, 56}
	movieGenres = []string{
		"Action", "Adventure", "Animation", "Children's", "Comedy", "Crime", "Documentary", "Drama", "Fantasy", "Film-Noir",
		"Horror", "Musical", "Mystery", "Romance", "Sci-Fi", "Thriller", "War", "Western",
	}
)

const movieOccupations = 21

type movieSet struct{}

// Load implements Dataset. Rows go by the number of the user, columns by the number of the movie.
func (s *movieSet) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	files, err := movieFiles(folder)
	if err != nil {
		return nil, err
	}
	ratings, err := readWith(files, "ratings.dat", Ratings)
	if err != nil {
		return nil, err
	}
	users, err := readWith(files, "users.dat", Users)
	if err != nil {
		return nil, err
	}
	movies, err := readWith(files, "movies.dat", Movies)
	if err != nil {
		return nil, err
	}
	movies = rated(movies, ratings)
	slices.SortFunc(users, func(a, b User) int { return a.ID - b.ID })
	slices.SortFunc(movies, func(a, b Movie) int { return a.ID - b.ID })
	row, err := places(users, func(u User) int { return u.ID })
	if err != nil {
		return nil, fmt.Errorf("users.dat: %w", err)
	}
	col, err := places(movies, func(m Movie) int { return m.ID })
	if err != nil {
		return nil, fmt.Errorf("movies.dat: %w", err)
	}
	x, err := ratingMatrix(ratings, row, col)
	if err != nil {
		return nil, err
	}
	data := &dataset.Data{X: x, RowFeatures: userFeatures(users)}
	for _, u := range users {
		data.Rows = append(data.Rows, fmt.Sprintf("user %d", u.ID))
	}
	for _, m := range movies {
		data.Columns = append(data.Columns, m.Title)
	}
	data.ColumnFeatures, err = genreFeatures(movies)
	return data, err
}

// movieFiles returns the folder with the three files: in the archive, or unpacked beside it.
func movieFiles(folder fs.FS) (fs.FS, error) {
	r, size, err := dataset.ReaderAt(folder, movieZip)
	if errors.Is(err, fs.ErrNotExist) {
		return subfolderWith(folder, "ratings.dat", "movielens1m/ml-1m", "movielens1m")
	}
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", movieZip, err)
	}
	return subfolderWith(z, "ratings.dat", "ml-1m", ".")
}

// maxText bounds what a member of the archive may unpack to; ratings.dat has 25 MB.
const maxText = 1 << 28

func readWith[T any](fsys fs.FS, name string, read func(r io.Reader, name string) ([]T, error)) ([]T, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(io.LimitReader(f, maxText), name)
}

// rated keeps the movies that have a rating.
func rated(movies []Movie, ratings []Rating) []Movie {
	seen := list.Count(ratings, func(r Rating) int { return r.Movie })
	return slices.DeleteFunc(movies, func(m Movie) bool { return seen[m.ID] == 0 })
}

// places returns the position of each number, -1 for one that is not there.
func places[T any](list []T, id func(T) int) ([]int, error) {
	var out []int
	for i, v := range list {
		for len(out) <= id(v) {
			out = append(out, -1)
		}
		if out[id(v)] >= 0 {
			return nil, fmt.Errorf("number %d is there twice", id(v))
		}
		out[id(v)] = i
	}
	return out, nil
}

func ratingMatrix(ratings []Rating, row, col []int) (*matrix.Masked, error) {
	entries := make([]matrix.Triplet, len(ratings))
	m, n := 0, 0
	for k, r := range ratings {
		if r.User >= len(row) || row[r.User] < 0 || r.Movie >= len(col) || col[r.Movie] < 0 {
			return nil, fmt.Errorf("ratings.dat:%d: user %d or movie %d is in no list", k+1, r.User, r.Movie)
		}
		entries[k] = matrix.Triplet{Row: row[r.User], Col: col[r.Movie], Value: float64(r.Stars)}
	}
	for _, i := range row {
		m = max(m, i+1)
	}
	for _, j := range col {
		n = max(n, j+1)
	}
	return matrix.NewMasked(m, n, entries)
}

func userFeatures(users []User) *mat.Dense {
	out := mat.NewDense(len(users), 2+movieOccupations, nil)
	for i, u := range users {
		if u.Female {
			out.Set(i, 0, 1)
		}
		out.Set(i, 1, float64(max(slices.Index(movieAges, u.Age), 0)))
		out.Set(i, 2+u.Occupation, 1)
	}
	return out
}

func genreFeatures(movies []Movie) (*mat.Dense, error) {
	out := mat.NewDense(len(movies), len(movieGenres), nil)
	for i, m := range movies {
		for _, g := range m.Genres {
			k := slices.Index(movieGenres, g)
			if k < 0 {
				return nil, fmt.Errorf("movies.dat: %q has the unknown genre %q", m.Title, g)
			}
			out.Set(i, k, 1)
		}
	}
	return out, nil
}
