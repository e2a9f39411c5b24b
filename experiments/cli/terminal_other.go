//go:build !unix

package cli

import "os"

// nowhere cannot tell here whether a stream was closed.
func nowhere(*os.File) bool { return false }
