//go:build unix

package build

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// systemVersion returns the name and release of the operating system's kernel.
func systemVersion() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return runtime.GOOS
	}
	return unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:])
}
