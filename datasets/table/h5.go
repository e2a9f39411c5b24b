package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/hdf5"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/tabular"
)

// h5File is an HDF5 file of AnnData (https://anndata.readthedocs.io, on-disk format) or of Cell Ranger. After the first error
// nothing more is read.
type h5File struct {
	name string
	root *hdf5.Object
	err  error
}

func openH5(f *packedFile) (*h5File, error) {
	r, size, err := f.readerAt()
	if err != nil {
		return nil, err
	}
	h := &h5File{name: f.Name}
	file, err := hdf5.Open(r, size)
	if err == nil {
		h.root, err = file.Root()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, budget.Advise(err, again))
	}
	return h, nil
}

// again is what to do about a file that is damaged or of a form that is not read.
const again = "copy the file again, or write it anew, as by adata.write_h5ad of anndata"

// readH5 reads the matrix that the file is of: X, a layer or raw of AnnData, whose rows are the samples; or that of Cell Ranger.
func readH5(f *packedFile, opts Options) (*Table, error) {
	h, err := openH5(f)
	if err != nil {
		return nil, err
	}
	at := opts.Variable
	// matrix, or before version 3 the genome
	groups := slices.DeleteFunc(h.names(""), func(name string) bool { return !h.has(name + "/barcodes") })
	switch {
	case h.has("obs") && h.has("var"):
		return h.annData(opts)
	case len(groups) == 0:
		return nil, fmt.Errorf("%s is an HDF5 file, and neither of AnnData (obs, var and X) nor of 10x Genomics (matrix); it holds %s; write "+
			"the matrix as .npz or .mtx", h.name, strings.Join(h.names(""), ", "))
	case len(groups) == 1 && at != groups[0]: // var names features of a kind
		return h.tenX(groups[0], at, opts)
	case !slices.Contains(groups, at):
		return nil, fmt.Errorf("%s holds the matrices of %s; say by its name (var) which is meant", h.name, strings.Join(groups, ", "))
	}
	return h.tenX(at, "", opts)
}

// find opens what a path names.
func (h *h5File) find(path string) (o *hdf5.Object, err error) {
	o = h.root
	for part := range strings.SplitSeq(path, "/") {
		if part != "" && err == nil {
			o, err = o.Member(part)
		}
	}
	return o, err
}

func (h *h5File) has(path string) bool { _, err := h.find(path); return err == nil }

// names returns the members of a group, none of anything else.
func (h *h5File) names(path string) (names []string) {
	if o, err := h.find(path); err == nil {
		members, _ := o.Members()
		names = list.Map(members, func(m hdf5.Member) string { return m.Name })
	}
	slices.Sort(names)
	return names
}

// object opens what is to be there.
func (h *h5File) object(path string) *hdf5.Object {
	o, err := h.find(path)
	h.note(path, err)
	if h.err != nil {
		return &hdf5.Object{}
	}
	return o
}

func (h *h5File) note(path string, err error) {
	if h.err == nil && err != nil {
		h.err = fmt.Errorf("%s: %s: %w", h.name, path, budget.Advise(err, again))
	}
}

func (h *h5File) strings(path string) (texts []string) {
	if o := h.object(path); h.err == nil {
		var err error
		texts, err = o.Strings()
		h.note(path, err)
	}
	return texts
}

func (h *h5File) numbers(path string) (values []float64) {
	if o := h.object(path); h.err == nil {
		err := budget.Check(2*budget.Float64*float64(o.Len()), "%s in %s", path, h.name)
		if err == nil {
			values, err = o.Numbers()
		}
		h.note(path, err)
	}
	return values
}

// whole returns whole numbers from 0 to most.
func (h *h5File) whole(path string, most int) []int {
	values := h.numbers(path)
	if h.err != nil {
		return nil
	}
	var out []int
	out, h.err = wholeNumbers(h.name+": "+path, values, most)
	return out
}

// annData reads a matrix with a row for each observation: that the samples are in rows, the file tells.
func (h *h5File) annData(opts Options) (*Table, error) {
	path, vars := "X", "var"
	switch layer := "layers/" + strings.TrimPrefix(opts.Variable, "layers/"); {
	case opts.Variable == "raw":
		path, vars = "raw/X", "raw/var"
	case opts.Variable != "" && opts.Variable != "X":
		path = layer
	}
	if !h.has(path) {
		there := slices.Concat(h.names("layers"), list.Filter([]string{"X", "raw"}, h.has))
		switch {
		case len(there) == 0:
			return nil, fmt.Errorf("%s holds no matrix: neither X nor layers nor raw; "+again, h.name)
		case opts.Variable == "":
			return nil, fmt.Errorf("%s holds no X; say by its name (var) which matrix is meant: %s", h.name, strings.Join(there, ", "))
		}
		return nil, fmt.Errorf("%s has no matrix %q; say by its name (var) which is meant: %s", h.name, opts.Variable, strings.Join(there, ", "))
	}
	opts.Transpose = true
	samples, features, o := h.index("obs"), h.index(vars), h.object(path)
	m, n := len(samples), len(features)
	kind, shape := o.Attributes["encoding-type"].Text(), o.Attributes["shape"].Numbers()
	if h.err == nil && !o.IsGroup() {
		kind, shape = "array", list.Map(o.Dims, func(side int) float64 { return float64(side) })
	}
	h.fits(path, kind, shape, m, n)
	var t *Table
	var err error
	switch kind {
	case "csr_matrix", "csc_matrix":
		t, err = h.sparse(path, m, n, kind == "csc_matrix", opts)
	case "array":
		if values := h.numbers(path); h.err == nil {
			t, err = fromDense(mat.NewDense(m, n, values), opts)
		}
	default:
		err = fmt.Errorf("%s: %s is of kind %q, want array, csr_matrix or csc_matrix; "+again, h.name, path, kind)
	}
	if h.err != nil || err != nil {
		return nil, cmp.Or(h.err, err)
	}
	t.Transposed, t.Features, t.Samples = true, samples, features // as the rows and columns of the file
	t.Found = append(t.Found, "AnnData "+path)
	return t, nil
}

