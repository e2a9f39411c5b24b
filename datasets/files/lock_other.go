//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package files

// LockFolder does nothing: folders have no locks here.
func LockFolder(string) (unlock func()) { return func() {} }
