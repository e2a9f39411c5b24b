package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// LeadSource is a lead of a paper's own method over a rival with what it is made of: what is left of it when one thing is changed. For
// example, ORNMF leads NMF by 8 points at the paper's stop and by 1 at the minimum: the lead is of the stop.
type LeadSource struct {
	Paper     string     `json:"paper"`
	Table     string     `json:"table"`
	Metric    string     `json:"metric"`
	Measure   string     `json:"measure,omitempty"`
	Method    string     `json:"method"` // key
	Name      string     `json:"name"`
	Rival     string     `json:"rival"` // key
	RivalName string     `json:"rival_name"`
	Dataset   string     `json:"dataset,omitempty"` // none of the lead over all rows
	Rows      int        `json:"rows"`
	Unit      string     `json:"unit"`
	On        string     `json:"on"` // for which rows it speaks
	Reported  Known      `json:"reported"`
	Ours      Known      `json:"ours"` // that of verify: honest where options were tuned
	Low       Known      `json:"low"`  // 95 %
	High      Known      `json:"high"`
	P         Known      `json:"p"` // of no lead, adjusted for all leads of the table
	N         int        `json:"n"`
	Tolerance Known      `json:"tolerance"` // of the lead
	Class     string     `json:"class"`
	Why       string     `json:"why"`                  // what decided, and what would decide an open one
	Open      string     `json:"open,omitempty"`       // of an open one, what is wanting: see [OpenKinds]
	Deciding  *Change    `json:"deciding,omitempty"`   // the change that takes most of it
	Model     *Share     `json:"of_model,omitempty"`   // what is left when all parts that are shown are taken away
	Tested    []string   `json:"tested"`               // factors
	NotTested []string   `json:"not_tested,omitempty"` // factors for which nothing was run, or of which no setting is known
	Changes   []Change   `json:"changes"`
	Path      []LeadStep `json:"path,omitempty"`    // the lead over the iterations, where runs were scored on their way
	PathOf    string     `json:"path_of,omitempty"` // the experiment whose runs were
	Stop      int        `json:"stop,omitempty"`    // at which the runs of the table end at the latest
}

// LeadStep is a lead after so many iterations of both methods.
type LeadStep struct {
	Iteration int   `json:"iteration"`
	Lead      Known `json:"lead"`
	Low       Known `json:"low"` // 95 %
	High      Known `json:"high"`
	N         int   `json:"n"`
	Residual  Known `json:"residual"` // of the own method, relative, of the Karush-Kuhn-Tucker conditions
}

// Share is a part of a lead, in shares of one, with its interval of 95 %.
type Share struct {
	Share Known `json:"share"`
	Low   Known `json:"low"`
	High  Known `json:"high"`
}

// Change is what becomes of a lead when one thing is changed.
type Change struct {
	Factor  string `json:"factor"`
	Setting string `json:"setting"` // key of the setting, or what is changed
	Value   string `json:"value"`   // in place of what was chosen
	Answer  string `json:"answer"`
	Rows    int    `json:"rows,omitempty"` // on so many rows, where it was not run on all of them

	Left     Known  `json:"left"` // the lead with the change
	LeftLow  Known  `json:"left_low"`
	LeftHigh Known  `json:"left_high"`
	Takes    Known  `json:"takes"` // the lead less what is left, over the replicates that both have
	Low      Known  `json:"low"`
	High     Known  `json:"high"`
	Share    Share  `json:"share"`
	Half     Known  `json:"p_half"` // of less than half of the lead, adjusted for all changes of the lead
	None     Known  `json:"p_none"` // of no change, adjusted likewise
	N        int    `json:"n"`
	Paired   bool   `json:"paired"`
	More     int    `json:"more_replicates,omitempty"` // that would decide an open one; -1 if no number does
	Pair     string `json:"pair,omitempty"`            // which numbers both leads have where options were tuned

	Command string `json:"command,omitempty"` // that computes it
}

