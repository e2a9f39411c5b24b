package audit

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/steps"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/store/whole"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/render"
	"nmfrepro/reports/site"
)

// entity is a thing of an RO-Crate's graph, in JSON-LD (https://www.researchobject.org/ro-crate/specification/1.1).
type entity map[string]any

func ref(id string) entity { return entity{"@id": id} }

// crate is an RO-Crate while it is written: the folder and the graph by identifier.
type crate struct {
	dir     string
	graph   map[string]entity
	results []checked
}

// checked is a line of codecheck.yml's manifest (https://codecheck.org.uk/spec/config/1.0).
type checked struct{ file, comment string }

const (
	apache     = "https://www.apache.org/licenses/LICENSE-2.0"
	metadata   = "ro-crate-metadata.json"
	softwareID = "#nmfrepro"
	titleBegin = "Replication of "
)

// file writes a file of the crate with what the graph says of it.
func (c *crate) file(name, about string, data []byte) (entity, error) {
	path := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	kind := cmp.Or(map[string]string{".jsonl": "application/jsonl", ".gz": "application/gzip", ".yaml": "application/yaml",
		".yml": "application/yaml", ".csv": "text/csv", ".md": "text/markdown"}[filepath.Ext(name)],
		mime.TypeByExtension(filepath.Ext(name)), "text/plain")
	c.graph[name] = entity{
		"@id": name, "@type": "File", "name": name, "description": about, "contentSize": fmt.Sprint(len(data)),
		"sha256":         hex.EncodeToString(sum[:]),
		"encodingFormat": kind, "license": ref(apache),
	}
	return ref(name), os.WriteFile(path, data, 0o666)
}

// experiment writes the spec of a plan, its results as tables, figure and runs, and the action that made them.
func (c *crate) experiment(p *workflow.Pass, plan *run.Plan, specs string) (last time.Time, err error) {
	address := plan.Spec.Address
	var result []any
	var out bytes.Buffer
	add := func(ending, about string, err error) error {
		if err != nil {
			return err
		}
		e, err := c.file(address+ending, about, slices.Clone(out.Bytes()))
		result = append(result, e)
		out.Reset()
		return err
	}
	if len(plan.Spec.Panels) > 0 {
		for _, format := range []string{"csv", "html"} {
			if err := add("."+format, plan.Spec.Title, render.Tables(&out, format, render.Options{}, p.Table(plan))); err != nil {
				return last, err
			}
		}
		c.results = append(c.results, checked{address + ".csv", plan.Spec.Title})
	}
	if len(plan.Spec.Plots) > 0 {
		if err := add(".svg", plan.Spec.Title, figure.Render(&out, p.Figure(plan), "svg")); err != nil {
			return last, err
		}
		c.results = append(c.results, checked{address + ".svg", plan.Spec.Title})
	}
	flags := ""
	if specs != "" {
		flags = " --specs " + specs
	}
	runs, err := whole.Indented(p.Behind(plan, flags))
	out.Write(runs)
	if err := add("-runs.json", "seed, options, metrics and origin of every run", err); err != nil {
		return last, err
	}
	for _, u := range plan.Runs {
		if rec, ok := p.Set.Get(u); ok && rec.Provenance.Finished.After(last) {
			last = rec.Provenance.Finished
		}
	}
	action := entity{
		"@id": "#" + address, "@type": "CreateAction", "name": plan.Spec.Title, "instrument": ref(softwareID),
		"object": c.read(plan), "result": result,
		"description": fmt.Sprintf("nmfrepro table %s --profile %s", address, plan.Profile),
	}
	if !last.IsZero() {
		action["endTime"] = last.UTC().Format(time.RFC3339)
	}
	c.graph["#"+address] = action
	return last, nil
}

// read notes what the runs of a plan read: spec, reported numbers, data sets.
func (c *crate) read(plan *run.Plan) (object []any) {
	for _, name := range []string{plan.Spec.Address + ".yaml", plan.Spec.Paper() + "/paper.yaml"} {
		if c.graph[name] != nil {
			object = append(object, ref(name))
		}
	}
	for _, s := range plan.Sources {
		id := "#data-" + s.Entry.Name
		c.graph[id] = entity{"@id": id, "@type": "Dataset", "name": s.Entry.Name, "description": s.Entry.Doc, "license": s.Entry.Licence,
			"citation": s.Entry.Cite}
		object = append(object, ref(id))
	}
	return object
}

// paper writes the specs, reported numbers and records of a paper, as verify --recompute --crate and paper check read them.
func (c *crate) paper(p *workflow.Pass, paper, specs string) error {
	var from fs.FS = experiments.Files
	if info, err := os.Stat(filepath.Join(specs, paper)); specs != "" && err == nil && info.IsDir() {
		from = files.Dir(specs)
	}
	names, err := fs.Glob(from, paper+"/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(from, name)
		if err == nil {
			_, err = c.file(name, "specification, reported numbers and choices of the protocol", data)
		}
		if err != nil {
			return err
		}
	}
	records, err := Shown(p, paper)
	if err == nil {
		_, err = c.file(paper+"/"+store.File, "the record of every run, a line of JSON each", records)
	}
	return err
}

// codecheck returns the manifest of a CODECHECK. A certificate is of one paper, the first.
func (c *crate) codecheck(title string, papers map[string]entity) []byte {
	check := "version: https://codecheck.org.uk/spec/config/1.0\n"
	if ids := slices.Sorted(maps.Keys(papers)); len(ids) > 0 {
		check += fmt.Sprintf("paper:\n  title: %q\n  reference: %q\n", papers[ids[0]]["name"], papers[ids[0]]["creditText"])
	}
	check += "manifest:\n" + list.Join(c.results, "", func(r checked) string {
		return fmt.Sprintf("  - file: %q\n    comment: %q\n", r.file, r.comment)
	})
	return []byte(check + fmt.Sprintf("summary: %q\n", title+" by nmfrepro "+run.Program()))
}

