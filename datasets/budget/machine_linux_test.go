package budget

import (
	"io/fs"
	"testing"
)

// Both versions of control groups, and paths of the host inside a container.
func TestGroupLimit(t *testing.T) {
	for _, tt := range []struct {
		name, groups string
		files        map[string]string
		want         int64
	}{
		{"none", "0::/\n", nil, 0},
		{"no limit", "0::/user.slice\n", map[string]string{"/sys/fs/cgroup/user.slice/memory.max": "max\n"}, 0},
		{"own", "0::/a/b\n", map[string]string{"/sys/fs/cgroup/a/b/memory.max": "1000\n", "/sys/fs/cgroup/a/memory.max": "2000\n"}, 1000},
		{"of the parent", "0::/a/b\n", map[string]string{"/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "2000\n"},
			2000},
		{"in a container", "0::/host/path\n", map[string]string{"/sys/fs/cgroup/memory.max": "3000\n"}, 3000},
		{"version 1", "3:cpu,cpuacct:/x\n2:memory:/x\n",
			map[string]string{"/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "4000\n", "/sys/fs/cgroup/x/memory.max": "1\n"}, 4000},
		{"nonsense", "what\n::\n0::\n", map[string]string{"/sys/fs/cgroup/memory.max": "-5\n"}, 0},
	} {
		got := groupLimit(tt.groups, func(name string) (string, error) {
			if text, ok := tt.files[name]; ok {
				return text, nil
			}
			return "", fs.ErrNotExist
		})
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
