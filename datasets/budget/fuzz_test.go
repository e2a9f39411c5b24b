package budget

import "testing"

// What is read as memory is within bounds, and no text is more than one thing.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"8G", "50%", "1.5GiB", "1e3M", "-0K", "9e999T"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if (err == nil) != (v != 0) || v != 0 && v < least {
			t.Fatalf("%q: %d, %v", text, v, err)
		}
	})
}
