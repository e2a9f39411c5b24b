//go:build !linux

package whole

import (
	"errors"
	"os"
)

// exchange moves the old folder away and the fresh one into its place; a kill in between leaves both beside that.
func exchange(fresh, dir string) error {
	err := os.Rename(fresh, dir)
	if err == nil {
		return nil // there was none, or an empty one
	}
	old := fresh + "-"
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}
