// Package reported is what a paper says of its own results: its tables cell by cell and the choices of its protocol, as paper.yaml holds
// them. It is data for reports, never for runs, and knows neither experiments nor results.
package reported

import "nmfrepro/datasets/strict"

// Paper is a paper.yaml: reported tables, claims, open settings.
type Paper struct {
	Title    string             `yaml:"title" strict:"required" doc:"title of the paper"`
	Cite     string             `yaml:"cite" strict:"required" doc:"authors, venue, year, pages"`
	DOI      string             `yaml:"doi" doc:"digital object identifier"`
	Source   *Source            `yaml:"source" doc:"where the reported numbers can be read by anybody, and under which terms"`
	Short    string             `yaml:"short" strict:"required" doc:"short name of the method the paper proposes"`
	Gist     string             `yaml:"gist" doc:"what the paper proposes and says of it, in a sentence or two"`
	Finding  *Finding           `yaml:"finding" doc:"what became of it: does it replicate, what fails, why"`
	Names    *Names             `yaml:"names" doc:"the words of the paper for the rows of its tables"`
	Fitted   strict.Map[[]Ref]  `yaml:"fitted" doc:"by the key of a choice of the protocol, the printed numbers that it was chosen by: that ours agree with these is no evidence"`
	Tables   strict.Map[Table]  `yaml:"tables" doc:"reported tables by the key of their experiment"`
	Figures  strict.Map[string] `yaml:"figures" doc:"what each printed figure shows, in words, by the key of its experiment"`
	Notes    []Note             `yaml:"notes" doc:"what was found out about the differences"`
	Claims   []Claim            `yaml:"claims" doc:"the claims ledger: every quantitative sentence, as predicates over cells"`
	Crossed  []Cross            `yaml:"crossed" doc:"settings of the protocol whose alternatives are joined"`
	Protocol []Choice           `yaml:"protocol" doc:"every sentence that states how an experiment was done, and every setting that the text leaves open"`

	// Key is the paper's folder; File names paper.yaml in messages, and Node is what it holds.
	Key  string      `yaml:"-"`
	File string      `yaml:"-"`
	Node strict.Node `yaml:"-"`
}

// Source is where the reported numbers can be read.
type Source struct {
	URL     string `yaml:"url" strict:"required" doc:"address of the page or file"`
	Licence string `yaml:"licence" strict:"required" doc:"licence of the page or file, or the terms under which its numbers are cited"`

	Version string          `yaml:"version" doc:"version of the page, file or program that the numbers are of, where there are several"`
	Others  []SourceVersion `yaml:"others" doc:"other versions of the source"`
}

// SourceVersion is another version of a source, under the same terms.
type SourceVersion struct {
	Version string   `yaml:"version" strict:"required" doc:"version of the page, file or program"`
	URL     string   `yaml:"url" strict:"required" doc:"address of that version"`
	Tables  []string `yaml:"tables" doc:"tables whose numbers are of this version; none where it is only told of"`
	Says    string   `yaml:"says" doc:"what is other there, in a sentence"`
}

// Table is a table as reported, or the numbers that the text gives for a figure.
type Table struct {
	Number  string            `yaml:"number" strict:"required" doc:"number in the paper, as Table III"`
	Caption string            `yaml:"caption" strict:"required" doc:"what the caption says, in short"`
	Runs    *Runs             `yaml:"runs" doc:"independent runs behind each number, where that is not the replicates of the experiment's profile paper"`
	Notes   []string          `yaml:"notes" doc:"what a reader of these numbers must know: what was turned, what our copy lost"`
	Panels  strict.Map[Panel] `yaml:"panels" strict:"required" doc:"blocks of the table by key"`
}

// Runs says how many independent runs are behind a reported number: the fewer, the less it says of the mean that a
// replication estimates.
type Runs struct {
	Value  int    `yaml:"value" strict:"required" doc:"how many, ≥ 1: one where all repeats share one draw of the data"`
	Reason string `yaml:"reason" strict:"required" doc:"how that is known"`

	Seed *uint64 `yaml:"seed" doc:"seed of the run behind each number, where it is known: a method whose init, or k-means, has it repeats the very run, and a number of which every digit comes out is the same run"`
}

// OneRun tells whether each number of the table is of a single run.
func (t Table) OneRun() bool { return t.Runs != nil && t.Runs.Value == 1 }

