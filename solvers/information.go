package solvers

// TakesConstraints tells whether a method, with its present options, uses the triplets of a Problem.
func TakesConstraints(s Solver) bool {
	if o, ok := s.(Outside); ok {
		return o.TakesConstraints()
	}
	t, ok := s.(interface{ takesConstraints() bool })
	return ok && t.takesConstraints()
}

// TakesLabels tells whether a method, with its present options, uses the labels of a Problem.
func TakesLabels(s Solver) bool {
	if o, ok := s.(Outside); ok {
		return o.TakesLabels()
	}
	t, ok := s.(interface{ takesLabels() bool })
	return ok && t.takesLabels()
}

func (*RPRNMF) takesConstraints() bool         { return true }
func (*RPRNMFKL) takesConstraints() bool       { return true }
func (*LCNMF) takesConstraints() bool          { return true }
func (*LCNMFKL) takesConstraints() bool        { return true }
func (o *GraphOptions) takesConstraints() bool { return o.Graph == GraphConstraints }

func (*LCNMF) takesLabels() bool          { return true }
func (*LCNMFKL) takesLabels() bool        { return true }
func (o *GraphOptions) takesLabels() bool { return o.Graph == GraphSupervised }
