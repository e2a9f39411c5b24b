//go:build outside

package sheet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports/site/browsertest"
)

// The page finds what the command line finds, in a browser, from a file and without network.
func TestPageInBrowser(t *testing.T) {
	file := filepath.Join(t.TempDir(), "errata.html")
	if err := os.WriteFile(file, builtPage(t), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := browsertest.Tab(t, 4*time.Minute)
	began := time.Now()
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.getElementById("found").textContent == ""`)); err != nil {
		t.Fatal(err)
	}
	t.Logf("ready after %v", time.Since(began).Round(time.Millisecond))
	const table = "ACC,P,Q\na,61.50,**62.00**\nb,**73.60**,71.20\navg,66.5,66.6\n"
	known, err := Known{Runs: 5, Samples: []string{"a=40", "b=50"}}.Assumed()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Of("table", []byte(table), Reading{Options: printed.Options{Turn: "auto"}}, known)
	if err != nil || want.Grave() != 1 {
		t.Fatalf("%v, %+v", err, want)
	}
	for _, step := range []struct{ set, want string }{
		{"text.value = `" + table + "`; samples.value = 'a=40,b=50'; runs.value = 5", want.Counts()},
		{"samples.value = 'many'", "want N or ROW=N"},
		{"samples.value = ''; text.value = 'no table'", "found no table"},
	} {
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string]("with (form.elements) { "+step.set+" }; form.dispatchEvent(new Event('input')); document.getElementById('found').textContent"))
		if err != nil || !strings.Contains(got, step.want) {
			t.Errorf("%s: %v, want %q in\n%s", step.set, err, step.want, got)
		}
	}
}
