package claims

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec/spectest"
)

// The short table of predicates in the tutorial has an example of each, which is valid and says of the reported numbers what the
// table tells.
func TestTutorialPredicates(t *testing.T) {
	page, err := os.ReadFile("../../../guide/tutorial/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, paper, _ := strings.Cut(string(page), "```yaml\n")
	paper, _, _ = strings.Cut(paper, "claims:\n")
	_, section, ok := strings.Cut(string(page), "## 5. What a sentence may say")
	if !ok {
		t.Fatal("no section of predicates")
	}
	rows := regexp.MustCompile("(?m)^\\| (.*) \\| `(.*)` \\|( .* \\|)?$").FindAllStringSubmatch(section, -1)
	seen := map[string]bool{}
	for _, row := range rows {
		says, predicate, verdict := row[1], row[2], strings.Trim(row[3], " |")
		if verdict == "" {
			predicate, verdict = "untestable: a figure, "+predicate, string(NotTestable)
		}
		p := spectest.Parse(t, says, []byte(paper+"claims:\n  - {key: k, says: s, where: w, "+predicate+"}\n"))
		if o := Evaluate(p, p.Claims[0], Reported(p)); string(o.ClaimVerdict) != verdict {
			t.Errorf("%s: %s, want %s: %s", says, o.ClaimVerdict, verdict, o.Detail)
		}
		for _, key := range regexp.MustCompile(`([a-z-]+): `).FindAllStringSubmatch(predicate, -1) {
			seen[key[1]] = true
		}
	}
	want := []string{"above", "ends", "extreme", "within", "at-least", "at-most", "never-rises", "share", "still"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[reported.Claim]()) {
		if key := f.Tag.Get("yaml"); f.Type.Kind() == reflect.Slice && key != "ablations" && key != "drawn-in" { // which say nothing of numbers
			want = append(want, key)
		}
	}
	for _, key := range want {
		if !seen[key] {
			t.Errorf("no example of %s", key)
		}
	}
}

// Keys of before say which one has their meaning now.
func TestFormerPredicates(t *testing.T) {
	for old, now := range map[string]string{
		"best-row: []": "best-in", "equals: []": "numbers", "at-least: []": "numbers", "at-most: []": "numbers",
		"best-in: [{panels: [t/acc]}]": "of", "best-in: [{of: [t/acc/x/A], mean: true}]": "of", "best-in: [{of: [t/acc/x/A], across: true}]": "among",
		"best-in: [{of: [t/acc/x/A], exactly: 1}]": "least", "figures: [{rises: true}]": "ends", "figures: [{beyond: 1}]": "extreme",
	} {
		_, problems := strict.Decode("small.yaml", []byte(small+"  - {key: k, says: s, where: w, "+old+"}\n"), &reported.Paper{})
		if len(problems) == 0 || !strings.Contains(problems.Error(), `is now called "`+now+`": `) {
			t.Errorf("%s: %v, want %s", old, problems, now)
		}
	}
}
