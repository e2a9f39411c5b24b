// Package mtx reads Matrix Market files, the exchange format of sparse matrices (Boisvert, Pozo and Remington, The
// Matrix Market exchange formats, NIST IR 5935, 1996): coordinate and array; real, integer and pattern; general, symmetric and
// skew-symmetric. It is strict: what is not such a matrix is an error that names the line.
package mtx

import (
	"bufio"
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
)

// Entry is one entry of a matrix, 0-based.
type Entry struct {
	Row, Col int32
	Value    float64
}

// entryBytes is the size of an Entry.
const entryBytes = 2*4 + budget.Float64

// Matrix is what a file holds. An entry that is not there is zero.
type Matrix struct {
	Rows, Cols int
	Sparse     bool      // coordinate; an array lists every entry, zeros too
	blocks     [][]Entry // so that reading on copies nothing
}

// blockEntries is how many entries a block holds: 1 MiB.
const blockEntries = 1 << 16

// Entries yields the entries in the order of the file, each of a symmetric matrix followed by the one across the diagonal.
// That none stands twice is not checked.
func (m *Matrix) Entries(yield func(Entry) bool) {
	for _, block := range m.blocks {
		for _, e := range block {
			if !yield(e) {
				return
			}
		}
	}
}

// Len returns how many entries there are.
func (m *Matrix) Len() int {
	total := 0
	for _, block := range m.blocks {
		total += len(block)
	}
	return total
}

// Dense returns the matrix with all its entries.
func (m *Matrix) Dense() *mat.Dense {
	dense := mat.NewDense(m.Rows, m.Cols, nil)
	for e := range m.Entries {
		dense.Set(int(e.Row), int(e.Col), e.Value)
	}
	return dense
}

// Add puts an entry behind those that are there.
func (m *Matrix) Add(e Entry) {
	last := len(m.blocks) - 1
	if last < 0 || len(m.blocks[last]) == blockEntries {
		m.blocks = append(m.blocks, nil)
		last++
		if last > 0 {
			m.blocks[last] = make([]Entry, 0, blockEntries)
		}
	}
	m.blocks[last] = append(m.blocks[last], e)
}

// maxSide bounds rows and columns: a line of a few bytes can promise a matrix whose row starts alone fill the memory.
const maxSide = 100_000_000

// maxLine bounds a line; the standard has 1024 characters.
const maxLine = 1 << 16

// SyntaxError tells where a file stops being a matrix. Line counts from 1.
type SyntaxError struct {
	Name string
	Line int
	Msg  string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Msg) }

// Read reads one matrix. name stands for the file in errors. Memory grows with what was read, not with what the file
// promises; what is promised beyond the memory's budget is a *budget.Error.
func Read(r io.Reader, name string) (*Matrix, error) {
	p := &parser{lines: bufio.NewScanner(r), name: name, m: new(Matrix)}
	p.lines.Buffer(nil, maxLine)
	if err := p.banner(); err != nil {
		return nil, err
	}
	if err := p.sizes(); err != nil {
		return nil, err
	}
	read := p.array
	if p.m.Sparse {
		read = p.coordinates
	}
	if err := read(); err != nil {
		return nil, err
	}
	if p.next() {
		return nil, p.fail("found %q after the last of %d entries", clip(p.text), p.count)
	}
	return p.m, p.stopped()
}
