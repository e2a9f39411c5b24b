package console

import "nmfrepro/experiments/run"

// Envelope heads what is written for machines.
type Envelope struct {
	Schema  string `json:"schema"`
	Program string `json:"program"`
	Profile string `json:"profile"`
}

// NewEnvelope is the envelope of what this program writes by a profile.
func NewEnvelope(schema, profile string) Envelope {
	return Envelope{schema, run.Here().Program, profile}
}
