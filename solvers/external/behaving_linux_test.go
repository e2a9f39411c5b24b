package external

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// behavingNow lists the processes whose working folder is, or was, below dir.
func behavingNow(dir string) (ids []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range links {
		if at, err := os.Readlink(link); err == nil && strings.HasPrefix(at, dir+"/") {
			id, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			ids = append(ids, id)
		}
	}
	return ids
}
