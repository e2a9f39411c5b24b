package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
)

// ourPackages begin errors that they give.
var ourPackages = []string{
	"datasets", "reports", "solvers", "site", "eval", "stat", "spec", "tabular", "matfile", "mtx", "npy", "kmeans", "matrix",
}

// Errors of cobra, of the operating system and of our packages, in words that users do not know.
var (
	missingFlags   = regexp.MustCompile(`^required flag\(s\) (.*) not set$`)
	exclusiveFlags = regexp.MustCompile(`^if any flags in the group \[[^\]]*\] are set none of the others can be; \[([^\]]*)\] were all set$`)
	noFile         = regexp.MustCompile(`\b(?:open|stat|lstat|readdirent|chdir) (\S+): no such file or directory`)
	noHost         = regexp.MustCompile(`: dial tcp: [^;]*`)
	flagWords      = regexp.MustCompile(`\b(header|separator|decimal|row-names|label-column) (decides|says|takes)|\(var\)`)
	innerEnd       = regexp.MustCompile(`(?m): unsupported$`)
	packageNames   = regexp.MustCompile(`(^|: )(?:(?:` + strings.Join(ourPackages, "|") + `): )+`)
)

// inOurWords returns an error of a command as its user reads it: what is missing, what excludes what, which file is not there, and no
// names of packages.
func inOurWords(msg string, cmd *cobra.Command) string {
	switch missing, exclusive := missingFlags.FindStringSubmatch(msg), exclusiveFlags.FindStringSubmatch(msg); {
	case missing != nil:
		names := list.Map(strings.Split(missing[1], ", "), func(quoted string) string { return "--" + strings.Trim(quoted, `"`) })
		ending := " is missing"
		if len(names) > 1 {
			ending = " are missing"
		}
		return list.Sentence(names) + ending + ", want " + cmd.UseLine()
	case exclusive != nil:
		return list.Sentence(list.Map(strings.Fields(exclusive[1]), func(name string) string {
			return "--" + name
		})) + " exclude each other; leave one out"
	}
	msg = noFile.ReplaceAllString(msg, "cannot read $1: there is no such file")
	msg = flagWords.ReplaceAllStringFunc(msg, func(found string) string {
		if word := strings.Fields(strings.Trim(found, "()"))[0]; cmd.Flags().Lookup(word) != nil {
			return strings.Replace(found, word, "--"+word, 1)
		}
		return found
	})
	msg = innerEnd.ReplaceAllString(msg, "")
	msg = noHost.ReplaceAllString(msg, "")
	return packageNames.ReplaceAllString(msg, "$1")
}
