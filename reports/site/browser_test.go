//go:build outside

package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nmfrepro/reports/site/browsertest"
)

// eval is the value of an expression in the page.
func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// console collects what the pages complain of.
type console struct {
	mu       sync.Mutex
	messages []string
}

func (c *console) listen(ctx context.Context) {
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			c.mu.Lock()
			c.messages = append(c.messages, m.String())
			c.mu.Unlock()
		}
	}()
}

func (c *console) taken() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.messages
	c.messages = nil
	return m
}

// write puts the pages of the fixture into a folder.
func write(t *testing.T, dir string) {
	t.Helper()
	files, err := Pages(t.Context(), fixture(t))
	for _, f := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Pages load from a file without a complaint, nothing reaches over the side of a narrow or a wide screen, and nothing
// clickable is too small.
func TestBrowserLayout(t *testing.T) {
	dir := t.TempDir()
	write(t, dir)
	ctx := browsertest.Tab(t, 2*time.Minute)
	var c console
	c.listen(ctx)
	do(t, ctx, chromedp.Navigate("data:text/html,<script>console.error('seen')</script>"))
	eventually(t, func() error {
		if m := c.taken(); len(m) == 0 {
			return errors.New("the console is not heard")
		}
		return nil
	})
	for _, width := range []int64{400, 1400} {
		do(t, ctx, chromedp.EmulateViewport(width, 900))
		for _, page := range []string{"index", "pnmf", "pnmf-table3", "pnmf-table4", "solvers", "datasets", "machine"} {
			do(t, ctx, chromedp.Navigate("file://"+filepath.Join(dir, page+".html")))
			if w := eval[int64](t, ctx, "document.documentElement.scrollWidth"); w > width {
				wide := eval[string](t, ctx, fmt.Sprintf(`[...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > %d && !e.closest(".scroll")).map(e => e.tagName + "." + e.className).slice(0, 5).join(" ")`, width))
				t.Errorf("%s is %d wide on a screen of %d: %s", page, w, width, wide)
			}
			if small := eval[string](t, ctx, small); small != "" && width == 400 {
				t.Errorf("%s has letters below 12 pixels on a telephone: %s", page, small)
			}
			if page == "pnmf-table3" && !eval[bool](t, ctx, pinned) {
				t.Errorf("the column of the own method leaves a screen of %d", width)
			}
			if title := eval[string](t, ctx, "document.title"); title == "" {
				t.Errorf("%s has no title", page)
			}
			if m := c.taken(); len(m) > 0 {
				t.Errorf("%s at %d: %s", page, width, strings.Join(m, "; "))
			}
			if dir := os.Getenv("NMFREPRO_SHOTS"); dir != "" { // for a look at them
				shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", page, width)), shot, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// small are elements whose letters have less than 12 pixels, and pictures that are drawn smaller than 1.28 times their 7 points, so that
// theirs have.
const small = `[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && ([...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(e).fontSize) < 12
  || e.tagName === "IMG" && e.width < 1.28 * e.naturalWidth - 1)).map(e => e.tagName + "." + e.className).slice(0, 5).join(" ")`

// pinned tells whether the column of the own method stays beside the names of the rows when the table is scrolled to its end.
const pinned = `(scroll => {
  scroll.scrollLeft = scroll.scrollWidth;
  const own = scroll.querySelector("td.own").getBoundingClientRect(), label = scroll.querySelector("tbody th").getBoundingClientRect();
  return Math.abs(own.left - label.right) < 2 && own.right <= innerWidth;
})(document.querySelector(".scroll:has(> .cells)"))`

func eventually(t *testing.T, f func() error) {
	t.Helper()
	var err error
	for range 100 {
		if err = f(); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal(err)
}

// Nothing that decides is cut, at 1280 pixels as on a telephone: tables of points and leads need no scrolling, of the cells the own
// method and the two rivals are in view, forests with zero and tolerance are, and dark pages have no white pictures.
func TestBrowserNothingCut(t *testing.T) {
	dir := t.TempDir()
	write(t, dir)
	ctx := browsertest.Tab(t, 2*time.Minute)
	for _, width := range []int64{1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			do(t, ctx, chromedp.EmulateViewport(width, 900), prefer(scheme))
			for _, page := range []string{"index", "pnmf", "pnmf-table3"} {
				do(t, ctx, chromedp.Navigate("file://"+filepath.Join(dir, page+".html")))
				if cut := eval[string](t, ctx, cut); cut != "" {
					t.Errorf("%s at %d, %s: cut off: %s", page, width, scheme, cut)
				}
				if width == 1280 && page == "pnmf-table3" && !eval[bool](t, ctx, decidersSeen) {
					t.Errorf("%s: a column that decides is out of view", page)
				}
				shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if white := whiteShare(t, shot); scheme == "dark" && white > 0.01 || scheme == "light" && white < 0.3 {
					t.Errorf("%s at %d, %s: %.1f %% of the pixels are white", page, width, scheme, 100*white)
				}
			}
		}
	}
}

// cut lists tables without cells that need scrolling, and pictures of rows that do.
const cut = `[...document.querySelectorAll(".scroll:has(> .points), .scroll:has(> .lines), .scroll:has(picture), .scroll:has(img.narrow)")].filter(e => e.checkVisibility() &&
  (e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth)).map(e => e.getAttribute("aria-label") + " " + e.scrollWidth + " in " + e.clientWidth).join("; ")`

// decidersSeen tells whether the first columns of the cells, with the own method, the best reported rival and ours, are in view, and that a
// table that goes on shows so by its shadow.
const decidersSeen = `(scroll => {
  const seen = [...scroll.querySelectorAll("tbody tr:first-child td")].slice(0, 3).every(td => td.getBoundingClientRect().right <= innerWidth);
  return seen && getComputedStyle(scroll).backgroundImage.includes("gradient");
})(document.querySelector(".scroll:has(> .cells)"))`

// whiteShare is the share of nearly white pixels of a screen.
func whiteShare(t *testing.T, shot []byte) float64 {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	white, b := 0, picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); min(r, g, b) > 0xf500 {
				white++
			}
		}
	}
	return float64(white) / float64(b.Dx()*b.Dy())
}

// Tables sort by column, by mouse and by keyboard, numbers as numbers, cells without one last; details show and go.
func TestBrowserTable(t *testing.T) {
	dir := t.TempDir()
	write(t, dir)
	ctx := browsertest.Tab(t, 2*time.Minute)
	do(t, ctx, chromedp.EmulateViewport(1000, 800), chromedp.Navigate("file://"+filepath.Join(dir, "pnmf-table3.html")))

	const column = `[...document.querySelectorAll("table.cells tbody tr")].map(r => String(behind.get(r.cells[2]).mean ?? ""))`
	original := eval[[]string](t, ctx, column)
	heading := `document.querySelectorAll("table.cells thead tr:last-child th")[2]`
	for _, want := range []string{"ascending", "descending", "none"} {
		eval[bool](t, ctx, heading+`.querySelector("button").focus(), true`)
		do(t, ctx, chromedp.KeyEvent("\r"))
		if got := eval[string](t, ctx, heading+`.getAttribute("aria-sort")`); got != want {
			t.Errorf("sorted %s, want %s", got, want)
		}
		got := eval[[]string](t, ctx, column)
		if len(got) != 9 {
			t.Fatalf("%d rows", len(got))
		}
		ordered := eval[bool](t, ctx, fmt.Sprintf(`((v, down) => v.every((x, i) => i === 0 || x === "" || v[i-1] !== "" && (down ? Number(v[i-1]) >= Number(x) : Number(v[i-1]) <= Number(x)) || x === ""))(%s, %t)`, column, want == "descending"))
		switch {
		case want == "none" && !slices.Equal(got, original):
			t.Errorf("order %v, want the first again, %v", got, original)
		case want != "none" && (!ordered || got[8] != ""): // one cell of this column is missing
			t.Errorf("%s: %v", want, got)
		}
	}
	checkTips(t, ctx)
	checkFilter(t, ctx)
}

func checkTips(t *testing.T, ctx context.Context) {
	t.Helper()
	const tip = `document.getElementById("tip")`
	const button = `document.querySelectorAll("table.cells td button")[3]`
	if !eval[bool](t, ctx, tip+".hidden") {
		t.Error("details show without being asked for")
	}
	eval[bool](t, ctx, button+".focus(), true")
	if text := eval[string](t, ctx, tip+".innerText"); !strings.Contains(text, "90 % interval") || !strings.Contains(text, "nmfrepro explain pnmf/table3:") {
		t.Errorf("details on focus: %q", text)
	}
	if inside := eval[bool](t, ctx, `(r => r.left >= 0 && r.right <= innerWidth && r.height > 0)(`+tip+`.getBoundingClientRect())`); !inside {
		t.Error("details leave the screen")
	}
	if id := eval[string](t, ctx, button+`.getAttribute("aria-describedby")`); id != "tip" {
		t.Errorf("the button is described by %q", id)
	}
	do(t, ctx, chromedp.KeyEvent("\u001b"))
	if !eval[bool](t, ctx, tip+".hidden") {
		t.Error("Escape does not hide the details")
	}
	eval[bool](t, ctx, button+`.blur(), `+button+`.scrollIntoView({block: "center"}), true`)
	at := eval[[]float64](t, ctx, `(r => [r.left + r.width / 2, r.top + r.height / 2])(`+button+`.getBoundingClientRect())`)
	do(t, ctx, chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	eventually(t, func() error {
		if eval[bool](t, ctx, tip+".hidden") {
			return errors.New("details do not show on hover")
		}
		return nil
	})
	do(t, ctx, chromedp.MouseEvent("mouseMoved", 2, 2))
	eventually(t, func() error {
		if !eval[bool](t, ctx, tip+".hidden") {
			return errors.New("details stay")
		}
		return nil
	})
}

func checkFilter(t *testing.T, ctx context.Context) {
	t.Helper()
	const dim = `document.querySelectorAll("td.dim").length`
	press := `document.querySelector("[data-verdict=v-differs]").click(), true`
	eval[bool](t, ctx, press)
	if n := eval[int](t, ctx, dim); n != 72-10 { // every seventh cell differs
		t.Errorf("%d cells are dim, want 62", n)
	}
	eval[bool](t, ctx, press)
	if n := eval[int](t, ctx, dim); n != 0 {
		t.Errorf("%d cells stay dim", n)
	}
	choose := func(name, value string) string {
		return eval[string](t, ctx, fmt.Sprintf(`(s => {
  s.focus();
  s.value = %q;
  s.dispatchEvent(new Event("change", { bubbles: true }));
  const seen = q => [...document.querySelectorAll(q)].filter(e => e.checkVisibility()).length;
  return [document.activeElement === s, seen("table.cells tbody td"), seen("table.cells tbody tr"), seen("table.cells thead tr:first-child th"), document.getElementById("left").textContent].join("|");
})(document.querySelector("select[name=%s]"))`, value, name))
	}
	for _, step := range []struct{ name, value, want string }{
		{"method", "m3", "true|9|9|1|9 of 72 cells"}, {"dataset", "d2", "true|1|1|1|1 of 72 cells"}, {"method", "", "true|8|1|2|8 of 72 cells"}, {"dataset", "", "true|72|9|2|"},
	} {
		if got := choose(step.name, step.value); got != step.want {
			t.Errorf("%s = %q shows %s, want %s", step.name, step.value, got, step.want)
		}
	}
}

// What is searched for leaves the cards that have all its words, and their places in the list above.
func TestBrowserSearch(t *testing.T) {
	dir := t.TempDir()
	write(t, dir)
	ctx := browsertest.Tab(t, 2*time.Minute)
	do(t, ctx, chromedp.Navigate("file://"+filepath.Join(dir, "solvers.html")))
	for query, want := range map[string]string{"Yang projective": "1 1 1 found", "yang nothing": "0 0 0 found", "": "1 1 1 found"} {
		got := eval[string](t, ctx, fmt.Sprintf(`(s => {
  s.value = %q;
  s.dispatchEvent(new Event("input"));
  const seen = q => [...document.querySelectorAll(q)].filter(e => e.checkVisibility()).length;
  return [seen(".card"), seen(".index a"), document.getElementById("found").textContent].join(" ");
})(document.getElementById("search"))`, query))
		if got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

// Text stands out from its ground by 4.5 to 1 at least, in light and in dark (WCAG 2.2, 1.4.3).
func TestBrowserContrast(t *testing.T) {
	dir := t.TempDir()
	write(t, dir)
	ctx := browsertest.Tab(t, 2*time.Minute)
	for _, scheme := range []string{"light", "dark"} {
		do(t, ctx, prefer(scheme), chromedp.Navigate("file://"+filepath.Join(dir, "pnmf-table3.html")))
		if dark := eval[bool](t, ctx, `matchMedia("(prefers-color-scheme: dark)").matches`); dark != (scheme == "dark") {
			t.Fatalf("%s is not set", scheme)
		}
		for _, low := range eval[[]string](t, ctx, contrast) {
			t.Errorf("%s: %s", scheme, low)
		}
	}
}

// contrast lists the elements whose text is too faint. Grounds are opaque or absent, so that the first one outwards counts.
const contrast = `(() => {
  const parse = s => s.match(/[\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const found = new Set();
  let seen = 0;
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility() || e.closest("svg")) continue;
    let ground = e, colour;
    do { colour = parse(getComputedStyle(ground).backgroundColor); ground = ground.parentElement; } while (colour.length === 4 && colour[3] === 0 && ground);
    if (colour.length === 4 && colour[3] === 0) colour = [255, 255, 255];
    const a = light(parse(getComputedStyle(e).color).slice(0, 3)), b = light(colour.slice(0, 3));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    seen++;
    if (ratio < 4.5) found.add(e.tagName + "." + e.className + " " + ratio.toFixed(2));
  }
  if (seen < 100) found.add("only " + seen + " texts were looked at");
  return [...found];
})()`
