package sheet

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// The page finds what the command line finds, in a browser, from a file and without network; its program is below four megabytes.
func TestPageInBrowser(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(dir, "errata.wasm"), "./browser")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "errata.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(program)
	z.Close()
	if packed.Len() > 4e6 {
		t.Errorf("the program has %d bytes, want below four million", packed.Len())
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := page(packed.Bytes(), loader)
	if err != nil {
		t.Fatal(err)
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no browser: apt-get install chromium")
		}
		t.Log("built and measured; not looked at, since there is no browser: apt-get install chromium")
		return
	}
	file := filepath.Join(dir, "errata.html")
	if err := os.WriteFile(file, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	limited, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	allocator, cancel := chromedp.NewExecAllocator(limited, chromedp.ExecPath(browser), chromedp.Headless, chromedp.NoFirstRun,
		chromedp.DisableGPU, chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	began := time.Now()
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.getElementById("found").textContent == ""`)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes packed; ready after %v", packed.Len(), time.Since(began).Round(time.Millisecond))
	const table = "ACC,P,Q\na,61.50,**62.00**\nb,**73.60**,71.20\navg,66.5,66.6\n"
	known, err := Known{Runs: 5, Samples: []string{"a=40", "b=50"}}.Assumed()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Of("table", []byte(table), Reading{Turn: "auto"}, known)
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
