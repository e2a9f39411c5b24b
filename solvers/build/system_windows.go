package build

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// systemVersion returns the name and release of the operating system.
func systemVersion() string {
	v := windows.RtlGetVersion()
	return fmt.Sprintf("Windows %d.%d.%d", v.MajorVersion, v.MinorVersion, v.BuildNumber)
}
