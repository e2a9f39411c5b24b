package store

import (
	"io/fs"
	"sync"
	"syscall"
)

// umask is the process's, which os.CreateTemp goes beyond.
var umask = sync.OnceValue(func() fs.FileMode {
	mask := syscall.Umask(0o077)
	syscall.Umask(mask)
	return fs.FileMode(mask)
})
