package matfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/hdf5"
)

// In a file of version 7.3 a variable is a dataset of the root group; its dimensions are those of MATLAB backwards, which
// leaves the values in MATLAB's order. Attributes tell the rest:
//
//	MATLAB_class       the class, as text
//	MATLAB_empty       1 if there are no values; the dataset then holds the dimensions
//	MATLAB_sparse      rows of a sparse array, a group with data, ir and jc
//	MATLAB_int_decode  on char and logical, whose values are whole numbers
//
// A cell array is a dataset of references to its cells; a struct is a group of its fields, each a value, or, in an array of
// structs, a dataset of references. What is referred to lies in the group #refs#.
type deepFile struct {
	file    *hdf5.File
	members map[string]uint64
}

const (
	attrClass  = "MATLAB_class"
	attrEmpty  = "MATLAB_empty"
	attrSparse = "MATLAB_sparse"
)

// listDeep lists the variables of a file of version 7.3.
func (f *File) listDeep() error {
	h, err := hdf5.Open(f.r, f.size)
	if err != nil {
		return err
	}
	f.deep = &deepFile{file: h, members: map[string]uint64{}}
	root, err := h.Root()
	if err != nil {
		return err
	}
	members, err := root.Members()
	if err != nil {
		return err
	}
	for _, m := range members {
		if strings.HasPrefix(m.Name, "#") { // #refs#, #subsystem#
			continue
		}
		o, err := h.Object(m.Address)
		if errors.Is(err, hdf5.ErrUnsupported) {
			f.warn("%s: skipped: %v", plain(m.Name), err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", plain(m.Name), err)
		}
		v, err := describeDeep(m.Name, o)
		if err != nil {
			return fmt.Errorf("%s: %w", plain(m.Name), err)
		}
		if f.Has(m.Name) {
			return fmt.Errorf("%s is there twice", plain(m.Name))
		}
		f.Vars = append(f.Vars, v)
		f.deep.members[m.Name] = m.Address
	}
	return nil
}

// deepClasses are the names of classes in the attribute.
var deepClasses = map[string]Class{
	"double": Double, "single": Single, "int8": Int8, "uint8": Uint8, "int16": Int16, "uint16": Uint16, "int32": Int32,
	"uint32": Uint32, "int64": Int64, "uint64": Uint64, "logical": Uint8, "char": Char, "cell": Cell, "struct": Struct,
	"function_handle": Function,
}

// classOf returns the class of an object; one without the attribute was not written by MATLAB, and goes by its type.
func classOf(o *hdf5.Object) Class {
	a, ok := o.Attributes[attrClass]
	if _, sparse := o.Attributes[attrSparse]; sparse {
		return Sparse
	}
	if ok {
		if c, known := deepClasses[a.Text()]; known && (c == Struct || !o.IsGroup()) {
			return c
		}
		return Opaque
	}
	if o.IsGroup() {
		return Struct
	}
	t := o.Type
	if t.Class == hdf5.Compound && len(t.Fields) == 2 {
		t = t.Fields[0].Type
	}
	whole := map[int][2]Class{1: {Uint8, Int8}, 2: {Uint16, Int16}, 4: {Uint32, Int32}, 8: {Uint64, Int64}}
	switch {
	case t.Class == hdf5.Float && t.Size == 4:
		return Single
	case t.Class == hdf5.Float:
		return Double
	case t.Class == hdf5.Reference:
		return Cell
	case (t.Class == hdf5.Fixed || t.Class == hdf5.Enum) && t.Signed:
		return whole[t.Size][1]
	case t.Class == hdf5.Fixed || t.Class == hdf5.Enum:
		return whole[t.Size][0]
	}
	return Opaque
}

// describeDeep tells class and dimensions of a variable.
func describeDeep(name string, o *hdf5.Object) (Var, error) {
	v := Var{Name: name, Class: classOf(o)}
	empty, _ := o.Attributes[attrEmpty].Int()
	switch {
	case v.Class == Sparse:
		rows, ok := o.Attributes[attrSparse].Int()
		starts, err := o.Member("jc")
		if err != nil || !ok {
			return v, errors.Join(fmt.Errorf("sparse array of %d rows", rows), err)
		}
		v.Dims = []int{rows, starts.Len() - 1}
	case empty != 0 && !o.IsGroup():
		if o.Len() > maxDims {
			return v, fmt.Errorf("%d dimensions", o.Len())
		}
		dims, err := o.Numbers()
		if err != nil {
			return v, err
		}
		for _, d := range dims {
			if d != float64(int(d)) {
				return v, fmt.Errorf("dimension %v", d)
			}
			v.Dims = append(v.Dims, int(d))
		}
	case o.IsGroup():
		v.Dims = structDims(o)
	default:
		v.Dims = slices.Clone(o.Dims)
		slices.Reverse(v.Dims)
		for len(v.Dims) < 2 { // not MATLAB's
			v.Dims = append(v.Dims, 1)
		}
	}
	return v, checkDims(v.Dims, v.Class)
}