// The classes of a lead.
const (
	OfModel          = "of the model"
	OfStop           = "of the stop"
	OfInitialisation = "of the initialisation"
	OfLabelling      = "of the labelling"
	OfTuning         = "of the tuning"
	OfScale          = "of the scale"
	OfSize           = "of the size"
	MixedLead        = "mixed"
	OpenLead         = "open"
	LeadNotShown     = "not shown"
)

// LeadClasses are the classes of a lead in the order of tables, each with what it means.
var LeadClasses = []Kind{
	{OfModel, "", "at least half of it stays whatever is changed"},
	{OfStop, "", "at least half of it goes with another number of iterations"},
	{OfInitialisation, "", "at least half of it goes with another initialisation"},
	{OfLabelling, "", "at least half of it goes when clusters are read in another way"},
	{OfTuning, "", "at least half of it goes when parameters are chosen in another way"},
	{OfScale, "", "at least half of it goes with data of another scale"},
	{OfSize, "", "at least half of it goes at equal rank or number of parameters"},
	{MixedLead, "", "several changes take at least half of it, each alone or all together"},
	{OpenLead, "", "the runs do not decide"},
	{LeadNotShown, "", "ours is not shown to differ from zero"},
}

// What a change does to a lead.
const (
	TakesHalf   = "takes at least half"
	TakesPart   = "takes less than half" // and more than nothing
	Stays       = "leaves it"            // takes less than half, and is not shown to take anything
	Grows       = "makes it larger"
	Brings      = "brings it" // a reported lead that is not there as chosen; its share is of the lead that it brings
	OpenChange  = "open"
	NotRun      = "not run"
	NotOnRows   = "not run on enough rows"
	NothingMade = "changes nothing here"
)

// Which numbers the two leads of a change have where options were tuned: see [Change.Pair].
const (
	BothHonest     = "both honest"                 // options chosen without the runs that are scored, or not chosen
	BothTuned      = "both tuned on the labels"    // options chosen on the runs that are scored, since one of them has no others
	HonestAndTuned = "honest, tuned on the labels" // the change is that options are tuned
)

// Why leads are open.
const (
	OpenNoise   = "runs vary too much"
	OpenRows    = "a setting was not run on enough rows"
	OpenNotRun  = "a setting was not run"
	OpenUnknown = "no setting is known"
	OpenCause   = "another form of the cause brings it"
)

// OpenKinds are the reasons of open leads in the order of tables, each with what would decide.
var OpenKinds = []Kind{
	{OpenNoise, "", "more runs; the reason says how many, if mean and spread stay as they are"},
	{OpenRows, "", "runs of the command that is named, on the rows that lack it"},
	{OpenNotRun, "", "runs of the command that is named"},
	{OpenUnknown, "", "a setting of the paper that changes what is not tested"},
	{OpenCause, "", "no run: what brings it is what the paper claims, in another form"},
}

// Counted tells whether a change was run and touches the lead.
func (c Change) Counted() bool { return !c.Lacking() && c.Answer != NothingMade }

// Lacking tells whether a change was not run, or not on enough rows of the lead.
func (c Change) Lacking() bool { return c.Answer == NotRun || c.Answer == NotOnRows }

// Percent returns a share with its interval, as 76 % (61 to 92); that of nothing is a dash.
func (s Share) Percent() string {
	if math.IsNaN(float64(s.Share)) || math.IsInf(float64(s.Share), 0) { // of a lead of zero, over the replicates that both have
		return "-"
	}
	text := fmt.Sprintf("%.0f %%", 100*float64(s.Share)+0)
	if !math.IsNaN(float64(s.Low)) && !math.IsNaN(float64(s.High)) {
		text += fmt.Sprintf(" (%.0f to %.0f)", 100*float64(s.Low)+0, 100*float64(s.High)+0)
	}
	return text
}

