package cli

import (
	"os"
	"path/filepath"

	"nmfrepro/experiments/spec"
)

// openLibrary returns the experiments that the program carries and, with --specs, those of a folder.
func (e *Env) openLibrary() (*spec.Library, error) {
	lib, err := spec.Embedded()
	if err != nil || e.Specs == "" {
		return lib, asUsage(err)
	}
	if !isDir(e.Specs) {
		return nil, usageError("--specs: there is no folder %s", e.Specs)
	}
	more, err := spec.Load(os.DirFS(e.Specs), filepath.Clean(e.Specs)+string(filepath.Separator))
	if err != nil {
		return nil, asUsage(err)
	}
	if len(more.Specs) == 0 {
		return nil, usageError("--specs: %s holds no NAME/TABLE.yaml", e.Specs)
	}
	lib, err = lib.With(more)
	return lib, asUsage(err)
}

func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError("%w", err)
}
