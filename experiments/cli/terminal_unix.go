//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// nowhere tells whether a stream is /dev/null opened for reading too, as a shell's >/dev/null is not: the start of a Go
// program puts that in the place of a closed stream, where no write fails.
func nowhere(stream *os.File) bool {
	var null, here unix.Stat_t
	flags, err := unix.FcntlInt(stream.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR || unix.Stat(os.DevNull, &null) != nil || unix.Fstat(int(stream.Fd()), &here) != nil {
		return false
	}
	return here.Mode&unix.S_IFMT == unix.S_IFCHR && here.Rdev == null.Rdev
}
