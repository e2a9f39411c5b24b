package experiments

// Paper is what a paper published: its tables as printed and the choices of its protocol. Data for reports, never for runs.
type Paper struct {
	Title    string                    `yaml:"title" strict:"required" doc:"title of the paper"`
	Cite     string                    `yaml:"cite" strict:"required" doc:"authors, venue, year, pages"`
	DOI      string                    `yaml:"doi" doc:"digital object identifier"`
	Short    string                    `yaml:"short" strict:"required" doc:"short name of the method the paper proposes"`
	Tables   map[string]PublishedTable `yaml:"tables" doc:"published tables by the key of their experiment"`
	Protocol []Choice                  `yaml:"protocol" doc:"the protocol ledger: every choice that a run depends on"`

	// Key is the paper's folder; File names paper.yaml in messages.
	Key  string `yaml:"-"`
	File string `yaml:"-"`
}

// PublishedTable is a table as printed.
type PublishedTable struct {
	Number  string                    `yaml:"number" strict:"required" doc:"number in the paper, as Table III"`
	Caption string                    `yaml:"caption" strict:"required" doc:"what the caption says, in short"`
	Panels  map[string]PublishedPanel `yaml:"panels" strict:"required" doc:"blocks of the table by key"`
}

// PublishedPanel is a block of numbers as printed.
type PublishedPanel struct {
	Columns []string            `yaml:"columns" strict:"required" doc:"column headings from left to right; 'group label' under a shared heading"`
	Rows    map[string][]string `yaml:"rows" strict:"required" doc:"one string a cell: \"0.97±0.01\", **bold** in asterisks, illegible where our copy cannot be read, empty where nothing is printed"`
}

// Choice is an entry of the protocol ledger.
type Choice struct {
	Key      string `yaml:"key" strict:"required" doc:"short name"`
	Choice   string `yaml:"choice" strict:"required" doc:"what had to be decided"`
	Value    string `yaml:"value" strict:"required" doc:"what was decided"`
	Status   string `yaml:"status" strict:"required" doc:"stated (in the paper), inferred (from its numbers), author-code, or assumed"`
	Evidence string `yaml:"evidence" strict:"required" doc:"why"`
	Where    string `yaml:"where" doc:"tables that it concerns; all if empty"`
}
