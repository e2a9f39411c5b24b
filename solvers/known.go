package solvers

import (
	"fmt"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// doubtKnown doubts factors of an X with few known entries: a sample or feature that has fewer of them than there are components is
// met exactly by many coefficients, of which most are nonsense elsewhere. A penalty on the size of the factors chooses among them.
func doubtKnown(s Solver, p Problem) []note.Note {
	known, masked := p.X.(*matrix.Masked)
	if !masked {
		return nil
	}
	few := [2]int{}
	for side, x := range []matrix.Matrix{known, known.Trans()} {
		rows, _ := x.Dims()
		for i := range rows {
			if cols, _ := x.Row(i, nil); len(cols) > 0 && len(cols) < p.Rank {
				few[side]++
			}
		}
	}
	if few == [2]int{} {
		return nil
	}
	m, n := known.Dims()
	doubt := fmt.Sprintf("%d of %d features and %d of %d samples have fewer known entries than components (%d): what is unknown of them is "+
		"not determined", few[0], m, few[1], n, p.Rank)
	switch penalised, ok := s.(interface{ ofH() sizePenalty }); {
	case ok && !penalised.ofH().none():
		return nil
	case ok:
		doubt += "; take a penalty, as l2-w=1 and l2-h=1, or a lower rank"
	default:
		doubt += "; take a lower rank, or a solver with penalties on the size of the factors, as hals or nmf"
	}
	return []note.Note{note.Of(note.Few, "%s", doubt)}
}
