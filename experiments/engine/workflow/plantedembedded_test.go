package workflow

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// embeddedPair is two methods that run on a data set of the program, nearly always one solver twice, with what was planted between them, and
// the class that is right. Settings
// stand as in a spec; changes are values of open settings, by their factor.
type embeddedPair struct {
	key, says   string
	data        string
	rank, stop  int
	metric      string
	ours, rival string
	others      []string // methods
	changes     map[string]string
	class       string
}

const (
	km      = "clusters: [{name: h, from: h, method: kmeans, kmeans: {start: ++, restarts: 5}}]"
	onePass = "clusters: [{name: h, from: h, method: kmeans, kmeans: {start: random, restarts: 1, max-iterations: 1}}]"
	scaled  = "init = scaled"
	longer  = "stop.iterations = 200"
	greedy  = "clusters[0].kmeans.start = greedy"
)

var embeddedPairs = []embeddedPair{
	{"stop", "the rival stops after 3 of 100 iterations", "wine", 3, 100, "rel-error", "solver: nmf", "solver: nmf, stop: {iterations: 3}", nil,
		map[string]string{"stop": "methods.rival.stop.iterations = 100", "initialisation": scaled}, result.OfStop},
	{"start", "ours starts from kernel k-means, the rival at random", "iris", 3, 5, "acc", `solver: pnmf, options: {"on": samples}, init-from: [classes]`, `solver: pnmf, options: {"on": samples}`,
		[]string{"{key: classes, solver: kernel-kmeans, stop: {iterations: 20}, clusters: [{name: h, method: labels}]}"},
		map[string]string{"stop": "stop.iterations = 6", "labelling": "clusters[0].unit-basis = true", "initialisation": "methods.rival.init-from = [classes]"},
		result.OfInitialisation},
	{"scale", "the rival has a penalty that weighs nothing on larger data", "iris", 3, 100, "rel-error", "solver: nmf", "solver: nmf, options: {unit-w: true, l1-h: 10}", nil,
		map[string]string{"stop": longer, "initialisation": scaled, "scale": "datasets.data.options.scale = times-255"}, result.OfScale},
	{"passes", "the rival has one pass of k-means", "digits", 10, 30, "acc", "solver: nmf, " + km, "solver: nmf, " + onePass, nil,
		map[string]string{"stop": "stop.iterations = 60", "initialisation": scaled, "labelling": "methods.rival.clusters[0].kmeans = {start: ++, restarts: 5}"},
		result.OfLabelling},
	{"argmax", "the rival's clusters are the largest coefficients", "digits", 10, 30, "acc", "solver: nmf, " + km, "solver: nmf, clusters: [{name: h, from: h, method: argmax}]", nil,
		map[string]string{"stop": "stop.iterations = 60", "initialisation": scaled, "labelling": "methods.rival.clusters[0] = {name: h, from: h, method: kmeans, kmeans: {start: ++, restarts: 5}}"},
		result.OfLabelling},
	{"rank", "the rival has a third of the rank", "wine", 6, 100, "rel-error", "solver: mcnmf, options: {components: 1, alpha: 0}", "solver: mcnmf, options: {components: 3, alpha: 0}", nil,
		map[string]string{"stop": longer, "initialisation": scaled, "size": "methods.rival.options.components = 1"}, result.OfSize},
	{"penalty", "the rival has a penalty of 5 in place of 0", "wdbc", 3, 50, "rel-error", "solver: nmf, options: {unit-w: true, l1-h: 0}", "solver: nmf, options: {unit-w: true, l1-h: 5}", nil,
		map[string]string{"stop": longer, "initialisation": scaled, "tuning": "methods.rival.options.l1-h = 0"}, result.OfTuning},
	{"grid", "ours is tuned on a grid, of which the rival has the worst weight", "iris", 3, 100, "acc", "solver: nmf, options: {unit-w: true}, tune: {grid: {l1-h: [0, 5, 100]}, by: acc}, " + km,
		"solver: nmf, options: {unit-w: true, l1-h: 100}, " + km, nil,
		map[string]string{"stop": longer, "initialisation": scaled, "labelling": greedy, "tuning": "methods.ours.tune.grid.l1-h = [100]"}, result.NeedsLead},
	{"needs", "ours is ahead of ONMF only when it is run on", "wine", 3, 100, "rel-error", "solver: nmf", "solver: onmf", nil,
		map[string]string{"stop": "methods.ours.stop.iterations = 1", "initialisation": scaled}, result.NeedsLead},
	{"none", "another order of the updates", "wdbc", 3, 50, "acc", "solver: nmf, " + km, "solver: nmf, options: {order: w-first}, " + km, nil,
		map[string]string{"stop": longer, "labelling": greedy}, result.LeadNotShown},
}