// Which names the change, and on how many rows it was run where that is not all: scale: all divided by 255, on 3 rows.
func (c Change) Which() string {
	if c.Rows > 0 {
		return c.Setting + ": " + c.Value + ", on " + Count(c.Rows, "row")
	}
	return c.Setting + ": " + c.Value
}

// Factors returns the changes of a lead by their factor, in the order in which they were made.
func (l LeadSource) Factors() (names []string) {
	return list.AppendUnique(nil, list.Map(l.Changes, func(c Change) string { return c.Factor })...)
}

// Most returns the change of a factor that was run and takes most of the lead; nil without one.
func (l LeadSource) Most(factor string) (most *Change) {
	for i, c := range l.Changes {
		if c.Factor == factor && c.Counted() && (most == nil || c.Takes*l.sign() > most.Takes*l.sign()) {
			most = &l.Changes[i]
		}
	}
	return most
}

func (l LeadSource) sign() Known {
	if l.Ours < 0 {
		return -1
	}
	return 1
}

// Over names the lead: over NMF in acc.
func (l LeadSource) Over() string {
	return "over " + l.RivalName + " in " + Conclusion{Subject: Subject{Metric: l.Metric, Measure: l.Measure, Name: l.Name}}.MetricText()
}

// Key tells a lead among those of a table.
func (l LeadSource) Key() string {
	return strings.Join([]string{l.Table, l.Metric, l.Measure, l.Method, l.Rival, l.Dataset}, "/")
}

// LeadClassOf returns the class of a lead of which a factor takes at least half.
func LeadClassOf(factor string) string { return "of the " + factor }

// Classed tells whether a lead has a class other than open and no lead.
func (l LeadSource) Classed() bool { return l.Class != OpenLead && l.Class != LeadNotShown }

// ClassCounts counts leads by class.
func ClassCounts(all []LeadSource) map[string]int {
	return list.Count(all, func(l LeadSource) string { return l.Class })
}

// CountClasses counts leads by class, in the order of [LeadClasses], as "3 of the stop, 2 open".
func CountClasses(all []LeadSource) string {
	counts := ClassCounts(all)
	found := slices.DeleteFunc(slices.Clone(LeadClasses), func(k Kind) bool { return counts[k.Kind] == 0 })
	return list.Join(found, ", ", func(k Kind) string { return fmt.Sprintf("%d %s", counts[k.Kind], k.Kind) })
}

// LeadCounts counts leads: those that there are, those of which it is decided that they are there, or that a change brings them, those of
// these that have a class, and the open ones by what is wanting.
type LeadCounts struct {
	Leads   int            `json:"leads"`
	Decided int            `json:"decided"`
	Classed int            `json:"classed"`
	Open    map[string]int `json:"open"`
}

// CountLeads counts leads.
func CountLeads(all []LeadSource) LeadCounts {
	open := list.Filter(all, func(l LeadSource) bool { return l.Class == OpenLead })
	n := LeadCounts{Leads: len(all), Classed: len(list.Filter(all, LeadSource.Classed)), Open: list.Count(
		open, func(l LeadSource) string { return l.Open })}
	n.Decided = n.Classed + len(open)
	return n
}

// String says in words how many have a class, and what the others lack.
func (n LeadCounts) String() string {
	if n.Decided == 0 {
		return "no lead is shown to be there"
	}
	text := fmt.Sprintf("shown to be there: %d, of these with a class: %d (%.0f %%)", n.Decided, n.Classed,
		100*float64(n.Classed)/float64(n.Decided))
	if open := list.Filter(OpenKinds, func(k Kind) bool { return n.Open[k.Kind] > 0 }); len(open) > 0 {
		text += "; open: " + list.Join(open, ", ", func(k Kind) string { return fmt.Sprintf("%d (%s)", n.Open[k.Kind], k.Kind) })
	}
	return text
}

// LeadTable is a table of a paper with what the leads of its own method are made of.
type LeadTable struct {
	Table
	Sources []LeadSource
}
