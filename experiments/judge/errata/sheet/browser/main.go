//go:build js

// Command browser is package sheet for a page: it sets nmfreproErrata(text, turn, runs, samples, classes), which returns HTML.
package main

import (
	"bytes"
	"html"
	"strings"
	"syscall/js"

	"nmfrepro/experiments/judge/errata/sheet"
	"nmfrepro/experiments/published/printed"
)

func main() {
	js.Global().Set("nmfreproErrata", js.FuncOf(func(_ js.Value, args []js.Value) any {
		found, err := look(args[0].String(), args[1].String(), args[2].Int(), args[3].String(), args[4].String())
		if err != nil {
			return `<p class="error">` + html.EscapeString(err.Error()) + "</p>"
		}
		return found
	}))
	select {}
}

func look(text, turn string, runs int, samples, classes string) (string, error) {
	known, err := sheet.Known{Runs: runs, Samples: list(samples), Classes: list(classes)}.Assumed()
	if err != nil {
		return "", err
	}
	s, err := sheet.Of("table", []byte(text), sheet.Reading{Options: printed.Options{Turn: turn}}, known)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = s.Fragment(&b)
	return b.String(), err
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
