package answer

import (
	"encoding/xml"
	"fmt"
	"io"

	"nmfrepro/reports/result"
)

// The elements of JUnit XML that continuous integration reads.
type (
	junitSuites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
	}
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes a test case a cell. Without a baseline one that differs from the paper has failed; with one, what changed has,
// in a suite of its own, where each cell and claim that is as it was has passed.
func (v *Verification) JUnit(w io.Writer, compared bool) error {
	all := junitSuites{Name: "nmfrepro verify"}
	for _, t := range v.Tables {
		suite := junitSuite{Name: t.Address}
		for _, c := range t.Judged() {
			d := c.Verdict
			test := junitCase{Class: t.Address, Name: Within(t.Address, c)}
			message := &junitMessage{d.Kind + ": " + d.Reason}
			switch {
			case d.Kind == result.KindMissing || d.Kind == result.KindSubstitute:
				test.Skipped = message
			case compared:
			case d.Kind == result.KindFailed:
				test.Error = message
			case d.Kind == result.KindDiffers:
				test.Failure = message
			}
			suite.Cases = append(suite.Cases, test)
		}
		all.Suites = append(all.Suites, suite)
	}
	if compared {
		suite := junitSuite{Name: "baseline"}
		for _, of := range v.Now.Unchanged(v.Changes) {
			suite.Cases = append(suite.Cases, junitCase{Class: "baseline", Name: of})
		}
		for _, c := range v.Changes {
			changed := &junitMessage{"was " + c.Was + ", is " + c.Is}
			suite.Cases = append(suite.Cases, junitCase{Class: "baseline", Name: c.What, Failure: changed})
		}
		all.Suites = append(all.Suites, suite)
	}
	for i := range all.Suites {
		for _, c := range all.Suites[i].Cases {
			all.Suites[i].count(c)
			all.count(c)
		}
	}
	data, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}

// count adds a case.
func (n *junitCounts) count(c junitCase) {
	n.Tests++
	switch {
	case c.Failure != nil:
		n.Failures++
	case c.Error != nil:
		n.Errors++
	case c.Skipped != nil:
		n.Skipped++
	}
}
