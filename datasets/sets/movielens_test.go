package sets

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestReadRatings(t *testing.T) {
	ratings, err := Ratings(strings.NewReader("1::1193::5::978300760\n6040::1::1::0\r\n"), "ratings.dat")
	if want := []Rating{{1, 1193, 5}, {6040, 1, 1}}; err != nil || !reflect.DeepEqual(ratings, want) {
		t.Errorf("got %v, %v", ratings, err)
	}
	users, err := Users(strings.NewReader("1::F::1::10::48067\n2::M::56::16::70072-1234"), "users.dat")
	if want := []User{{1, true, 1, 10}, {2, false, 56, 16}}; err != nil || !reflect.DeepEqual(users, want) {
		t.Errorf("got %v, %v", users, err)
	}
	movies, err := Movies(strings.NewReader("73::Mis\xe9rables, Les (1995)::Drama|Musical\n"), "movies.dat")
	if want := []Movie{{73, "Misérables, Les (1995)", []string{"Drama", "Musical"}}}; err != nil || !reflect.DeepEqual(movies, want) {
		t.Errorf("got %v, %v", movies, err)
	}
}

func TestRatingErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "r.dat: the file is empty",
		"1::2::3\n":               "r.dat:1: found 3 fields, want 4",
		"1,2,3,4\n":               "found 1 fields",
		"1::2::5::0\n1::2::6::0":  `r.dat:2: rating "6", want a number from 1 to 5`,
		"0::2::5::0\n":            `user "0"`,
		"1::x::5::0\n":            `movie "x"`,
		"1::::5::0\n":             `movie ""`,
		"99999999999999::1::5::0": "user",
		strings.Repeat("1", 5000): "a line of more than 4096 bytes",
	} {
		if _, err := Ratings(strings.NewReader(text), "r.dat"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %q", text, err, want)
		}
	}
	if _, err := Users(strings.NewReader("1::X::1::10::48067"), "u.dat"); err == nil || !strings.Contains(err.Error(), `gender "X"`) {
		t.Errorf("got %v", err)
	}
}

func FuzzRatings(f *testing.F) {
	f.Add([]byte("1::1193::5::978300760\n6040::1::1::0\r\n"))
	f.Add([]byte("1:::1::5::0"))
	f.Fuzz(func(t *testing.T, data []byte) {
		Users(bytes.NewReader(data), "fuzz")
		Movies(bytes.NewReader(data), "fuzz")
		got, err := Ratings(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		var b bytes.Buffer
		for _, r := range got {
			fmt.Fprintf(&b, "%d::%d::%d::0\n", r.User, r.Movie, r.Stars)
		}
		again, err := Ratings(&b, "again")
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Fatalf("%v came back as %v, %v", got, again, err)
		}
	})
}
