package sets

// This file reads the files of MovieLens 1M: fields separated by "::", one record a line, text in latin-1.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Rating is a line of ratings.dat. The time stamp is not kept: some copies have none.
type Rating struct {
	User, Movie int // numbers from 1
	Stars       int // 1 to 5
}

// User is a line of users.dat.
type User struct {
	ID         int
	Female     bool
	Age        int // 1, 18, 25, 35, 45, 50 or 56: the least age of the group
	Occupation int // 0 to 20
}

// Movie is a line of movies.dat.
type Movie struct {
	ID     int
	Title  string
	Genres []string
}

// maxLine bounds a line; the longest title takes 100 bytes.
const maxRating = 1 << 12

// maxID bounds numbers of users and movies, so that tables by number stay small.
const maxID = 1 << 20

// Ratings reads ratings.dat. name stands for the file in errors.
func Ratings(r io.Reader, name string) ([]Rating, error) {
	var out []Rating
	err := ratingLines(r, name, 4, func(f [][]byte) (err error) {
		var v Rating
		if v.User, err = number(f[0], "user", 1, maxID); err != nil {
			return err
		}
		if v.Movie, err = number(f[1], "movie", 1, maxID); err != nil {
			return err
		}
		if v.Stars, err = number(f[2], "rating", 1, 5); err != nil {
			return err
		}
		out = append(out, v)
		return nil
	})
	return out, err
}

// Users reads users.dat.
func Users(r io.Reader, name string) ([]User, error) {
	var out []User
	err := ratingLines(r, name, 5, func(f [][]byte) (err error) {
		var v User
		if v.ID, err = number(f[0], "user", 1, maxID); err != nil {
			return err
		}
		if g := string(f[1]); g != "F" && g != "M" {
			return fmt.Errorf("gender %q, want F or M", g)
		}
		v.Female = f[1][0] == 'F'
		if v.Age, err = number(f[2], "age", 1, 150); err != nil {
			return err
		}
		if v.Occupation, err = number(f[3], "occupation", 0, 20); err != nil {
			return err
		}
		out = append(out, v)
		return nil
	})
	return out, err
}

// Movies reads movies.dat.
func Movies(r io.Reader, name string) ([]Movie, error) {
	var out []Movie
	err := ratingLines(r, name, 3, func(f [][]byte) (err error) {
		v := Movie{Title: latin1(f[1])}
		if v.ID, err = number(f[0], "movie", 1, maxID); err != nil {
			return err
		}
		for g := range bytes.SplitSeq(f[2], []byte("|")) {
			v.Genres = append(v.Genres, latin1(g))
		}
		out = append(out, v)
		return nil
	})
	return out, err
}

var separator = []byte("::")

// lines calls use with the fields of each line.
func ratingLines(r io.Reader, name string, fields int, use func([][]byte) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, maxRating), maxRating)
	f := make([][]byte, fields)
	n := 0
	for s.Scan() {
		n++
		line := bytes.TrimSuffix(s.Bytes(), []byte("\r"))
		if found := bytes.Count(line, separator) + 1; found != fields {
			return fmt.Errorf("movielens: %s:%d: found %d fields, want %d with :: between", name, n, found, fields)
		}
		for i := range f {
			f[i], line, _ = bytes.Cut(line, separator)
		}
		if err := use(f); err != nil {
			return fmt.Errorf("movielens: %s:%d: %w", name, n, err)
		}
	}
	if err := s.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("movielens: %s:%d: a line of more than %d bytes", name, n+1, maxRating)
	} else if err != nil {
		return fmt.Errorf("movielens: %s: %w", name, err)
	}
	if n == 0 {
		return fmt.Errorf("movielens: %s: the file is empty", name)
	}
	return nil
}

// number parses decimal digits without allocating; there are four million of them.
func number(b []byte, what string, least, most int) (int, error) {
	v := 0
	for _, c := range b {
		if c < '0' || c > '9' || v > most {
			v = -1
			break
		}
		v = v*10 + int(c-'0')
	}
	if len(b) == 0 || v < least || v > most {
		return 0, fmt.Errorf("%s %q, want a number from %d to %d", what, b, least, most)
	}
	return v, nil
}

// latin1 decodes ISO 8859-1, where every byte is a code point.
func latin1(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}
