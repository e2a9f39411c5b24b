package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/spec/nearest"
)

// choice is the value of a flag that takes one of some words.
type choice struct {
	flag  string
	value *string
	words []string
}

// choiceError is a word that a flag does not take.
type choiceError struct {
	flag, found string
	words       []string
}

func (e *choiceError) Error() string {
	if len(e.words) == 2 {
		return fmt.Sprintf("unknown %s %q, want %s", e.flag, e.found, strings.Join(e.words, " or "))
	}
	return fmt.Sprintf("unknown %s %q, %s", e.flag, e.found, nearest.Hint(e.found, e.words))
}

func (c choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return &choiceError{c.flag, word, c.words}
	}
	*c.value = word
	return nil
}

func (c choice) String() string {
	if c.value == nil { // the flag library asks the zero value
		return ""
	}
	return *c.value
}

func (choice) Type() string { return "string" }

// choiceFlag gives a verb a flag whose value is initial unless the command says otherwise.
func choiceFlag(cmd *cobra.Command, value *string, flag, initial, doc string, words []string) {
	*value = initial
	cmd.Flags().Var(choice{flag, value, words}, flag, doc)
}

// formatFlag gives a verb --format, text or json.
func formatFlag(cmd *cobra.Command, format *string) {
	choiceFlag(cmd, format, "format", "text", "text or json", []string{"text", "json"})
}
