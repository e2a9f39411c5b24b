//go:build unix

package store

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// atOnce and unfollowed open a file as it is: a FIFO does not make the reader wait, a link is an error.
const (
	atOnce     = syscall.O_NONBLOCK
	unfollowed = syscall.O_NOFOLLOW
)

// byteLock tries to lock or unlock one byte of a file, and returns errHeld while another has it; tests put errors in its place.
var byteLock = func(f *os.File, lock bool, at int64) error {
	kind := int16(syscall.F_UNLCK)
	if lock {
		kind = syscall.F_WRLCK
	}
	for {
		err := syscall.FcntlFlock(f.Fd(), setLock, &syscall.Flock_t{Type: kind, Whence: io.SeekStart, Start: at, Len: 1})
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES):
			return errHeld
		}
		return err
	}
}
