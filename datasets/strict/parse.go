package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

const (
	maxBytes = 1 << 20 // of a file; the longest spec is a few tens of kB
	maxDepth = 64      // of nested lists and mappings
)

// ReadAll reads an opened spec as far as one may be long: what stands there may be a device, which never ends.
func ReadAll(f io.ReadCloser, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxBytes+1))
}

// parse returns the only document of data, or what is wrong with the text before its content is looked at.
func parse(file string, data []byte) (*yaml.Node, Problems) {
	fail := func(line, col int, format string, args ...any) (*yaml.Node, Problems) {
		return nil, Problems{{file, line, col, fmt.Sprintf(format, args...)}}
	}
	if len(data) > maxBytes {
		return fail(1, 1, "file of more than %d bytes", maxBytes)
	}
	if line, col, msg := firstInvalid(data); msg != "" {
		return fail(line, col, "%s", msg)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return fail(1, 1, "empty, want a YAML document")
	} else if err != nil {
		return nil, Problems{syntaxError(file, data, err)}
	}
	if err := dec.Decode(&second); err == nil {
		return fail(second.Line, second.Column, "second document, want one to a file")
	} else if !errors.Is(err, io.EOF) {
		return nil, Problems{syntaxError(file, data, err)}
	}
	root := doc.Content[0]
	if classify(root) == null && root.Style&yaml.TaggedStyle == 0 {
		return fail(1, 1, "empty document, want a mapping")
	}
	return root, nil
}

// firstInvalid finds the first byte that YAML does not allow, by line and column: no UTF-8, or a control character.
func firstInvalid(data []byte) (line, col int, msg string) {
	line, col = 1, 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			return line, col, "not UTF-8 text"
		case r == '\n':
			line, col = line+1, 0
		case r != '\t' && r != '\r' && unicode.IsControl(r) && r != nextLine:
			return line, col, fmt.Sprintf("control character %U", r)
		}
		col++
		data = data[size:]
	}
	return 0, 0, ""
}

const nextLine = '\u0085' // a line break to YAML 1.1

var (
	syntaxLine = regexp.MustCompile(`^line (\d+): `)
	// fromParser are the messages of yaml.v3's parser, which counts lines from 0; its scanner counts them from 1.
	fromParser    = regexp.MustCompile(`^(did not find expected (<|node content|'-' indicator|key$|',' or)|found (undefined|duplicate|incompatible) )`)
	unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// syntaxError turns an error of yaml.v3 into a problem. It names no line for a problem in the first one.
func syntaxError(file string, data []byte, err error) Problem {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if m := syntaxLine.FindStringSubmatch(msg); m != nil {
		line, _ = strconv.Atoi(m[1])
		msg = msg[len(m[0]):]
		if fromParser.MatchString(msg) {
			line++
		}
	}
	line = min(line, 1+bytes.Count(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))) // the end counts as a line of its own
	if m := unknownAnchor.FindStringSubmatch(msg); m != nil {
		before, _, _ := bytes.Cut(data, []byte("*"+m[1]))
		line = 1 + bytes.Count(before, []byte("\n"))
		msg = fmt.Sprintf("alias *%s: aliases are not supported, write the value out", short(m[1]))
	}
	return Problem{file, line, 1, "not YAML: " + msg}
}