// Panel is a block of numbers as reported, turned where need be so that a row is a data set and a column a method.
//
// Rows are addressed as specs label theirs: by the key of the data set, or "key r=K" where there are several ranks. The
// row [AverageRow] is the mean of the others. Columns are "method" or, under a shared heading, "method part"; a reported
// pair "Euclidean / Divergence" becomes the columns "method Euclidean" and "method Divergence".
type Panel struct {
	Metric   string               `yaml:"metric" doc:"what is measured, by its usual name"`
	Better   string               `yaml:"better" words:"better" doc:"higher or lower; empty where neither is better"`
	Range    []float64            `yaml:"range" doc:"the least and the greatest value that is possible"`
	Bold     string               `yaml:"bold" words:"bold" doc:"row if boldface marks the best of each row and group; partial if our copy keeps some of it only; empty if there is none"`
	Groups   [][]string           `yaml:"groups" doc:"columns that compete with each other; all of them if empty"`
	Decimals int                  `yaml:"decimals" doc:"digits after the point that a number has at least, where the paper drops trailing zeros"`
	Whole    bool                 `yaml:"whole" doc:"the numbers are counts: whole, hence not rounded"`
	Counts   *Counts              `yaml:"counts" doc:"of what the numbers are shares, if they are"`
	Values   []float64            `yaml:"values" doc:"least and greatest value of the data that errors are of, as [1, 5] of ratings: check table compares errors with those of a constant"`
	Spread   float64              `yaml:"spread" doc:"standard deviation of the data that errors are of, where their values have no bounds"`
	Times    strict.Map[float64]  `yaml:"times" doc:"factors that the heading of a row or the caption puts beside its numbers"`
	Recount  strict.Map[Recount]  `yaml:"recount" doc:"what each row counts in another panel: how often a column is the best of a row there"`
	Ranks    string               `yaml:"ranks" doc:"panel of the same table whose rows these numbers rank: 1 is the best"`
	Columns  []string             `yaml:"columns" strict:"required" doc:"column headings from left to right; 'group label' under a shared heading"`
	Status   []NumberStatus       `yaml:"status" doc:"numbers that are misprinted, or lost in our copy and stated in the text"`
	Rows     strict.Map[[]string] `yaml:"rows" strict:"required" doc:"one string a cell: \"0.97±0.01\", **bold** in asterisks, illegible where our copy cannot be read, empty where nothing is printed"`

	After   string           `yaml:"-"` // of a table that is no paper's: what stands behind ±, "" for standard deviations
	Absent  []string         `yaml:"-"` // of a comparable paper: rows whose data nobody has
	settled map[cellKey]Cell // of a comparable paper: what stands there instead of what is reported
}

// AverageRow is the key of a row of averages over the other rows.
const AverageRow = "avg"

// Counts says that the numbers of a panel are means, over runs, of a count out of so many samples.
type Counts struct {
	Samples strict.Map[int] `yaml:"samples" strict:"required" doc:"the number of which the row's numbers are shares"`
	Runs    int             `yaml:"runs" doc:"labellings behind a mean, if the paper states them"`
	Scale   float64         `yaml:"scale" strict:"required" doc:"1 for fractions, 100 for percentages"`

	Classes strict.Map[[]int] `yaml:"classes" doc:"sizes of the classes of a row's data, of accuracies with NMI beside them: they say which NMI is possible, and how it was normalised"`
}

// Recount says what a row of a derived panel counts: in how many rows of another panel the column "column suffix" is the
// best of those columns that the derived panel has.
type Recount struct {
	Panel  Ref    `yaml:"panel" strict:"required" doc:"table/panel that is counted"`
	Suffix string `yaml:"suffix" doc:"text that the printed columns have after the names of our columns, as (E) in NMF (E)"`
}

// Choice is an entry of the protocol: a setting that the text states, or one that it leaves open.
type Choice struct {
	Key      string `yaml:"key" strict:"required" doc:"short name"`
	Choice   string `yaml:"choice" strict:"required" doc:"what had to be decided"`
	Value    string `yaml:"value" strict:"required" doc:"what our specs do"`
	Stated   string `yaml:"stated" strict:"required" words:"stated" doc:"yes if the text states it, no if the text leaves it open"`
	Place    string `yaml:"place" doc:"where the text states it, as section 4.2"`
	Status   string `yaml:"status" strict:"required" words:"status" doc:"of what the text states: followed, or against the text. Of what it leaves open: where ours comes from: the text's algorithm, inferred (from the reported numbers), author-code or assumed"`
	Evidence string `yaml:"evidence" doc:"why; required of all but what is followed"`
	Effect   string `yaml:"effect" doc:"of an entry against the text: what following the text changes, measured"`
	Where    string `yaml:"where" doc:"tables that it concerns; all if empty"`
	Factor   string `yaml:"factor" words:"factor" doc:"what a lead may hang on that the setting is part of, for compare lead: stop, initialisation, labelling, tuning, scale or size; empty of any other setting. Both leads of a change are made alike: honest where the changed runs hold the grid, else both tuned on the labels"`

	Alternatives []Alternative `yaml:"alternatives" doc:"what else could have been decided, and how a spec says so"`
}

// Alternative is another value of an open setting, under which experiments can be run again.
type Alternative struct {
	Value string `yaml:"value" strict:"required" doc:"what is decided instead"`
	Set   string `yaml:"set" strict:"required" doc:"how a spec switches it: key = value, with the path of the key in the spec"`

	Factor   string `yaml:"factor" words:"factor" doc:"what a lead may hang on that this alternative changes, if not the factor of the entry"`
	Excluded string `yaml:"excluded" doc:"why the text excludes it, so that it is no reading of the paper; alternatives of what is stated are none anyway"`
}

// Cross names settings that the paper leaves open and whose alternatives are joined: a conclusion may hold under each alone and fail
// under two together, or the reverse.
type Cross struct {
	Settings []string `yaml:"settings" strict:"required" doc:"keys of entries of the protocol, two or more"`
	Where    string   `yaml:"where" doc:"tables that it concerns; all if empty"`
	Most     int      `yaml:"most" doc:"combinations that are run at most, a fraction of a larger product; 64 if 0"`
}

// Reported lists every number that the paper reports in a table, or gives in its text for a figure, in the order of the paper;
// those that our copy has lost are among them.
func (p *Paper) Reported() (all []Ref) {
	for _, t := range p.Tables {
		for _, b := range t.Value.Panels {
			for _, row := range b.Value.Rows {
				for k, column := range b.Value.Columns {
					c, there := b.Value.settled[cellKey{row.Name, column}]
					if !there && k < len(row.Value) {
						c, _ = cut(row.Value[k])
					}
					if c.Value != "" {
						all = append(all, Ref{t.Name, b.Name, row.Name, column})
					}
				}
			}
		}
	}
	return all
}
