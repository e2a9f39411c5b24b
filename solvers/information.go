package solvers

// TakesConstraints tells whether a method uses the triplets of a Problem.
func TakesConstraints(s Solver) bool {
	_, ok := s.(interface{ takesConstraints() })
	return ok
}

// TakesLabels tells whether a method uses the labels of a Problem.
func TakesLabels(s Solver) bool {
	_, ok := s.(interface{ takesLabels() })
	return ok
}

func (*RPRNMF) takesConstraints()   {}
func (*RPRNMFKL) takesConstraints() {}
func (*LCNMF) takesConstraints()    {}
func (*LCNMFKL) takesConstraints()  {}

func (*LCNMF) takesLabels()        {}
func (*LCNMFKL) takesLabels()      {}
func (*graphOptions) takesLabels() {} // a supervised graph
