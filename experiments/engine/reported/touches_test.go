package reported

import (
	"slices"
	"testing"
)

func TestTouches(t *testing.T) {
	for _, test := range []struct{ paper, cell, claim string }{
		{"rpr", "table2/acc/avg/NMF Euclidean", "orl-best-acc"},
		{"rpr", "table2/acc/avg/NMF Euclidean", "-orl-acc-euclidean"}, // of the rows' mean, not of the reported average
		{"rpr", "table2/acc/orl r=40/NMF Euclidean", "orl-acc-euclidean"},
		{"rpr", "table2/acc/orl r=40/NMF Euclidean", "-orl-best-acc"},
		{"rpr", "table2/acc/orl r=40/NMF Euclidean", "-orl-acc-divergence"},
		{"rpr", "table2/csr/avg/GNMF Euclidean", "orl-csr"},
		{"ornmf", "table2/ac/avg/RNMF", "yale-ac"}, // may be the best of the others
		{"ornmf", "table2/nmi/avg/RNMF", "-yale-ac"},
		{"pnmf", "table5/error/gauss/Euclidean PNMF", "recovery-gauss"},
		{"pnmf", "table3/a/orl/K-means", "purity"},
		{"pnmf", "table3/b/orl/K-means", "-purity"},
	} {
		key, not := test.claim, test.claim[0] == '-'
		if not {
			key = key[1:]
		}
		p := load(t, test.paper)
		i := slices.Index(p.claimKeys(), key)
		if i < 0 {
			t.Fatalf("no claim %s", key)
		}
		r, _ := ParseRef(test.cell)
		if err := p.Resolve(r); err != nil {
			t.Fatal(err)
		}
		if p.Claims[i].Touches(r) == not {
			t.Errorf("%s touches %s: %v", key, test.cell, !not)
		}
	}
}

// A claim touches a cell if, and only if, another number there could change what the reported numbers say of it: so every
// claim with predicates touches some.
func TestEveryClaimTouches(t *testing.T) {
	for _, paper := range []string{"rpr", "pnmf", "ornmf", "dsp", "mcnmf"} {
		p := load(t, paper)
		var cells []Ref
		for _, table := range p.Tables {
			for _, b := range table.Value.Panels {
				for _, row := range b.Value.Rows.Names() {
					for _, column := range b.Value.Columns {
						cells = append(cells, Ref{table.Name, b.Name, row, column})
					}
				}
			}
		}
		for _, c := range p.Claims {
			if numeric := c.Untestable == "" && len(c.Rows) == 0; numeric && !slices.ContainsFunc(cells, c.Touches) {
				t.Errorf("%s/%s touches no cell", paper, c.Key)
			}
		}
	}
}
