package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// errForeign is the error for a file that is no report of Evoke.
var errForeign = errors.New("it is no report of Evoke")

// decode parses a report.json.
func decode(data []byte) (*document, error) {
	d := &document{}
	if err := json.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("read report: %w: %w", errForeign, err)
	}
	if d.ToolName != toolName {
		return nil, fmt.Errorf("read report: %w: its toolName is %q", errForeign, d.ToolName)
	}
	return d, nil
}

// Read returns the report that [JSON] wrote. It has all parts that [Summary] shows, except the folder of the files, the
// command that runs the tests, and the duration of the run. Its tests have no steps. It returns an error for a file
// that is no report of Evoke.
func Read(data []byte) (*Report, error) {
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	e := &d.Evoke
	r := &Report{
		Version: d.ToolVersion,
		Suite:   &suite.Suite{Title: e.Title, Repeat: e.Repeat}, Files: d.files(),
		Step: e.Step, Evaluations: e.Evaluations, Search: e.Search, Interrupted: e.Interrupted,
		Algorithm: e.Algorithm, Seed: e.Seed, Budget: e.Budget,
		Coverage: e.Coverage.plain(), FaultNotes: map[string]string{},
	}
	r.States = e.States
	for _, d := range e.Dependencies {
		r.Dependencies = append(r.Dependencies, Dependency(d))
	}
	for _, m := range e.Makers {
		r.Makers = append(r.Makers, Maker(m))
	}
	for _, l := range e.Libraries {
		r.Libraries = append(r.Libraries, Library(l))
	}
	for i := range e.Operations {
		r.Operations = append(r.Operations, e.Operations[i].plain())
		r.Calls += e.Operations[i].Calls
	}
	if http := d.ProblemDetails.REST; http != nil {
		r.Calls = http.EvaluatedHTTPCalls
	}
	for _, w := range d.Warnings {
		r.Warnings = append(r.Warnings, w.Message)
	}
	r.Covered, r.Targets = d.targets()
	d.addTests(r)
	return r, nil
}

// files returns the files with tests, with the places of the tests.
func (d *document) files() (out []suite.File) {
	at := map[string]int{}
	for _, name := range d.TestFilePaths {
		at[name] = len(out)
		out = append(out, suite.File{Name: name})
	}
	for _, c := range d.TestCases {
		if n, known := at[c.FilePath]; known {
			out[n].Tests = append(out[n].Tests,
				suite.Location{Name: c.ID, Title: c.Name, Start: c.StartLine, End: c.EndLine})
		}
	}
	return out
}

// targets returns the number of covered targets, and the number of all targets.
func (d *document) targets() (covered, all int) {
	for _, tool := range d.ExtraCoverage {
		for _, c := range tool.Criteria {
			if tool.ToolName == toolName && c.Name == "targets" {
				return c.Covered, c.Total
			}
		}
	}
	return 0, 0
}

// addTests adds the tests and the faults to a report. It uses the ids of the tests as their names.
func (d *document) addTests(r *Report) {
	at := map[string]int{}
	for _, c := range d.TestCases {
		at[c.ID] = len(r.Suite.Tests)
		r.Suite.Tests = append(r.Suite.Tests, suite.Test{Name: c.ID})
	}
	for i := range d.Evoke.Faults {
		first := &d.Evoke.Faults[i]
		first.addTo(r, at)
		for n := range first.Also {
			first.Also[n].addTo(r, at)
		}
	}
}

// addTo adds a fault to a report, and to the tests that show it. at is the index of a test, by id.
func (s *faultSection) addTo(r *Report, at map[string]int) {
	f, shown := s.plain(), false
	r.FaultNotes[f.Key] = s.Note
	for _, id := range s.Tests {
		if n, known := at[id]; known {
			r.Suite.Tests[n].Faults, shown = append(r.Suite.Tests[n].Faults, f), true
		}
	}
	if !shown {
		r.Untested = append(r.Untested, f)
	}
}

// operationOf converts "GET:/books" to the form of the schema: "GET /books".
func operationOf(endpoint string) string {
	if method, path, ok := strings.Cut(endpoint, ":/"); ok && !strings.ContainsAny(method, " /") {
		return method + " /" + path
	}
	return endpoint
}

func (s *operationSection) plain() Operation {
	o := Operation{
		Name: operationOf(s.EndpointID), Calls: s.Calls, Outcomes: map[string]int{},
		Incomplete: s.NoAnswer, Sought: s.Sought, Reason: s.Reason, Undeclared: s.Undeclared,
	}
	for _, l := range s.Laws {
		o.Laws = append(o.Laws, Law(l))
	}
	for name, count := range s.Statuses {
		o.Outcomes[name] = count
	}
	for name, count := range s.Outcomes {
		o.Outcomes[name] = count
	}
	if s.Success && !o.Succeeded() {
		o.Successes = 1 // the number is not written
	}
	return o
}

// plain returns the fault. If it has no key, it gets its context as the key.
func (s *faultSection) plain() suite.Fault {
	f := suite.Fault{
		Code: s.Code, Category: s.Category, Operation: operationOf(s.Operation),
		Reason: s.Reason, Key: s.Key, Cause: s.Cause, Frame: s.Frame, Curl: s.Curl, Silenced: s.Silenced,
	}
	f.Key = faultKey(&f)
	return f
}

func (s *coverageSection) plain() *Coverage {
	if s == nil {
		return nil
	}
	c := &Coverage{Search: s.Search, Note: s.Note}
	for _, p := range s.Packages {
		c.Packages = append(c.Packages, PackageCoverage{Path: p.Path, Statements: p.Statements, Covered: p.Covered})
	}
	for _, b := range s.Uncovered {
		c.Blocks = append(c.Blocks, Block(b))
	}
	return c
}
