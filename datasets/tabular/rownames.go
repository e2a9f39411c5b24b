package tabular

import (
	"fmt"
	"slices"
	"strings"
)

// idNames are headers of a column that may hold names even where they are numbers.
var idNames = []string{
	"id", "index", "name", "key", "no", "nr", "row", "rowname", "rownames", "sample", "sampleid", "subject", "patient",
	"gene", "geneid", "entrez", "probe", "feature", "featureid", "otuid", "cell", "barcode", "unnamed:0", "...1",
}

// rowNames decides whether the first column holds names.
func (b *body) rowNames(opts Options, l *layout) *SyntaxError {
	rows := b.rows[b.from:]
	if b.width == 1 || opts.RowNames == No {
		if opts.RowNames == Yes {
			return b.problem(0, 0, "found a single column, which cannot hold row names and numbers; set row-names to no")
		}
		return nil
	}
	numbers, words := count(rows, 0)
	quoted := !slices.ContainsFunc(rows, func(row []text) bool { return !row[0].quoted || anyQuoted(row[1:]) })
	short := b.first != nil && len(b.first) < b.width
	switch {
	case opts.RowNames == Yes, short, quoted && len(rows) > 0, words > 0 && numbers == 0, b.first != nil && b.first[0].string == "":
		l.named = true
	case words > 0:
		i := b.from + slices.IndexFunc(rows, func(row []text) bool { return row[0].kind() == word })
		if hint := advice([]byte(b.rows[i][0].string)); hint != correct {
			return b.problem(i, 0, fmt.Sprintf("found %q, want a number; %s", clip([]byte(b.rows[i][0].string)), hint))
		}
		return b.problem(i, 0, fmt.Sprintf("found %q in a first column that also holds numbers; if they are names, set row-names to yes, else correct the value", clip([]byte(b.rows[i][0].string))))
	case b.first != nil && (isID(b.first[0].string) || counted(rows, 0) && len(rows) >= counting):
		return b.problem(b.from, 0, fmt.Sprintf("found numbers below %q, which are names or values; row-names decides (yes or no)", clip([]byte(b.first[0].string))))
	}
	return nil
}

func isID(header string) bool {
	plain := strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(header))
	return slices.Contains(idNames, plain)
}
