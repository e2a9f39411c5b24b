package matfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/hdf5"
	"nmfrepro/datasets/list"
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
		var v Var
		if err == nil {
			v, err = describeDeep(m.Name, o)
		}
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

// deepReader reads one variable with all that it refers to. An object that is referred to more than once is read once, so
// that references cannot multiply what a file holds.
type deepReader struct {
	file     *hdf5.File
	done     map[uint64]*Array // nil while it is being read
	memory   *budget.Account
	warnings []string
	rounded  bool // a whole number was
}

// readDeep reads a variable of a file of version 7.3.
func (f *File) readDeep(name string) (*Array, []string, error) {
	r := &deepReader{file: f.deep.file, done: map[uint64]*Array{}, memory: f.account(name)}
	a, err := r.at(f.deep.members[name], 0)
	if err != nil {
		return nil, r.warnings, err
	}
	named := *a
	named.Name, named.Rounded = name, r.rounded
	return &named, r.warnings, nil
}

// at reads the object at an address.
func (r *deepReader) at(address uint64, depth int) (*Array, error) {
	if a, seen := r.done[address]; seen {
		if a == nil {
			return nil, errors.New("a cell holds itself")
		}
		return a, nil
	}
	if depth > maxDepth {
		return nil, errDepth
	}
	if len(r.done) > maxCells {
		return nil, fmt.Errorf("more than %d cells", maxCells)
	}
	r.done[address] = nil
	o, err := r.file.Object(address)
	if err != nil {
		return nil, err
	}
	a, err := r.array(o, depth)
	if err != nil {
		return nil, err
	}
	r.done[address] = a
	return a, nil
}

// array reads an object as the array that it is.
func (r *deepReader) array(o *hdf5.Object, depth int) (*Array, error) {
	v, err := describeDeep("", o)
	if err != nil {
		return nil, err
	}
	a := &Array{Var: v, Logical: o.Attributes[attrClass].Text() == "logical"}
	empty, _ := o.Attributes[attrEmpty].Int()
	switch {
	case a.Class == Sparse:
		return a, r.sparse(a, o)
	case a.Class == Struct && o.IsGroup():
		return a, r.structure(a, o, depth)
	case empty != 0:
		if p := product(a.Dims); p != 0 {
			return nil, fmt.Errorf("an empty array of %s", dimsText(a.Dims))
		}
		return a, nil
	case a.Class == Struct:
		return nil, errors.New("a struct that is no group")
	case o.IsGroup() || a.Class == Function || a.Class == Opaque:
		a.Skipped = true
		warning := fmt.Sprintf("skipped an array of class %q, which cannot be read", o.Attributes[attrClass].Text())
		r.warnings = list.AppendUnique(r.warnings, warning)
		return a, nil
	}
	raw, err := r.raw(o)
	if err != nil {
		return nil, err
	}
	switch {
	case a.Class == Cell:
		a.Cells, err = r.cells(o.Type, raw, depth)
	case o.Type.Class == hdf5.Compound:
		err = r.complex(a, o.Type, raw)
	default:
		a.Real, err = r.numbers(o.Type.Numbers(raw))
	}
	return a, err
}

// raw reads the elements of a dataset. They are held as chunks, as a whole, and as numbers or references.
func (r *deepReader) raw(o *hdf5.Object) ([]byte, error) {
	if err := r.memory.Take(float64(o.Len()) * float64(2*o.Type.Size+budget.Float64)); err != nil {
		return nil, err
	}
	return o.Raw()
}

func (r *deepReader) numbers(v []float64, inexact bool, err error) ([]float64, error) {
	if r.rounded = r.rounded || inexact; inexact {
		r.warnings = list.AppendUnique(r.warnings, rounded)
	}
	return v, err
}

// complex reads values that are pairs of real and imag.
func (r *deepReader) complex(a *Array, t hdf5.Type, raw []byte) (err error) {
	if len(t.Fields) != 2 {
		return fmt.Errorf("values of %d parts, want real and imag", len(t.Fields))
	}
	if a.Real, err = r.numbers(t.Number(raw, t.Fields[0])); err != nil {
		return err
	}
	a.Imag, err = r.numbers(t.Number(raw, t.Fields[1]))
	return err
}

