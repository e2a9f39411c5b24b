package budget

import "golang.org/x/sys/unix"

// physical returns the memory of the machine.
func physical() int64 {
	v, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(v)
}
