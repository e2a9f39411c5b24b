package site

// Site is all that the report shows, as text that is ready to be read. Whoever fills it decides on digits, wording and
// order; nothing is computed here but counts.
type Site struct {
	Title    string
	Lead     string    // a paragraph or two for the front page: what was done, with which profile
	Verdicts []Verdict // all there are, in the order of legends
	Papers   []Paper
	Solvers  []Card
	Datasets []Card
	Machine  []Fact // machine and versions that wrote the report
	Origins  []Card // those that computed the numbers, a card a paper
}

// Verdict explains one verdict of cells. Those called MATCH, DIFFERS, INCONCLUSIVE and ORDER have colours of their own.
type Verdict struct {
	Name string // as cells have it
	Sign string // one character, for readers who see no colour
	Doc  string
}

// Fact is a line of a list: seed, version, licence.
type Fact struct{ Name, Value string }

// Paper is one paper with everything that was done to it.
type Paper struct {
	Key      string // lower-case letters, digits and hyphens: it becomes a file name
	Name     string // short
	Title    string
	Cite     string
	Claim    string // what it says, in a sentence or two
	Finding  string // what became of it, in a sentence
	Tables   []Table
	Figures  []Figure
	Claims   []Claim
	Errata   []Erratum
	Protocol []Choice
}

// Table is a table of a paper with ours beside it.
type Table struct {
	Key     string // as of a paper
	Address string
	Title   string
	Panels  []Panel
	Notes   []string

	Contests []Contest
}

// Contest sets the methods of a table against each other, over its rows.
type Contest struct {
	Title string
	SVG   string   // ranks drawn: a document, whose fonts are embedded; trusted. "" where there are none
	Lines []string // what the tests say
}

// Panel is one block of a table.
type Panel struct {
	Title   string
	Corner  string // heading of the row labels
	Columns []Column
	Rows    []Row
}

// Column is the heading of a column; neighbours of one group share a heading above theirs.
type Column struct{ Group, Label string }

// Row is a line, one cell a column.
type Row struct {
	Label string
	Cells []Cell
}

// Cell is one cell. A cell without a number of ours says in State why.
type Cell struct {
	Address    string
	Ours       string  // mean ± deviation
	Value      float64 // what the column is sorted by; NaN sorts last
	Best       bool    // ours is the best of its row
	Count      string  // replicates: "10", "7 of 10"
	Paper      string  // as printed; "" if it prints nothing here
	PaperBold  bool
	State      string // "" if there is a number
	StandIn    string // what the data stands in for
	Verdict    string // name of a verdict; "" for none
	Difference string
	Reason     string // of the verdict, one sentence
	Provenance []Fact
	Command    string // what redoes it
}

// Figure is a drawing with the paper's description beside it.
type Figure struct {
	Key       string
	Title     string
	SVG       string   // a document, whose fonts are embedded; trusted
	Published string   // what the paper's figure shows, in words
	Observed  []string // what ours shows, a sentence each
	Notes     []string
}

// Claim is a sentence of a paper as a test of cells.
type Claim struct {
	Place  string // section, page
	Text   string
	Paper  string // on the paper's own numbers: holds, does not hold, undefined
	Ours   string
	Margin string
	Why    string // what decided on the paper's numbers, or why nothing did
	Detail string // likewise on ours
	Note   string // how the sentence was read

	Controls []Control
}

// Control is the outcome of an experiment that takes away the cause that a claim names.
type Control struct {
	Without string // what it takes away
	Outcome string // supported, not supported, undecided, not run
	Detail  string // the numbers that decided
}

// Erratum is something wrong in a paper's own tables.
type Erratum struct{ Place, What, Why, Severity string }

// Choice is an entry of the protocol ledger.
type Choice struct{ Subject, Value, Status, Evidence, Place string }

// Card describes a solver or a data set.
type Card struct {
	Key, Title, Doc, Cite string
	Facts                 []Fact
}