// cells reads what a dataset of references refers to.
func (r *deepReader) cells(t hdf5.Type, raw []byte, depth int) ([]*Array, error) {
	addresses, err := t.Addresses(raw)
	if err != nil {
		return nil, err
	}
	if len(addresses) > maxCells {
		return nil, fmt.Errorf("%d cells, at most %d are read", len(addresses), maxCells)
	}
	out := make([]*Array, len(addresses))
	for i, at := range addresses {
		if out[i], err = r.at(at, depth+1); err != nil {
			return nil, fmt.Errorf("cell %d: %w", i+1, err)
		}
	}
	return out, nil
}

// sparse reads a group with the values, their rows and the starts of columns.
func (r *deepReader) sparse(a *Array, o *hdf5.Object) error {
	parts := map[string][]float64{}
	members, err := o.Members()
	if err != nil {
		return err
	}
	for _, m := range members {
		d, err := o.Open(m.Address)
		if err != nil {
			return err
		}
		raw, err := r.raw(d)
		switch {
		case err != nil:
		case m.Name == "data" && d.Type.Class == hdf5.Compound:
			err = r.complex(a, d.Type, raw)
			parts[m.Name] = a.Real
		default:
			parts[m.Name], err = r.numbers(d.Type.Numbers(raw))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", plain(m.Name), err)
		}
	}
	a.Real = parts["data"] // absent where there are no entries
	if err := r.memory.Take(2 * budget.Int * float64(len(parts["ir"]))); err != nil {
		return err
	}
	if err := a.place(parts["ir"], parts["jc"]); err != nil {
		return err
	}
	if len(a.Row) != len(a.Real) {
		return fmt.Errorf("%d values for %d entries", len(a.Real), len(a.Row))
	}
	return nil
}

// structDims returns the dimensions of a struct: those of a field that is an array of references, if all are, else 1×1.
func structDims(o *hdf5.Object) []int {
	dims := []int{1, 1}
	members, err := o.Members()
	if err != nil {
		return dims
	}
	var common []int
	for i, m := range members {
		d, err := o.Open(m.Address)
		if err != nil || !referenceField(d) || i > 0 && !slices.Equal(common, d.Dims) {
			return dims
		}
		common = d.Dims
	}
	if len(common) < 2 {
		return dims
	}
	dims = slices.Clone(common)
	slices.Reverse(dims)
	return dims
}

// referenceField tells whether a field holds one reference for each element of an array of structs; a field that is a cell
// array is a dataset of references, too, and says so.
func referenceField(d *hdf5.Object) bool {
	_, class := d.Attributes[attrClass]
	return !d.IsGroup() && d.Type.Class == hdf5.Reference && !class
}

// structure reads the fields of a struct or of an array of structs.
func (r *deepReader) structure(a *Array, o *hdf5.Object, depth int) error {
	members, err := o.Members()
	if err != nil {
		return err
	}
	count := product(a.Dims)
	if len(members) > 0 && count > maxCells/len(members) {
		return fmt.Errorf("%s elements of %d fields", dimsText(a.Dims), len(members))
	}
	a.Cells = make([]*Array, count*len(members))
	for i, m := range members {
		a.Fields = append(a.Fields, m.Name)
		d, err := o.Open(m.Address)
		var values []*Array
		switch {
		case err != nil:
		case !referenceField(d):
			a.Cells[i], err = r.at(m.Address, depth+1)
		default:
			var raw []byte
			if raw, err = r.raw(d); err == nil {
				values, err = r.cells(d.Type, raw, depth)
			}
			if err == nil && len(values) != count {
				err = fmt.Errorf("%d values for %d elements", len(values), count)
			}
		}
		if err != nil {
			return fmt.Errorf("field %s: %w", plain(m.Name), err)
		}
		for k, v := range values {
			a.Cells[k*len(members)+i] = v
		}
	}
	return nil
}
