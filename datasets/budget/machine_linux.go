package budget

import (
	"bufio"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// physical returns the memory of the machine, 0 if it does not say.
func physical() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if words := strings.Fields(s.Text()); len(words) == 3 && words[0] == "MemTotal:" {
			kib, err := strconv.ParseInt(words[1], 10, 64)
			if err == nil {
				return kib << 10
			}
		}
	}
	return 0
}

// grouped returns the limit of the control groups that the process is in, of either version, 0 without one.
func grouped() int64 {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return 0
	}
	return groupLimit(string(text), func(name string) (string, error) {
		b, err := os.ReadFile(name)
		return string(b), err
	})
}

// groupLimit reads the limits of the groups listed in text, as in /proc/self/cgroup, and of those they lie in. Inside a
// container the paths are those of the host, and the group itself is mounted as the root.
func groupLimit(text string, read func(name string) (string, error)) int64 {
	var least int64
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root, file := "/sys/fs/cgroup", "memory.max"
		if parts[1] != "" { // version 1 names the controllers
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			limit, err := read(path.Join(root, group, file))
			if err == nil {
				v, err := strconv.ParseInt(strings.TrimSpace(limit), 10, 64) // "max" is none
				if err == nil && v > 0 && (least == 0 || v < least) {
					least = v
				}
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

// slack is the address space that a Go program takes for itself: 1.7 GB of which it uses 20 MB.
const slack = 1792 << 20

// allowed returns what ulimit -v leaves, 0 without a limit.
func allowed() int64 {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &r) != nil || r.Cur > math.MaxInt64/2 {
		return 0
	}
	return max(int64(r.Cur)-slack, 64<<20)
}
