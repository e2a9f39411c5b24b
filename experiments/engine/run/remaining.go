package run

import (
	"math"
	"sync"
	"time"
)

// Remaining estimates the remaining time: from finished runs of the same kind, and for a kind without finished runs from its estimate,
// scaled by the ratio of time to estimate of the finished kinds.
type Remaining struct {
	mu     sync.Mutex
	begun  time.Time
	kinds  map[string]*kindOfRun
	busy   map[*Run]time.Time // runs that are under way, and since when
	prices map[string]float64 // estimated seconds of one run by kind; nil until they are known
}

// kindOfRun is what is known of runs of equal cost.
type kindOfRun struct {
	left, done int
	took       float64 // seconds of those that are done
}

// NewRemaining returns the remaining time of runs without estimates.
func NewRemaining(runs []*Run, now time.Time) *Remaining {
	r := &Remaining{begun: now, kinds: map[string]*kindOfRun{}, busy: map[*Run]time.Time{}}
	for _, planned := range runs {
		r.kind(planned).left++
	}
	return r
}

func (r *Remaining) kind(planned *Run) *kindOfRun {
	key := TimingKey(planned)
	if r.kinds[key] == nil {
		r.kinds[key] = &kindOfRun{}
	}
	return r.kinds[key]
}

// Priced takes the estimates, which may come while runs are under way.
func (r *Remaining) Priced(prices map[string]float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prices = prices
}

// Started notes that a run is under way.
func (r *Remaining) Started(planned *Run, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy[planned] = now
}

// Finished notes that a run has ended.
func (r *Remaining) Finished(planned *Run, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.kind(planned)
	k.left, k.done = max(0, k.left-1), k.done+1
	if since, known := r.busy[planned]; known {
		k.took += now.Sub(since).Seconds()
		delete(r.busy, planned)
	}
}

// At returns the remaining time, and false before the first run has ended.
func (r *Remaining) At(now time.Time) (left time.Duration, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	took, estimated, priced, done := 0., 0., 0., 0
	for key, k := range r.kinds {
		took, done = took+k.took, done+k.done
		if price := r.prices[key]; price > 0 && k.done > 0 {
			estimated, priced = estimated+price*float64(k.done), priced+k.took
		}
	}
	elapsed := now.Sub(r.begun).Seconds()
	if done == 0 || elapsed <= 0 {
		return 0, false
	}
	seconds, ended := 0., took
	each := func(key string) float64 {
		k := r.kinds[key]
		switch price := r.prices[key]; {
		case k.done > 0:
			return k.took / float64(k.done)
		case price > 0 && estimated > 0:
			return price * priced / estimated
		}
		return took / float64(done)
	}
	for key, k := range r.kinds {
		seconds += float64(k.left) * each(key)
	}
	for planned, since := range r.busy {
		so := now.Sub(since).Seconds()
		seconds -= min(so, each(TimingKey(planned)))
		ended += so
	}
	atOnce := ended / elapsed // how many runs were under way at a time, with all that happens between them
	if atOnce <= 0 {
		return 0, false
	}
	return time.Duration(math.Max(0, seconds) / atOnce * float64(time.Second)), true
}

// Kinds counts the kinds of runs, of which each costs about the same.
func (r *Remaining) Kinds() int { return len(r.kinds) }
