package reports

// Status tells how a unit, or a cell, ended.
type Status string

// The statuses. A unit is ok, skipped or failed; a cell may also be missing its data, or pending.
const (
	OK          Status = "ok"
	Skipped     Status = "skipped"      // the method does not fit the problem; the reason says why
	Failed      Status = "failed"       // error, panic, timeout or divergence; retried by the next run
	MissingData Status = "missing-data" // a file is not there
	Pending     Status = "pending"      // not run yet
)
