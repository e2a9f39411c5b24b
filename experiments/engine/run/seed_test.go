package run

import "testing"

// Every field must matter, and neighbouring fields must not run together.
func TestStreamDependsOnEveryField(t *testing.T) {
	base := comparison{1, "pnmf/table3", "iris", "", 3, 0}
	variants := map[string]comparison{
		"base":       base,
		"master":     {2, "pnmf/table3", "iris", "", 3, 0},
		"experiment": {1, "pnmf/table4", "iris", "", 3, 0},
		"dataset":    {1, "pnmf/table3", "wine", "", 3, 0},
		"subset":     {1, "pnmf/table3", "iris", "2 classes", 3, 0},
		"rank":       {1, "pnmf/table3", "iris", "", 4, 0},
		"replicate":  {1, "pnmf/table3", "iris", "", 3, 1},
		"shifted":    {1, "pnmf/table3i", "ris", "", 3, 0},
	}
	seen := map[uint64]string{}
	for name, c := range variants {
		for _, role := range []string{"w0", "h0"} {
			v := c.stream(role).Uint64()
			if other, twice := seen[v]; twice {
				t.Errorf("%s %s draws the numbers of %s", name, role, other)
			}
			seen[v] = name + " " + role
			if again := c.stream(role).Uint64(); again != v {
				t.Errorf("%s %s: a second stream differs", name, role)
			}
		}
	}
}

// Results of earlier versions stay valid only while the streams stay: this value was drawn when they were defined.
func TestStreamIsFrozen(t *testing.T) {
	const want = 6099312439783323995
	if got := (comparison{1, "pnmf/table3", "iris", "", 3, 0}).stream("w0").Uint64(); got != want {
		t.Errorf("first draw = %d, want %d: every stored result would change its meaning", got, uint64(want))
	}
}
