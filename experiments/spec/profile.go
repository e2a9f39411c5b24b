package spec

// ProfileNames lists the profiles from small to large; DefaultProfile is what a command takes when none is named.
var ProfileNames = []string{"smoke", "quick", "paper"}

// DefaultProfile is the profile of a command that names none.
const DefaultProfile = "quick"

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
