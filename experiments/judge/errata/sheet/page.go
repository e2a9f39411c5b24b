//go:build !js

package sheet

import (
	"bytes"
	"embed"
	"encoding/base64"
	"errors"
	"html/template"
	"strings"
)

// assets has the page's program where make errata-page has put it. The program itself is built without it.
//
//go:embed assets
var assets embed.FS

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
