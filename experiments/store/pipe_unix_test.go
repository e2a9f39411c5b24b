//go:build unix

package store

import "syscall"

func init() {
	unusual["a pipe"] = func(path string) error { return syscall.Mkfifo(path, 0o666) }
}
