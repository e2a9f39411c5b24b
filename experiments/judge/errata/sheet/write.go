package sheet

import (
	"bytes"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// Text writes a sheet for a terminal.
func (s Sheet) Text(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", s.Name, s.Title)
	for _, a := range s.Assumed {
		fmt.Fprintf(w, "assumed: %s\n", a)
	}
	for _, u := range s.Unplaced {
		fmt.Fprintf(w, "not placed: %s\n", u)
	}
	for _, f := range s.Found {
		fmt.Fprintf(w, "\n%s %s (%s)\n", f.Severity, f.Place, f.Detector)
		fmt.Fprintf(w, "      %s\n      why: %s\n", f.What, f.Why)
	}
	fmt.Fprintf(w, "\n%s: %s\n", s.Name, s.Counts())
}

//go:embed assets
var assets embed.FS

var pages = template.Must(template.New("").ParseFS(assets, "assets/*.html"))

// HTML writes sheets as a page.
func HTML(w io.Writer, sheets []Sheet) error { return pages.ExecuteTemplate(w, "sheets.html", sheets) }

// Fragment writes one sheet as a part of a page.
func (s Sheet) Fragment(w io.Writer) error { return pages.ExecuteTemplate(w, "found", s) }

// Page is the page on which a table is pasted: one file with all that it needs, which asks no server and no network. Its program
// is this package compiled for a browser, errata.wasm.gz, with the wasm_exec.js of the same Go. Both are made by make errata-page and not
// kept in the tree; a program that was built without them has no page.
func Page() ([]byte, error) {
	wasm, err := assets.ReadFile("assets/errata.wasm.gz")
	exec, err2 := assets.ReadFile("assets/wasm_exec.js")
	if err != nil || err2 != nil {
		return nil, errors.New("this program was built without the page: make errata-page builds one with it")
	}
	return page(wasm, exec)
}

func page(wasm, exec []byte) ([]byte, error) {
	var b bytes.Buffer
	err := pages.ExecuteTemplate(&b, "page.html", struct{ Exec, WASM template.JS }{
		template.JS(strings.ReplaceAll(string(exec), "</script", `<\/script`)), template.JS(`"` + base64.StdEncoding.EncodeToString(wasm) + `"`)})
	return b.Bytes(), err
}
