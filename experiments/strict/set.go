package strict

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// Set decodes assignments of a command line, such as lambda=0.5, into the value that dst points to, as if they stood in a
// file. flag is what precedes them there (--set); each problem begins with the assignment that it is about.
func Set(flag string, assignments []string, dst any) Problems {
	root := Node{file: flag, y: &yaml.Node{Kind: yaml.MappingNode}}
	d := &Decoder{}
	seen := make(map[string]bool, len(assignments))
	for i, a := range assignments {
		key, value, ok := strings.Cut(a, "=")
		if !ok || key == "" || value == "" {
			d.problems = append(d.problems, Problem{Line: i + 1, Msg: "want option=value"})
			continue
		}
		if seen[key] {
			d.problems = append(d.problems, Problem{Line: i + 1, Msg: fmt.Sprintf("%q is set twice", short(key))})
			continue
		}
		seen[key] = true
		y, problems := parse(flag, []byte(value))
		if problems != nil {
			d.problems = append(d.problems, Problem{Line: i + 1, Msg: problems[0].Msg})
			continue
		}
		relabel(y, i+1)
		root.y.Content = append(root.y.Content, &yaml.Node{
			Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Value: key, Line: i + 1,
		}, y)
	}
	d.check(root, 0)
	d.Decode(root, dst)
	problems := d.problems.limited()
	for i, p := range problems {
		problems[i] = Problem{File: strings.TrimSpace(flag), Msg: p.Msg}
		if p.Line > 0 {
			problems[i].File = strings.TrimSpace(fmt.Sprintf("%s %s", flag, short(assignments[p.Line-1])))
		}
	}
	return problems
}

// relabel makes the number of the assignment the line of every part.
func relabel(y *yaml.Node, line int) {
	y.Line, y.Column = line, 0
	for _, c := range y.Content {
		relabel(c, line)
	}
}
