package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/datasets/list"
)

// given is the value of a flag that is given once, and whose numbers are decimal: the flag library takes the last of several values, and
// reads 010 as 8.
type given struct {
	pflag.Value
	flag string
	text *string // of the first time, nil before
}

// Set implements pflag.Value.
func (g *given) Set(text string) error {
	if g.text != nil && *g.text != text {
		return &twiceError{g.flag, *g.text, text}
	}
	plain, err := decimal(g.Type(), text)
	if err != nil {
		return err
	}
	if err := g.Value.Set(plain); err != nil {
		return err
	}
	g.text = &text
	return nil
}

// twiceError tells of a flag with two values.
type twiceError struct{ flag, first, second string }

func (e *twiceError) Error() string {
	return fmt.Sprintf("--%s is given twice, as %s and as %s; give it once", e.flag, list.QuoteShort(e.first), list.QuoteShort(e.second))
}

// decimal returns a number of a type of flag as the flag library reads it: without the zeros before it, which would make it octal.
func decimal(kind, text string) (string, error) {
	switch kind {
	case "int", "int64", "uint", "uint64":
		sign, digits := "", text
		if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
			sign, digits = text[:1], text[1:]
		}
		if digits == "" || strings.Trim(digits, "0123456789") != "" {
			return "", list.ErrDecimal
		}
		if digits = strings.TrimLeft(digits, "0"); digits == "" {
			digits = "0"
		}
		return sign + digits, nil
	case "float64":
		if _, err := list.ParseDecimal(text); err != nil {
			return "", err
		}
	}
	return text, nil
}

// strictFlags makes the flags of a command, and of those below it, such as are given once.
func strictFlags(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, several := f.Value.(pflag.SliceValue)
			_, done := f.Value.(*given)
			if !several && !done {
				f.Value = &given{Value: f.Value, flag: f.Name}
				if f.DefValue == "0s" {
					f.DefValue = "0" // which help leaves out
				}
			}
		})
	}
	for _, c := range cmd.Commands() {
		strictFlags(c)
	}
}

// valueOf returns the value of a flag below what makes it one that is given once.
func valueOf(f *pflag.Flag) pflag.Value {
	if g, ok := f.Value.(*given); ok {
		return g.Value
	}
	return f.Value
}
