package eval

import "testing"

// A time is of the machine, and no metric stands in a family of itself alone.
func TestFamilies(t *testing.T) {
	members := map[string]int{}
	for _, m := range Metrics {
		members[m.Kin()]++
		if m.Clock && !m.Class.Machine {
			t.Errorf("%s is a time and of class %s", m.Name, m.Class.Name)
		}
		if m.Clock != (m.Class.Machine && m.Name != "iterations") {
			t.Errorf("%s: clock %v", m.Name, m.Clock)
		}
	}
	for _, m := range Metrics {
		if m.Family != "" && members[m.Family] < 2 {
			t.Errorf("%s is alone in its family %s", m.Name, m.Family)
		}
	}
	if members["nmi"] != 6 || members["acc"] != 1 {
		t.Errorf("families %v", members)
	}
}
