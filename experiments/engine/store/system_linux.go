package store

import "golang.org/x/sys/unix"

// setLock claims a range for the open file, not for the process: two stores of one process exclude each other.
const setLock = unix.F_OFD_SETLK
