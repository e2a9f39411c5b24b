package sets

import (
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"path"
	"sync"
	"time"

	"nmfrepro/datasets/dataset"
)

//go:embed embedded
var embedded embed.FS

// packed are files that the program holds compressed, by the path that they have in the data folder of those who download
// them; their sums are the same, and so are the keys of results.
var packed = map[string]func() ([]byte, error){
	"optdigits/optdigits.tra": unpacked("embedded/optdigits.tra.gz"),
	"optdigits/optdigits.tes": unpacked(digitsPath),
}

func unpacked(name string) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) {
		f, err := embedded.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(z)
	})
}

// Embedded are the files in the program, those that are packed too.
type Embedded struct{}

// Open implements fs.FS.
func (Embedded) Open(name string) (fs.File, error) {
	unpack, ok := packed[name]
	if !ok {
		return embedded.Open(name)
	}
	data, err := unpack()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return dataset.InMemory(data, packedInfo{path.Base(name), int64(len(data))}), nil
}

// packedInfo describes a packed file as it is unpacked.
type packedInfo struct {
	name string
	size int64
}

func (i packedInfo) Name() string       { return i.name }
func (i packedInfo) Size() int64        { return i.size }
func (i packedInfo) Mode() fs.FileMode  { return 0o444 }
func (i packedInfo) ModTime() time.Time { return time.Time{} }
func (i packedInfo) IsDir() bool        { return false }
func (i packedInfo) Sys() any           { return nil }