// fits checks that a matrix has as many rows and columns as there are names.
func (h *h5File) fits(path, kind string, shape []float64, m, n int) {
	if h.err == nil && (m < 1 || n < 1 || !slices.Equal(shape, []float64{float64(m), float64(n)})) {
		h.err = fmt.Errorf("%s: %s (%s) has the sides %v, and there are names of %d rows and %d columns; "+again, h.name, path, kind, shape, m, n)
	}
}

// index returns the names of a data frame's rows.
func (h *h5File) index(frame string) []string {
	o := h.object(frame)
	if h.err == nil && !o.IsGroup() {
		h.err = fmt.Errorf("%s: %s is written as anndata before version 0.7 did; read and write it by a newer one", h.name, frame)
	}
	return h.strings(frame + "/" + cmp.Or(o.Attributes["_index"].Text(), "_index"))
}

// sparse reads data, indices and indptr of a matrix by rows, or by columns.
func (h *h5File) sparse(path string, m, n int, byColumns bool, opts Options) (*Table, error) {
	major, minor := m, n
	if byColumns {
		major, minor = n, m
	}
	values := h.numbers(path + "/data")
	starts, at := h.whole(path+"/indptr", len(values)), h.whole(path+"/indices", minor-1)
	if h.err == nil && len(at) != len(values) {
		h.err = fmt.Errorf("%s: %s has %d values and %d places, want as many; "+again, h.name, path, len(values), len(at))
	}
	if h.err == nil {
		h.err = checkSparse(h.name, m, n, len(values))
	}
	if h.err != nil {
		return nil, h.err
	}
	rows, err := expanded(h.name+": "+path, starts, major, len(values))
	if err != nil {
		return nil, err
	}
	if byColumns {
		rows, at = at, rows
	}
	return fromEntries(h.name, m, n, triplets(rows, at, values), opts)
}

// tenX reads the matrix of Cell Ranger, features × barcodes by columns: the features of one kind.
func (h *h5File) tenX(at, kind string, opts Options) (*Table, error) {
	ids, names := at+"/genes", at+"/gene_names" // of version 2
	if h.has(at + "/features") {
		ids, names = at+"/features/id", at+"/features/name"
	}
	var kinds []string
	if h.has(at + "/features/feature_type") {
		kinds = h.strings(at + "/features/feature_type")
	}
	features, symbols, barcodes, shape := h.strings(ids), h.strings(names), h.strings(at+"/barcodes"), h.numbers(at+"/shape")
	m, n := min(len(features), len(symbols)), len(barcodes)
	h.fits(at, "csc_matrix", shape, m, n)
	t, err := h.sparse(at, m, n, true, opts)
	if err != nil {
		return nil, err
	}
	for i := range features {
		features[i] += "\t" + symbols[i]
	}
	t.Features, t.Samples, t.Found = featureNames(features), barcodes, append(t.Found, "10x Genomics "+at)
	return t, t.keepKind(h.name, kind, kinds, !opts.Transpose, &t.Features)
}

// labels reads a column of AnnData's observations.
func (h *h5File) labels(column string) (*tabular.Labels, error) {
	if !h.has("obs") {
		return nil, fmt.Errorf("%s is no file of AnnData, whose obs holds labels; write the labels to a text file, a line each", h.name)
	}
	if column == "" || !h.has("obs/"+column) {
		columns := slices.DeleteFunc(h.names("obs"), func(name string) bool { return strings.HasPrefix(name, "_") })
		return nil, fmt.Errorf("%s: no column %q of obs, want one of %s", h.name, column, strings.Join(columns, ", "))
	}
	samples, words := h.index("obs"), h.words("obs/"+column)
	if h.err != nil {
		return nil, h.err
	}
	return tabular.LabelsOf(h.name, words, samples)
}

// words returns the values of a column: text, whole numbers, or categories with a code for each row, -1 where it has none.
func (h *h5File) words(path string) (words []string) {
	switch o := h.object(path); {
	case h.err != nil:
	case o.IsGroup():
		categories := append(h.words(path+"/categories"), "")
		for _, code := range h.numbers(path + "/codes") {
			k := int(code)
			if k < 0 || k >= len(categories) {
				k = len(categories) - 1
			}
			words = append(words, categories[k])
		}
	case o.Type.Class == hdf5.String || o.Type.Class == hdf5.Varying:
		words = h.strings(path)
	default:
		labels, err := tabular.NumericLabels(h.numbers(path), h.name+": "+path)
		if h.note(path, err); h.err == nil {
			words = labels.Values
		}
	}
	return words
}
