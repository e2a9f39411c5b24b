package matrix

import "testing"

func TestFreeMemory(t *testing.T) {
	if got := FreeMemory(); !(got > 1<<20) {
		t.Errorf("%v bytes are free", got)
	}
	meminfo := []byte("MemTotal:       16330496 kB\nMemFree:         1000 kB\nMemAvailable:    2000 kB\nHugePages_Total:       0\n")
	if got := available(meminfo); got != 2000*1024 {
		t.Errorf("available: %v", got)
	}
	if got := available([]byte("MemTotal: 1 kB\n")); got != 0 {
		t.Errorf("nothing said: %v", got)
	}
	for _, tt := range []struct {
		free        float64
		limit, used string
		want        float64
	}{
		{1000, "max\n", "400\n", 1000},
		{1000, "900\n", "400\n", 500},
		{1000, "9000\n", "400\n", 1000},
		{0, "900\n", "400\n", 500},
		{1000, "300\n", "400\n", 1},
	} {
		if got := within(tt.free, []byte(tt.limit), []byte(tt.used)); got != tt.want {
			t.Errorf("%v free, limit %q, used %q: %v, want %v", tt.free, tt.limit, tt.used, got, tt.want)
		}
	}
}
