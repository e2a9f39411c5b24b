package files

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange has two folders change places in one step, or moves the fresh one to where there is none.
func exchange(fresh, dir string) error {
	if err := unix.Renameat2(unix.AT_FDCWD, fresh, unix.AT_FDCWD, dir, unix.RENAME_EXCHANGE); err == nil {
		return nil
	}
	return os.Rename(fresh, dir) // fails where dir holds something, on a file system without exchange
}
