package reported

import (
	"cmp"
	"regexp"

	"nmfrepro/datasets/strict"
)

// Names are the words of a paper for the rows of its tables, where addresses and paper.yaml have keys.
type Names struct {
	Rank string             `yaml:"rank" doc:"the paper's letter or word for the rank, as K; r without"`
	Rows strict.Map[string] `yaml:"rows" doc:"names of data sets in tables and figures, by label or key in the experiments"`
}

// ofRank matches the label of a data set with one of its ranks, as yale r=2.
var ofRank = regexp.MustCompile(`([\pL\pN._-]+) r=([0-9]+)\b`)

// RowName returns the label of a row as people are shown it: Yale, k = 2 for yale r=2. A paper without names keeps the label.
func (p *Paper) RowName(label string) string {
	if name, there := p.rowNames().Get(label); there {
		return name
	}
	return p.InWords(label)
}

// InWords replaces the labels of data sets and ranks in a text by the names that people are shown.
func (p *Paper) InWords(text string) string {
	return ofRank.ReplaceAllStringFunc(text, func(found string) string {
		m := ofRank.FindStringSubmatch(found)
		name, _ := p.rowNames().Get(m[1])
		return cmp.Or(name, m[1]) + ", " + p.RankName(m[2])
	})
}

// RankName returns a rank as the paper writes it: k = 2, or rank 2.
func (p *Paper) RankName(rank string) string {
	letter := "r"
	if p != nil && p.Names != nil {
		letter = cmp.Or(p.Names.Rank, letter)
	}
	if len(letter) > 1 {
		return letter + " " + rank
	}
	return letter + " = " + rank
}

func (p *Paper) rowNames() strict.Map[string] {
	if p == nil || p.Names == nil {
		return nil
	}
	return p.Names.Rows
}
