package matrix

// LeftMul sets dst (length n) to Xᵀ·w for w of length m.
func (d *Dense) LeftMul(dst, w []float64) { d.x.LeftMul(dst, w) }
