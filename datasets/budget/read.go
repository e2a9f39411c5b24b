package budget

import "io"

// ReadAll reads to the end what has no size beforehand, such as a pipe or a packed file, unless it grows beyond the limit. What it
// is, format and args say.
func ReadAll(r io.Reader, format string, args ...any) ([]byte, error) {
	content := make([]byte, 0, 512)
	for {
		n, err := r.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case err == io.EOF:
			return content, nil
		case err != nil:
			return nil, err
		case len(content) == cap(content):
			if err := Check(2*float64(cap(content)), format, args...); err != nil {
				return nil, err
			}
			content = append(content, 0)[:len(content)]
		}
	}
}
