package kmeans

// online is the single-move phase: sample after sample, in their order, goes to the cluster where the inertia falls most,
//
//	n_c/(n_c + 1) ‖x - c‖² < n_o/(n_o - 1) ‖x - o‖²
//
// for its own cluster o and another one c (Späth 1980; Hartigan and Wong 1979), the two centres follow at once, and the
// phase ends when a whole round moves nothing. MATLAB's kmeans did this after the batch phase by default until R2014a. Every
// result of this phase is a fixed point of Lloyd's too. The last sample of a cluster stays.
func (r *run) online() {
	still := 0 // samples since the last move
	for range r.o.MaxIterations {
		r.res.Iterations++
		for i := range r.n {
			if r.improve(i) {
				still = 0
			} else if still++; still == r.n {
				return
			}
		}
		r.space.refresh(r.labels, r.sizes) // so that rounding does not add up over rounds
	}
	r.res.Converged = false
}

// improve moves sample i if that lowers the inertia.
func (r *run) improve(i int) bool {
	own := r.labels[i]
	if r.sizes[own] == 1 {
		return false
	}
	for c, size := range r.sizes {
		r.weight[c] = float64(max(1, size)) / float64(size+1) // of a dropped cluster any: its distance is infinite
	}
	r.weight[own] = float64(r.sizes[own]) / float64(r.sizes[own]-1)
	to := r.nearest(i, own)
	if to == own {
		return false
	}
	r.labels[i] = to
	r.sizes[own]--
	r.sizes[to]++
	r.space.move(i, own, to)
	return true
}