// specs writes a paper of pairs on embedded data into a folder.
func specs(t *testing.T, folder string, pairs []embeddedPair) {
	t.Helper()
	var tables, protocol strings.Builder
	for _, p := range pairs {
		word, lower, numbers := "accuracy", "higher", `["0.90", "0.50"]`
		if p.metric == "rel-error" {
			word, lower, numbers = "error", "lower", `["0.10", "0.50"]`
		}
		fmt.Fprintf(&tables, "  %s:\n    number: %[1]s\n    caption: planted\n    panels:\n      a: {metric: %s, better: %s, range: [0, 1], columns: [Ours, Rival], rows: {data: %s}}\n",
			p.key, word, lower, numbers)
		for _, factor := range []string{"stop", "the rival stops after 3 of 100 iterations", "initialisation", "labelling", "tuning", "scale", "size"} {
			if set := p.changes[factor]; set != "" {
				fmt.Fprintf(&protocol, "  - {key: %s-%s, choice: %[2]s, value: as planted, stated: no, status: assumed, evidence: planted, where: %[1]s, factor: %[2]s,\n      alternatives: [{value: another, set: %[3]q}]}\n",
					p.key, factor, set)
			}
		}
		scale := "min-max"
		if strings.Contains(p.changes["scale"], "times") {
			scale = "none"
		}
		method := func(key, label, text string) string {
			return fmt.Sprintf("  - {key: %s, label: %s, %s}\n", key, label, text)
		}
		text := fmt.Sprintf("title: planted\nseed: 7\nreplicates: 20\ndatasets: [{key: data, source: %s, ranks: [%d], options: {scale: %s}}]\nstop: {iterations: %d}\n"+
			"clusters: [{name: h, from: h, method: argmax}]\nmethods:\n%s%s%smetrics: [%s]\npanels:\n  - {key: a, title: planted, metric: %[8]s, methods: [ours, rival]}\n",
			p.data, p.rank, scale, p.stop, list.Join(p.others, "", func(m string) string { return "  - " + m + "\n" }), method("ours", "Ours", p.ours),
			method("rival", "Rival", p.rival), p.metric)
		if strings.Contains(p.ours, km) {
			text = strings.Replace(text, "clusters: [{name: h, from: h, method: argmax}]", km, 1)
		}
		into(t, filepath.Join(folder, "pairs", p.key+".yaml"), text)
	}
	into(t, filepath.Join(folder, "pairs", "paper.yaml"), "title: Pairs on embedded data\ncite: nobody\nshort: Ours\ntables:\n"+tables.String()+"protocol:\n"+protocol.String())
}

func into(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Of ten pairs of the same solver on embedded data, which differ by another stop, start, labelling, rank, scale or weight, the class that
// was planted is found in nine.
func TestEmbeddedPairs(t *testing.T) {
	draws := 1
	if *update || os.Getenv("NMFREPRO_LONG") != "" {
		draws = 10
	}
	folder, found := t.TempDir(), map[string]int{}
	specs(t, folder, embeddedPairs)
	classes := list.ByKey(embeddedPairs, func(p embeddedPair) string { return p.key })
	for draw := range draws {
		right := 0
		for _, l := range ledBy(t, folder, t.TempDir(), uint64(draw), "pairs") {
			if want := classes[l.Table].class; l.Class == want {
				found[l.Table]++
				right++
			} else {
				t.Logf("draw %d, %s: the lead of %.1f is %s, want %s: %s", draw, l.Table, l.Ours, l.Class, want, l.Why)
			}
		}
		if right < len(embeddedPairs)-1 {
			t.Errorf("draw %d: %d of %d planted causes are found, want %d", draw, right, len(embeddedPairs), len(embeddedPairs)-1)
		}
	}
	lines := []string{"| pair, on | class | found |", "| --- | --- | --- |"}
	for _, p := range embeddedPairs {
		lines = append(lines, fmt.Sprintf("| %s, %s | %s | %d of %d |", p.says, p.data, p.class, found[p.key], draws))
	}
	guide := filepath.Join("..", "..", "guide", "REPLICATING.md")
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "<!-- embedded pairs -->\n")
	there, after, marked := strings.Cut(rest, "\n<!-- end of embedded pairs -->")
	if !marked {
		t.Fatalf("%s has no table of pairs on embedded data", guide)
	}
	if *update {
		into(t, guide, before+"<!-- embedded pairs -->\n"+strings.Join(lines, "\n")+"\n<!-- end of embedded pairs -->"+after)
		return
	}
	for _, p := range embeddedPairs {
		if !strings.Contains(there, fmt.Sprintf("| %s, %s | %s |", p.says, p.data, p.class)) {
			t.Errorf("%s does not have the rate of %q", guide, p.says)
		}
	}
}
