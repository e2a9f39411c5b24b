package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/solvers"
)

// detectFlag gives a command a flag whose value, unless the command names one of some words, is found out from a file: it is
// empty then, and auto for the user.
func detectFlag(cmd *cobra.Command, value *string, flag, doc string, words ...string) {
	cmd.Flags().Var(wordChoice{flag: flag, value: value, Words: append([]string{detected}, words...), unset: detected}, flag, doc)
}

const detected = "auto"

// require names the flags that a command cannot do without.
func require(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag is defined above
		}
	}
}

// parseShare reads a share as 5% or 0.05.
func parseShare(text string) (share float64, err error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err = list.ParseDecimal(number)
	if errors.Is(err, list.ErrSmall) {
		return 0, fmt.Errorf("found %q, which %w", text, err)
	}
	if percent {
		share /= 100
	}
	if err != nil || !(share > 0 && share <= 1) {
		return 0, fmt.Errorf("found %q, want a share as 5%% or 0.05", text)
	}
	return share, nil
}

// wordChoice is the value of a flag that takes one of some words.
type wordChoice struct {
	flag  string
	value *string
	Words []string
	unset string // the word for the empty value; "" if it has none
}

// Set implements pflag.Value: it refuses words that the flag does not take.
func (c wordChoice) Set(word string) error {
	of := solvers.Valued(c.flag)
	if !slices.Contains(c.Words, word) {
		word = cmp.Or(of.Values[solvers.Plain(word)], word)
		if i := slices.IndexFunc(c.Words, func(ours string) bool { return solvers.Plain(ours) == solvers.Plain(word) }); i >= 0 {
			word = c.Words[i]
		}
	}
	if instead := of.Foreign[solvers.Plain(word)]; instead != "" && !slices.Contains(c.Words, word) {
		return fmt.Errorf("no %s %q here; take %s", c.flag, word, instead)
	}
	if !slices.Contains(c.Words, word) {
		hint := list.DidYouMean(word, c.Words)
		if len(c.Words) == 2 {
			hint = "want " + strings.Join(c.Words, " or ")
		}
		return fmt.Errorf("unknown %s %q, %s", c.flag, word, hint)
	}
	if *c.value = word; word == c.unset {
		*c.value = ""
	}
	return nil
}

func (c wordChoice) String() string {
	if c.value == nil { // the flag library asks the zero value
		return ""
	}
	return cmp.Or(*c.value, c.unset)
}

// Type implements pflag.Value.
func (wordChoice) Type() string { return "string" }

// choiceFlag gives a command a flag whose value is initial unless the command says otherwise.
func choiceFlag(cmd *cobra.Command, value *string, flag, initial, doc string, words []string) {
	*value = initial
	cmd.Flags().Var(wordChoice{flag: flag, value: value, Words: words}, flag, doc)
}

// formatFlag gives a command --format, text or json.
func formatFlag(cmd *cobra.Command, format *string) {
	choiceFlag(cmd, format, "format", "text", "text or json", []string{"text", "json"})
}

// prepareFlags gives a command the flags that say what is done to X before it is factorised.
func prepareFlags(cmd *cobra.Command, p *table.Preparation) {
	flags := cmd.Flags()
	flags.StringVar(&p.Normalize, "normalize", "",
		"steps before X is factorised, in this order: "+table.Steps+`; as counts=10000,log1p. counts scales each sample to the sum N, 10000 if not given, variance each feature to the variance 1 without centring, and to the weight 0 if it does not vary; project does the same`)
	flags.IntVar(&p.Features, "features", 0, "keep so many features, the most over-dispersed ones of counts; 0 keeps all")
}
