package main

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// clock tells seconds since some moment.
type clock func() float64

// clocks: cpu is the processor time of this process, which other processes disturb least; with several threads it adds
// them up, so that only wall makes sense.
var clocks = map[string]clock{
	"wall": func() float64 { return float64(time.Now().UnixNano()) / 1e9 },
	"cpu": func() float64 {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
			panic(fmt.Sprint("peers: no processor clock: ", err))
		}
		return float64(t.Nano()) / 1e9
	},
}

// now is the clock in use.
var now = clocks["wall"]
