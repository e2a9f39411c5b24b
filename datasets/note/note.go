// Package note holds what is to be said of data and of runs: a sentence for people, and for programs its kind and what it names. Whoever
// decides something by a note decides by its kind; its sentence may change at any time.
package note

import (
	"fmt"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Kind tells programs what a note is about.
type Kind string

// The kinds, see [Kinds].
const (
	Read       Kind = "read"
	Ratings    Kind = "ratings"
	Single     Kind = "single"
	Unknown    Kind = "unknown"
	Zero       Kind = "zero"
	Constant   Kind = "constant"
	Counts     Kind = "counts"
	Idle       Kind = "idle"
	Model      Kind = "model"
	Limit      Kind = "limit"
	Unfinished Kind = "unfinished"
	Diverged   Kind = "diverged"
	SameStarts Kind = "same-starts"
	Unsteady   Kind = "unsteady"
	Began      Kind = "began-zero"
	Rank       Kind = "rank"
	Few        Kind = "few-known"
	Penalty    Kind = "penalty"
	Method     Kind = "method"
	Empty      Kind = "empty"
	Alike      Kind = "alike"
	Dependent  Kind = "dependent"
	Tiny       Kind = "tiny"
	Unused     Kind = "unused"
	Unreached  Kind = "unreached"
	LeftOut    Kind = "left-out"
	NotMade    Kind = "not-made"
)

// Kinds lists every kind with what a note of it says.
var Kinds = []struct {
	Kind Kind
	Doc  string
}{
	{Read, "how a file was read, named, or matched with another; it may be meant otherwise"},
	{Ratings, "a sparse X looks like ratings, and the entries that it does not hold count as 0"},
	{Single, "X has one feature or one sample"},
	{Unknown, "no value is known of some features or samples"},
	{Zero, "every value of some features or samples is 0"},
	{Constant, "some features do not vary and have the weight 0"},
	{Counts, "a step is for counts, and X holds others"},
	{Idle, "what was asked for, or what a method is about, has no effect"},
	{Model, "new samples and the model differ in version or features"},
	{Limit, "runs ended at the limit of iterations, before their tolerance"},
	{Unfinished, "coefficients of some samples did not reach the tolerance"},
	{Diverged, "the objective of some initialisations left the range of numbers"},
	{SameStarts, "all initialisations ended at the same objective"},
	{Unsteady, "the objective rose or swings, or its tolerance was not applied"},
	{Began, "a component began as 0, which the method cannot leave"},
	{Rank, "the rank is above the largest of use"},
	{Few, "some features or samples have fewer known entries than there are components"},
	{Penalty, "a penalty acts otherwise than was meant"},
	{Method, "what a method, or a program of --specs, says of its own run"},
	{Empty, "some components came out empty"},
	{Alike, "some components are nearly the same"},
	{Dependent, "some components are linearly dependent, so that other coefficients can fit as well"},
	{Tiny, "some components are far smaller than the largest, so that their coefficients are large"},
	{Unused, "some components have no weight in any new sample"},
	{Unreached, "every component is 0 at a feature where samples are not: their divergence is infinite"},
	{LeftOut, "more than half of the components of the runs are left out of a consensus"},
	{NotMade, "a part of the result is not there"},
}

// Choices returns the names of all kinds.
func (Kind) Choices() []string {
	names := make([]string, len(Kinds))
	for i, k := range Kinds {
		names[i] = string(k.Kind)
	}
	return names
}

// Note is a sentence with its kind and what it names.
type Note struct {
	Kind  Kind
	About string // a file or a solver, named before the sentence; "" for none
	Form  string // the sentence, with {features}, {samples}, {components} and {entry} in the place of what is named

	Features, Samples []int    // from 1
	Components        [][]int  // in groups, from 1
	Entry             *Entry   // of X
	names             [2]names // of the features and of the samples, as far as they have some
}

type names []string

// Entry is an entry of X: its feature and sample, from 1.
type Entry struct {
	Feature int     `json:"feature"`
	Sample  int     `json:"sample"`
	Value   float64 `json:"value"`
	Place   string  `json:"-"` // where it is in the file, in words
}

// Of returns a note that names no places.
func Of(kind Kind, format string, args ...any) Note {
	return Note{Kind: kind, Form: fmt.Sprintf(format, args...)}
}

// Named returns the note with names of the features and of the samples in its sentence, nil for numbers.
func (n Note) Named(features, samples []string) Note {
	n.names = [2]names{features, samples}
	return n
}

// On returns the note with what it is about before its sentence, unless it tells that already.
func (n Note) On(about string) Note {
	if n.About == "" {
		n.About = about
	}
	return n
}

// String returns the sentence with what it is about and what it names.
func (n Note) String() string {
	var places []string
	if n.Features != nil {
		places = append(places, "{features}", "features "+n.names[0].first(n.Features))
	}
	if n.Samples != nil {
		places = append(places, "{samples}", "samples "+n.names[1].first(n.Samples))
	}
	if n.Components != nil {
		places = append(places, "{components}", list.Join(n.Components, " and ", components))
	}
	if n.Entry != nil {
		places = append(places, "{entry}", fmt.Sprintf("X has %v at %s", n.Entry.Value, n.Entry.Place))
	}
	return n.begin() + strings.NewReplacer(places...).Replace(n.Form)
}

// MarshalText makes the note its sentence where JSON has a text; [AsRemarks] has all of it.
func (n Note) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

func (n Note) begin() string {
	if n.About == "" {
		return ""
	}
	return n.About + ": "
}

// first names the first few of some rows or columns.
func (n names) first(places []int) string {
	const most = 5
	text := list.Join(places[:min(len(places), most)], ", ", func(i int) string {
		if n == nil {
			return strconv.Itoa(i)
		}
		return strconv.Quote(n[i-1])
	})
	if len(places) > most {
		text += fmt.Sprintf(", ... (%d)", len(places))
	}
	return text
}

func components(of []int) string {
	word := "components "
	if len(of) == 1 {
		word = "component "
	}
	return word + list.Join(of, ", ", strconv.Itoa)
}

// Texts returns the sentences of some notes.
func Texts(notes []Note) []string { return list.Map(notes, Note.String) }

// Level tells warnings, which doubt a result, from notes.
type Level string

// The levels.
const (
	LevelWarning Level = "warning"
	LevelNote    Level = "note"
)

// Remark is a note as JSON has it.
type Remark struct {
	Level Level  `json:"level"` // warning where it doubts the result, or note
	Kind  Kind   `json:"kind"`
	Text  string `json:"text"`
	Form  string `json:"form,omitempty"` // the text with {features}, {samples}, {components} and {entry} in the place of what it names

	Features   []int   `json:"features,omitempty"`   // from 1
	Samples    []int   `json:"samples,omitempty"`    // from 1
	Components [][]int `json:"components,omitempty"` // from 1, in groups
	Entry      *Entry  `json:"entry,omitempty"`
}

// Choices returns the names of the levels.
func (Level) Choices() []string { return []string{string(LevelWarning), string(LevelNote)} }

// AsRemarks returns warnings and notes as JSON has them, in this order.
func AsRemarks(warnings, notes []Note) []Remark {
	of := func(level Level) func(Note) Remark {
		return func(n Note) Remark {
			r := Remark{Level: level, Kind: n.Kind, Text: n.String(),
				Features: n.Features, Samples: n.Samples, Components: n.Components, Entry: n.Entry}
			if form := n.begin() + n.Form; form != r.Text {
				r.Form = form
			}
			return r
		}
	}
	return append(list.Map(warnings, of(LevelWarning)), list.Map(notes, of(LevelNote))...)
}
