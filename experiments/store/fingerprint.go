package store

import (
	"slices"
	"strings"
)

// Fingerprint tells which numbers a build of the program computes: a digest for each of its parts that a run uses, as
// "solver nmf". A digest has two halves, of all bits and of the digits that processors agree on, "5ad3…/8c1f…".
type Fingerprint map[string]string

// NoFingerprint is why a record without a fingerprint is stale.
const NoFingerprint = "no fingerprint"

// OtherVersion is why the record of a run under another key is stale.
const OtherVersion = "another version, other options or other data"

// Differs names the parts of which a build that made a record and this build compute other numbers, "" for none. Builds of one
// arithmetic are compared by all bits, others by the digits that they share.
func (made Fingerprint) Differs(now Fingerprint, madeArch, nowArch string) string {
	if now == nil {
		return ""
	}
	if made == nil {
		return NoFingerprint
	}
	same := arithmeticOf(madeArch) == arithmeticOf(nowArch)
	var parts []string
	for part, digest := range now {
		old := made[part]
		if !same {
			_, old, _ = strings.Cut(old, "/")
			_, digest, _ = strings.Cut(digest, "/")
		}
		if old != digest {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// OtherArithmetic names the arithmetic of a record that another build does not compute with, "" where bits can be compared.
func OtherArithmetic(made, now Provenance) string {
	if name := arithmeticOf(made.Arch); name != "" && name != arithmeticOf(now.Arch) {
		return name
	}
	return ""
}

// arithmeticOf is the arithmetic of a build, whose level changes no bits: "amd64" of "amd64/v2".
func arithmeticOf(arch string) string {
	name, _, _ := strings.Cut(arch, "/")
	return name
}

// Wanted is a run whose record is looked up.
type Wanted interface {
	Lookup() (experiment, key string)
	// Stale names what has changed since the record was made, "" if it counts.
	Stale(p Provenance) string
}

// Ref is a key for which a record of any build counts.
type Ref struct{ Experiment, Key string }

// Lookup implements Wanted.
func (r Ref) Lookup() (experiment, key string) { return r.Experiment, r.Key }

// Stale implements Wanted.
func (Ref) Stale(Provenance) string { return "" }

// Because is a reason why records are stale as a clause, for messages.
func Because(why string) string {
	switch why {
	case NoFingerprint:
		return "made before results told which build made them"
	case OtherVersion:
		return "made with " + why
	}
	return "made by another build: " + why + " of this one gives other numbers"
}