// site writes the report on papers that are exported whole, and says what became of them: headlines and points.
func (c *crate) site(ctx context.Context, p *workflow.Pass, papers []*reported.Paper) (found string, err error) {
	if len(papers) == 0 {
		return "", nil
	}
	judged := steps.Begin(ctx, "papers judged", len(papers))
	outcomes, err := p.Reports(judged, papers)
	judged.End()
	if err != nil {
		return "", err
	}
	for _, paper := range outcomes {
		if f := paper.Finding; f.Answer != "" {
			found += " " + paper.Short + ": " + reports.FindingHead(f) + ". " + f.Headline
			found += list.Join(f.Points, "", func(p result.Point) string { return " " + reports.SignMark(p) + " " + p.Says })
		}
	}
	pages, err := site.Pages(ctx, p.Site(outcomes))
	for _, page := range pages {
		if err == nil {
			_, err = c.file("site/"+page.Name, "report on the papers, which begins with site/index.html", page.Data)
		}
	}
	return found, err
}

// CrateOf is what a crate is of: addresses, and the flags that say which of their runs are looked at.
type CrateOf struct {
	Addresses []string
	Only      []string
	Seed      *uint64
}

const (
	onlyID = "#only" // in the graph, of --only and --seed
	seedID = "#seed"
)

// settings returns the flags as properties of the crate, so that a reader, and [OpenCrate], can ask for the same runs.
func (c *crate) settings(of CrateOf) (refs []entity) {
	add := func(id, name string, value any) {
		c.graph[id] = entity{"@id": id, "@type": "PropertyValue", "name": name, "value": value}
		refs = append(refs, ref(id))
	}
	if len(of.Only) > 0 {
		add(onlyID, "--only", of.Only)
	}
	if of.Seed != nil {
		add(seedID, "--seed", strconv.FormatUint(*of.Seed, 10))
	}
	return refs
}

// WriteCrate writes what a pass has of its experiments into a folder as an RO-Crate 1.1, with codecheck.yml. specs is the folder of
// experiments that this program does not carry, "" for none.
func WriteCrate(ctx context.Context, p *workflow.Pass, of CrateOf, specs, dir string) error {
	c, addresses := &crate{dir: dir, graph: map[string]entity{}}, of.Addresses
	papers := map[string]entity{}
	var actions []any
	var last time.Time
	for _, paper := range list.AppendUnique(nil, list.Map(p.Plans, func(plan *run.Plan) string { return plan.Spec.Paper() })...) {
		if err := c.paper(p, paper, specs); err != nil {
			return err
		}
	}
	p = p.From(store.ShelfOf(os.DirFS(dir))) // what is written from here on follows from the records beside it
	for _, plan := range p.Plans {
		at, err := c.experiment(p, plan, specs)
		if err != nil {
			return err
		}
		if at.After(last) {
			last = at
		}
		actions = append(actions, ref("#"+plan.Spec.Address))
		if paper, _ := p.Lib.PaperOf(plan.Spec); paper != nil {
			id := "#paper-" + paper.Key
			if paper.DOI != "" {
				id = "https://doi.org/" + paper.DOI
			}
			papers[id] = entity{"@id": id, "@type": "ScholarlyArticle", "name": paper.Title, "creditText": paper.Cite}
		}
	}
	if last.IsZero() {
		return workflow.Errorf(workflow.Data, "export --crate: no run of %s is there to export; run them, or add --cached",
			strings.Join(addresses, ", "))
	}
	title := titleBegin + strings.Join(addresses, ", ")
	maps.Copy(c.graph, papers)
	cited := list.Map(slices.Sorted(maps.Keys(papers)), ref)
	found, err := c.site(ctx, p, p.Named(addresses))
	if err != nil {
		return err
	}
	if _, err := c.file("codecheck.yml", "manifest of the CODECHECK", c.codecheck(title, papers)); err != nil {
		return err
	}
	files := slices.DeleteFunc(slices.Sorted(maps.Keys(c.graph)), func(id string) bool { return c.graph[id]["@type"] != "File" })
	c.graph[metadata] = entity{"@id": metadata, "@type": "CreativeWork", "conformsTo": ref("https://w3id.org/ro/crate/1.1"),
		"about": ref("./")}
	c.graph["./"] = entity{
		"@id": "./", "@type": "Dataset", "name": title,
		"description":   "Specifications, reported numbers, and results of runs with seeds and checksums." + found,
		"datePublished": last.UTC().Format(time.DateOnly), "license": ref(apache), "hasPart": list.Map(files, ref), "mentions": actions,
		"citation": cited,
	}
	if flags := c.settings(of); len(flags) > 0 {
		c.graph["./"]["additionalProperty"] = flags
	}
	c.graph[softwareID] = entity{"@id": softwareID, "@type": "SoftwareApplication", "name": "nmfrepro", "version": run.Program(),
		"license": ref(apache)}
	c.graph[apache] = entity{"@id": apache, "@type": "CreativeWork", "name": "Apache License 2.0"}
	graph := list.Map(slices.Sorted(maps.Keys(c.graph)), func(id string) entity { return c.graph[id] })
	return whole.WriteJSON(filepath.Join(dir, metadata), entity{"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph})
}
