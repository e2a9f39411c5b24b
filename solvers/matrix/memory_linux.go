package matrix

import (
	"bytes"
	"os"
	"strconv"
)

// FreeMemory returns about how many bytes a program can still have, 0 if that is not known: what the machine says is available
// and what the limit of the program's control group leaves, whichever is less.
func FreeMemory() float64 {
	var free float64
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		free = available(text)
	}
	limit, err := os.ReadFile("/sys/fs/cgroup/memory.max")
	if err != nil {
		return free
	}
	used, err := os.ReadFile("/sys/fs/cgroup/memory.current")
	if err != nil {
		return free
	}
	return within(free, limit, used)
}

// available returns the line MemAvailable of meminfo.
func available(meminfo []byte) float64 {
	for line := range bytes.Lines(meminfo) {
		if words := bytes.Fields(line); len(words) == 3 && string(words[0]) == "MemAvailable:" {
			kib, err := strconv.ParseFloat(string(words[1]), 64)
			if err == nil {
				return 1024 * kib
			}
		}
	}
	return 0
}

// within returns free, or what a control group has left of its limit, if that is less. A group without a limit says "max".
func within(free float64, limit, used []byte) float64 {
	most, err := strconv.ParseFloat(string(bytes.TrimSpace(limit)), 64)
	if err != nil {
		return free
	}
	now, err := strconv.ParseFloat(string(bytes.TrimSpace(used)), 64)
	if err != nil {
		return free
	}
	if left := max(most-now, 1); free == 0 || left < free {
		return left
	}
	return free
}
