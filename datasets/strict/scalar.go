package strict

import (
	"errors"
	"fmt"
	"nmfrepro/datasets/list"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// kind is what a node is, before anybody wants something of it.
type kind int

const (
	null kind = iota
	boolean
	number    // decimal; whole or not is a matter of its text
	nonFinite // .inf, -.inf, .nan
	text
	sequence
	mapping
	alias
)

// numberText is what YAML 1.1, YAML 1.2 and JSON Schema's editors all read as a number. Hexadecimal, octal, leading zeros
// and underscores are missing on purpose: their meaning depends on who reads them (yaml.v3 takes 010 for 8).
var (
	numberText    = regexp.MustCompile(`^[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	wholeText     = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	nonFiniteText = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// classify follows the core schema of YAML 1.2 for plain scalars; anything in quotes is text.
func classify(y *yaml.Node) kind {
	switch y.Kind {
	case yaml.MappingNode:
		return mapping
	case yaml.SequenceNode:
		return sequence
	case yaml.AliasNode:
		return alias
	}
	if y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return text
	}
	switch y.Value {
	case "", "~", "null", "Null", "NULL":
		return null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return boolean
	}
	switch first := y.Value[0]; {
	case strings.IndexByte("+-.0123456789", first) < 0: // most are names: the expressions are slow
	case numberText.MatchString(y.Value):
		return number
	case nonFiniteText.MatchString(y.Value):
		return nonFinite
	}
	return text
}

// describe says what was found, for a message.
func describe(y *yaml.Node) string {
	switch classify(y) {
	case null:
		return "nothing"
	case boolean, number, nonFinite:
		return short(y.Value)
	case sequence:
		return "a list"
	case mapping:
		return "a mapping"
	case alias:
		return "an alias"
	}
	return strconv.Quote(short(y.Value))
}

// short cuts a text that is too long for a message.
func short(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// numberProblem says what is wrong with a number for anybody, "" if nothing is.
func numberProblem(y *yaml.Node) string {
	switch classify(y) {
	case nonFinite:
		return fmt.Sprintf("found %s, want a finite number", y.Value)
	case number:
		if _, err := list.ParseDecimal(y.Value); errors.Is(err, list.ErrLarge) || errors.Is(err, list.ErrSmall) {
			return short(y.Value) + " " + err.Error()
		}
	}
	return ""
}
