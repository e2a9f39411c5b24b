//go:build !unix

package cli

// enoughFiles finds nothing where no system limits open files.
func enoughFiles() error { return nil }
