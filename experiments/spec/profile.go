package spec

// ProfileNames lists the profiles from small to large; DefaultProfile is what a command takes when none is named.
var ProfileNames = []string{"smoke", "quick", "paper"}

// DefaultProfile is the profile of a command that names none.
const DefaultProfile = "quick"

// Find returns the profile of that name; false if there is none.
func (p Profiles) Find(name string) (Profile, bool) {
	for i, prof := range []Profile{p.Smoke, p.Quick, p.Paper} {
		if ProfileNames[i] == name {
			return prof, true
		}
	}
	return Profile{}, false
}

// The ways to sum up ranks and options.
const (
	OverMean  = "mean"
	OverBest  = "best"
	OverWorst = "worst"
)

// smokeReplicates is the number of replicates of the smoke profile where a spec gives none: enough for a deviation.
const smokeReplicates = 2

// fillProfiles makes the profiles that a spec does not give.
func (s *Experiment) fillProfiles() {
	given := s.node.Get("profiles")
	for i, p := range []*Profile{&s.Profiles.Smoke, &s.Profiles.Quick, &s.Profiles.Paper} {
		if given.Get(ProfileNames[i]).Present() || s.Replicates == 0 {
			continue
		}
		p.Replicates = s.Replicates
		if i == 0 {
			p.Replicates = min(s.Replicates, smokeReplicates)
		}
	}
}
