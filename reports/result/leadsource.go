package result

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// LeadSource is a lead of a paper's own method over a rival with what it is made of: what is left of it when one thing is changed. For
// example, ORNMF leads NMF by 8 points at the paper's stop and by 1 at the minimum: the lead is of the stop.
type LeadSource struct {
	Paper       string     `json:"paper"`
	Table       string     `json:"table"`
	Metric      string     `json:"metric"`
	Measure     string     `json:"measure,omitempty"`
	Method      string     `json:"method"` // key
	Name        string     `json:"name"`
	Rival       string     `json:"rival"` // key
	RivalName   string     `json:"rival_name"`
	Dataset     string     `json:"dataset,omitempty"` // none of the lead over all rows
	Rows        int        `json:"rows"`
	Unit        string     `json:"unit"`
	Best        bool       `json:"best"`   // no other rival has a better reported mean
	Trails      bool       `json:"trails"` // the rival is ahead
	On          string     `json:"on"`     // for which rows it speaks
	Reported    Known      `json:"reported"`
	Ours        Known      `json:"ours"` // that of verify: honest where options were tuned
	Low         Known      `json:"low"`  // 95 %
	High        Known      `json:"high"`
	P           Known      `json:"p"` // of no lead, adjusted for all leads of the table
	N           int        `json:"n"`
	Tolerance   Known      `json:"tolerance"` // of the lead
	Class       string     `json:"class"`
	Why         string     `json:"why"`                     // what decided, and what would decide an open one
	Open        string     `json:"open,omitempty"`          // of an open one, what is wanting: see [OpenKinds]
	Deciding    *Change    `json:"deciding,omitempty"`      // the change that decides, or takes most of it
	Needs       []string   `json:"needs,omitempty"`         // factors with whose change it goes since the one that is ahead falls, or as the paper does not have it
	Together    *Move      `json:"left_together,omitempty"` // of the lead, if what the largest change of each tested factor takes adds up
	NotJoint    []string   `json:"not_joint,omitempty"`     // of a lead of the model: pairs of factors that were not changed at once
	Contradicts []string   `json:"contradicts,omitempty"`   // factors beside the class: a change takes at least half by its own interval, and not by the correction for all
	Tested      []string   `json:"tested"`                  // factors
	NotTested   []string   `json:"not_tested,omitempty"`    // factors for which nothing was run, or of which no setting is known
	Changes     []Change   `json:"changes"`
	Path        []LeadStep `json:"path,omitempty"`    // the lead over the iterations, where runs were scored on their way
	PathOf      string     `json:"path_of,omitempty"` // the experiment whose runs were
	Stop        int        `json:"stop,omitempty"`    // at which the runs of the table end at the latest
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

// Move is by how much a method or a lead moves, with its interval of 95 %.
type Move struct {
	Value Known `json:"value"`
	Low   Known `json:"low"`
	High  Known `json:"high"`
}

// Change is what becomes of a lead when one thing is changed. What is left is the lead, over the replicates that both have, with the move of
// the own method and less that of the rival: positive moves are for the better. Moves of a loss are in percent of the rival's, each with
// the other at its mean of both.
type Change struct {
	Factor     string   `json:"factor"`
	Factors    []string `json:"factors,omitempty"` // of several settings at once
	Kind       string   `json:"kind"`              // reading, what-if or control
	LeftOpen   bool     `json:"left_open"`         // the paper does not state it otherwise: only so can a change say what a lead is made of
	Way        string   `json:"way,omitempty"`     // of the stop: fewer or more iterations
	OwnMoves   Move     `json:"own_moves"`
	RivalMoves Move     `json:"rival_moves"`
	Who        string   `json:"who"`     // through whom the lead goes
	Setting    string   `json:"setting"` // key of the setting, or what is changed
	Value      string   `json:"value"`   // in place of what was chosen
	Answer     string   `json:"answer"`
	Same       string   `json:"same,omitempty"` // another change that has the same numbers on these rows, and counts for both
	Rows       int      `json:"rows,omitempty"` // on so many rows, where it was not run on all of them

	Left     Known  `json:"left"` // the lead with the change
	LeftLow  Known  `json:"left_low"`
	LeftHigh Known  `json:"left_high"`
	Takes    Known  `json:"takes"` // the lead less what is left, over the replicates that both have
	Low      Known  `json:"low"`
	High     Known  `json:"high"`
	Share    Known  `json:"share"`  // of the lead that it takes; not of one below twice its standard error
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
	NeedsLead        = "needs"
	MixedLead        = "mixed"
	OpenLead         = "open"
	LeadNotShown     = "not shown"
)

// LeadClasses are the classes of a lead in the order of tables, each with what it means.
var LeadClasses = []Kind{
	{OfModel, "", "at least half of it stays under each change, and under the sum of all"},
	{OfStop, "", "at least half of it goes with another number of iterations, and not since the one that is ahead falls"},
	{OfInitialisation, "", "the same with another initialisation"},
	{OfLabelling, "", "the same when clusters are read in another way"},
	{OfTuning, "", "the same when parameters are chosen in another way"},
	{OfScale, "", "the same with data of another scale"},
	{OfSize, "", "the same at equal rank or number of parameters"},
	{NeedsLead, "", "at least half of it goes with another setting, since the one that is ahead falls, or as the paper states otherwise"},
	{MixedLead, "", "several changes take at least half of it, each alone or all together"},
	{OpenLead, "", "the runs do not decide"},
	{LeadNotShown, "", "ours is not shown to differ from zero"},
}

// The answers of a change to a lead.
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

// The kinds of change.
const (
	AsReading     = "reading" // a value that the paper leaves open, and under which its numbers come out no worse
	WhatIf        = "what-if" // another value: what the paper states otherwise, or under which its numbers come out worse
	ControlChange = "control" // it changes what is compared, and no setting
)

// Through whom a lead goes. Of a method that trails, the rival is ahead.
const (
	OwnFalls   = "own falls"
	RivalRises = "rival rises"
	OwnRises   = "own rises"
	RivalFalls = "rival falls"
	WhoBoth    = "both"
	WhoNeither = "neither"
	WhoOpen    = "open"
)

// Which way a change of the stop goes.
const (
	FewerIterations = "fewer iterations"
	MoreIterations  = "more iterations"
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
	OpenWho     = "it is not shown who moves"
	OpenRows    = "a setting was not run on enough rows"
	OpenNotRun  = "a setting was not run"
	OpenUnknown = "no setting is known"
	OpenCause   = "another form of the cause brings it"
)

// OpenKinds are the reasons of open leads in the order of tables, each with what would decide.
var OpenKinds = []Kind{
	{OpenNoise, "", "more runs; the reason says how many, if mean and spread stay as they are"},
	{OpenWho, "", "more runs of the change that is named"},
	{OpenRows, "", "runs of the command that is named, on the rows that lack it"},
	{OpenNotRun, "", "runs of the command that is named"},
	{OpenUnknown, "", "a setting of the paper that changes what is not tested"},
	{OpenCause, "", "no run: what brings it is what the paper claims, in another form"},
}

// Counted tells whether a change was run and touches the lead.
func (c Change) Counted() bool { return !c.Lacking() && c.Answer != NothingMade }

// Lacking tells whether a change was run on too few rows of the lead, or on none.
func (c Change) Lacking() bool { return c.Answer == NotRun || c.Answer == NotOnRows }

// SameAs tells whether two changes, of two leads, are one.
func (c Change) SameAs(o Change) bool {
	return c.Factor == o.Factor && c.Setting == o.Setting && c.Value == o.Value
}

// Which names the change, and on how many rows it was run where that is not all: scale: all divided by 255, on 3 rows.
func (c Change) Which() string {
	if c.Rows > 0 {
		return c.Setting + ": " + c.Value + ", on " + Count(c.Rows, "row")
	}
	return c.Setting + ": " + c.Value
}

// In names the metric of a lead, as [Lead.In].
func (l LeadSource) In() string {
	return Conclusion{Subject: Subject{Metric: l.Metric, Measure: l.Measure, Name: l.Name}}.MetricText() + less(l.Unit)
}

// Over names the lead: over NMF in acc.
func (l LeadSource) Over() string { return "over " + l.RivalName + " in " + l.In() }

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

// LeadCounts counts the leads of a table: all, the decided ones (shown to be there, or brought by a change), the decided ones with a
// class, and the open ones by reason.
type LeadCounts struct {
	Leads   int            `json:"leads"`
	Decided int            `json:"decided"`
	Classed int            `json:"classed"`
	Open    map[string]int `json:"open"`
}

// CountLeads counts leads by class, and the open ones by reason.
func CountLeads(all []LeadSource) LeadCounts {
	open := list.Filter(all, func(l LeadSource) bool { return l.Class == OpenLead })
	n := LeadCounts{Leads: len(all), Classed: len(list.Filter(all, LeadSource.Classed)), Open: list.Count(
		open, func(l LeadSource) string { return l.Open })}
	n.Decided = n.Classed + len(open)
	return n
}

// String says in words how many leads have a class, and the reasons of the others.
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
