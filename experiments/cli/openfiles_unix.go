//go:build unix

package cli

import "syscall"

// leastFiles is how many files a command may want open at a time. With fewer Go's runtime ends the program in words of its own.
const leastFiles = 16

// enoughFiles refuses to begin where the system allows fewer.
func enoughFiles() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err == nil && uint64(limit.Cur) < leastFiles {
		return usageError("at most %d files may be open at a time (ulimit -n), want %d or more", limit.Cur, leastFiles)
	}
	return nil
}
