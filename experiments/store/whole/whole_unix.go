//go:build !windows

package whole

import (
	"io/fs"

	"github.com/google/renameio/v2"
)

func init() {
	replace = func(file string, data []byte, mode fs.FileMode, temp string) error {
		var options []renameio.Option
		if temp != "" {
			options = append(options, renameio.WithTempDir(temp))
		}
		return renameio.WriteFile(file, data, mode, options...)
	}
}
