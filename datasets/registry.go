package datasets

// Registry lists every data set, sorted by name. Each line is in the file of its set.
var Registry = []Entry{
	coil20,
	digits,
	hdm05,
	hdm05DG,
	hdm05StandIn,
	indianPines,
	indianPinesStandIn,
	iris,
	jasperRidge,
	mocap6,
	movielens1m,
	nottingHill,
	nottingHillStandIn,
	optdigits,
	orl,
	orlFull,
	ornmfSynthetic,
	paviaU,
	paviaUStandIn,
	pie,
	pnmfProjection,
	rprMovies,
	rprPieces,
	rprPoints,
	rprSynthetic,
	videoBBB,
	videoSintel,
	videoStandIn,
	wdbc,
	wine,
	yale,
}

// Find returns the data set of that name.
func Find(name string) (Entry, bool) {
	for _, e := range Registry {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

// Names returns the names of all data sets, sorted.
func Names() []string {
	out := make([]string, len(Registry))
	for i, e := range Registry {
		out[i] = e.Name
	}
	return out
}
