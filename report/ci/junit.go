package ci

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// The parts of JUnit XML that all of its readers understand.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Name    string       `xml:"name,attr"`
		Tests   int          `xml:"tests,attr"`
		Fails   int          `xml:"failures,attr"`
		Errors  int          `xml:"errors,attr"`
		Skipped int          `xml:"skipped,attr"`
		Time    string       `xml:"time,attr"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Fails      int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr,omitempty"`
		Properties []junitProperty `xml:"properties>property,omitempty"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Time    string        `xml:"time,attr"`
		Skipped *junitSkipped `xml:"skipped"`
		Failure *junitFailure `xml:"failure"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes the tests of a suite as JUnit XML, with their operation as the class. A test that shows a fault is a
// failure, whatever its Go test does because of the fault. A fault without a test is a case of its own, and an
// operation that was left out is a skipped case. Cases have no time, because tests run many times in a search.
func JUnit(r *report.Report) ([]byte, error) {
	s := junitSuite{Name: name(r), Time: seconds(r.Elapsed), Properties: properties(r)}
	if !r.Created.IsZero() {
		s.Timestamp = r.Created.UTC().Format("2006-01-02T15:04:05")
	}
	s.Cases = cases(r)
	for i := range s.Cases {
		s.Tests++
		if s.Cases[i].Failure != nil {
			s.Fails++
		}
		if s.Cases[i].Skipped != nil {
			s.Skipped++
		}
	}
	all := junitSuites{Name: s.Name, Tests: s.Tests, Fails: s.Fails, Skipped: s.Skipped,
		Time: s.Time, Suites: []junitSuite{s}}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write JUnit XML: %w", err)
	}
	return append([]byte(xml.Header), append(text, '\n')...), nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func properties(r *report.Report) []junitProperty {
	out := []junitProperty{{"evoke.version", r.Version}, {"evoke.algorithm", r.Algorithm},
		{"evoke.seed", fmt.Sprint(r.Seed)}, {"evoke.budget", r.Budget}, {"evoke.calls", fmt.Sprint(r.Calls)}}
	for i := range out {
		out[i].Value = escape.Line(out[i].Value)
	}
	return out
}

func cases(r *report.Report) (out []junitCase) {
	x := findingsOf(r)
	shown := map[string][]*report.Finding{}
	for i := range x.found {
		for _, name := range x.found[i].ShownBy() {
			shown[name] = append(shown[name], &x.found[i])
		}
	}
	if r.Suite != nil {
		for i := range r.Suite.Tests {
			t := &r.Suite.Tests[i]
			w := x.written[t.Name]
			c := junitCase{Name: escape.Line(w.Title), Class: class(t), File: escape.Line(w.Path),
				Line: w.Start, Time: "0"}
			c.Failure = x.failure(shown[t.Name])
			out = append(out, c)
		}
	}
	for i := range x.found {
		if f := &x.found[i]; len(f.ShownBy()) == 0 {
			p := x.place(f)
			out = append(out, junitCase{Name: title(f) + ": " + f.Why(), Class: escape.Prose(f.Operation), File: p.file,
				Line: p.start, Time: "0", Failure: x.failure([]*report.Finding{f})})
		}
	}
	for _, f := range report.Silenced(r) {
		out = append(out, junitCase{Name: title(&f) + ": " + f.Why(), Class: escape.Prose(f.Operation), Time: "0",
			Skipped: &junitSkipped{"silenced: " + escape.Prose(f.Silenced)}})
	}
	for i := range r.Operations {
		if o := &r.Operations[i]; o.Skipped != "" {
			name := escape.Prose(o.Name)
			out = append(out, junitCase{Name: name, Class: name, Time: "0",
				Skipped: &junitSkipped{escape.Prose(o.Skipped)}})
		}
	}
	return out
}

// class returns the operation that a test is about: that of its first fault, or of its last step.
func class(t *suite.Test) string {
	switch n := len(t.Steps); {
	case len(t.Faults) > 0:
		return escape.Prose(t.Faults[0].Operation)
	case n > 0:
		return escape.Prose(t.Steps[n-1].Operation)
	}
	return "Evoke"
}

// failure returns one failure for several faults, because many readers accept only one for a case.
func (x *findings) failure(faults []*report.Finding) *junitFailure {
	if len(faults) == 0 {
		return nil
	}
	var messages, texts []string
	for _, f := range faults {
		messages = append(messages, f.Why())
		texts = append(texts, x.story(f))
	}
	return &junitFailure{strings.Join(messages, "; "), title(faults[0]), strings.Join(texts, "\n\n")}
}
