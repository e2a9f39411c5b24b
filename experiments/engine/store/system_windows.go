package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// atOnce and unfollowed are nothing here: there are no FIFOs among files, and a link is found out by looking.
const atOnce, unfollowed = 0, 0

// byteLock tries to lock or unlock one byte of a file, and returns errHeld while another has it; tests put errors in its place.
var byteLock = func(f *os.File, lock bool, at int64) error {
	place := &windows.Overlapped{Offset: uint32(at), OffsetHigh: uint32(at >> 32)}
	if !lock {
		return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, place)
	}
	const now = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), now, 0, 1, 0, place)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errHeld
	}
	return err
}
