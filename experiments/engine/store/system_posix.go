//go:build unix && !linux

package store

import "syscall"

// setLock claims a range for the process.
const setLock = syscall.F_SETLK
