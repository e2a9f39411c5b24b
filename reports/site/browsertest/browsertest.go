// Package browsertest opens pages in an installed browser, for tests.
package browsertest

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// Tab opens a tab of a browser that sees the test's own pages; without a browser the test fails.
func Tab(t *testing.T, limit time.Duration) context.Context {
	t.Helper()
	at := slices.IndexFunc(browsers, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if at < 0 {
		t.Fatalf("no browser, want one of %s: apt-get install chromium", strings.Join(browsers, ", "))
	}
	limited, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	allocator, cancel := chromedp.NewExecAllocator(limited, chromedp.ExecPath(browsers[at]), chromedp.Headless, chromedp.NoFirstRun,
		chromedp.DisableGPU, chromedp.NoSandbox, // as root it does not start with one
		chromedp.Flag("disable-dev-shm-usage", true))
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}
