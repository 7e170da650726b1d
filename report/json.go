package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// schemaVersion is the version of the report schema of Web Fuzzing Commons.
const schemaVersion = "0.8.0"

// The structure of report.yaml of Web Fuzzing Commons. All required fields are written even if they are empty, except
// creationTime and executionTimeInSeconds: the file is kept beside the tests, and two runs with the same results have
// to write the same bytes.
type document struct {
	SchemaVersion  string         `json:"schemaVersion"`
	ToolName       string         `json:"toolName"`
	ToolVersion    string         `json:"toolVersion"`
	Faults         faultsSection  `json:"faults"`
	ProblemDetails problemDetails `json:"problemDetails"`
	TotalTests     int            `json:"totalTests"`
	TestFilePaths  []string       `json:"testFilePaths"`
	TestCases      []testCase     `json:"testCases"`
	ExtraCoverage  []coverage     `json:"extra"`
	Warnings       []warning      `json:"warnings"`
	Evoke          evokeSection   `json:"evoke"`
}

// fileName is the file name that other tools look for.
const fileName = "report.json"

// toolName is the name of the tool in every report of Evoke. mark is its form in the file.
const (
	toolName = "Evoke"
	mark     = `"toolName": "` + toolName + `"`
)

// File returns the report as the file report.json. It returns the error of [JSON].
func File(r *Report) (suite.File, error) {
	content, err := JSON(r)
	return suite.File{Name: fileName, Content: content, Mark: mark}, err
}

type faultsSection struct {
	TotalNumber int          `json:"totalNumber"`
	FoundFaults []foundFault `json:"foundFaults"`
}

type foundFault struct {
	OperationID     string          `json:"operationId"`
	TestCaseID      string          `json:"testCaseId"`
	FaultCategories []faultCategory `json:"faultCategories"`
}

type faultCategory struct {
	Code    int    `json:"code"`
	Context string `json:"context"`
}

type problemDetails struct {
	REST *restSection `json:"rest,omitempty"` // nil if the problem is no HTTP API
}

type restSection struct {
	OutputHTTPCalls    int               `json:"outputHttpCalls"`
	EvaluatedHTTPCalls int               `json:"evaluatedHttpCalls"`
	EndpointIDs        []string          `json:"endpointIds"`
	CoveredHTTPStatus  []coveredEndpoint `json:"coveredHttpStatus"`
}

type coveredEndpoint struct {
	EndpointID string `json:"endpointId"`
	TestCaseID string `json:"testCaseId"`
	HTTPStatus []int  `json:"httpStatus"`
}

type testCase struct {
	ID        string `json:"id"`
	FilePath  string `json:"filePath"`
	Name      string `json:"name"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
}

type coverage struct {
	ToolName string      `json:"toolName"`
	Criteria []criterion `json:"criteria"`
}

type criterion struct {
	Name    string `json:"name"`
	Covered int    `json:"covered"`
	Total   int    `json:"total"`
}

type warning struct {
	Message string `json:"message"`
}

// JSON returns a report in the form of the report.json of Web Fuzzing Commons. The key "evoke" has everything that this
// form lacks: all operations and faults, and as "coverage" the packages with their statements and the uncovered blocks,
// with the missing condition and the best score of the search for it, from 0 to 1. The same report gives the same
// bytes.
func JSON(r *Report) ([]byte, error) {
	places := r.places()
	d := document{
		SchemaVersion:  schemaVersion,
		ToolName:       toolName,
		ToolVersion:    r.Version,
		Faults:         r.faultsSection(places),
		ProblemDetails: problemDetails{REST: r.restSection(places)},
		TotalTests:     len(r.tests()),
		TestFilePaths:  []string{},
		TestCases:      []testCase{},
		ExtraCoverage:  r.coverage(),
		Warnings:       []warning{},
		Evoke:          r.evokeSection(),
	}
	for _, f := range r.Files {
		if len(f.Tests) > 0 {
			d.TestFilePaths = append(d.TestFilePaths, f.Name)
		}
	}
	for i := range r.tests() {
		d.TestCases = append(d.TestCases, places[r.Suite.Tests[i].Name])
	}
	for _, w := range r.Warnings {
		d.Warnings = append(d.Warnings, warning{Message: w})
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // so that curl lines stay readable
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	return escape.JSON(out.Bytes()), nil
}

// places returns the places of the tests in files, by their names in the suite. If several writers wrote a test, the
// first counts.
func (r *Report) places() map[string]testCase {
	out := map[string]testCase{}
	for _, f := range r.Files {
		for _, at := range f.Tests {
			if _, known := out[at.Name]; known {
				continue
			}
			out[at.Name] = testCase{ID: f.Name + "#" + at.Title, FilePath: f.Name, Name: at.Title,
				StartLine: at.Start, EndLine: at.End}
		}
	}
	for i := range r.tests() {
		if name := r.Suite.Tests[i].Name; out[name].ID == "" {
			out[name] = testCase{ID: name, Name: name}
		}
	}
	return out
}

// endpointID returns "GET /books" in the form of Web Fuzzing Commons: "GET:/books".
func endpointID(operation string) string { return strings.Replace(operation, " ", ":", 1) }

func (r *Report) faultsSection(places map[string]testCase) faultsSection {
	out := faultsSection{TotalNumber: len(Findings(r)), FoundFaults: []foundFault{}}
	for _, f := range r.Faults() {
		if f.Silenced != "" {
			continue
		}
		category := faultCategory{f.Code, context(&f.Fault)}
		if len(f.Tests) == 0 {
			out.add(endpointID(f.Operation), "", category)
		}
		for _, name := range f.Tests {
			out.add(endpointID(f.Operation), places[name].ID, category)
		}
	}
	return out
}

// context returns a text that distinguishes faults with the same code.
func context(f *suite.Fault) string {
	if f.Frame != "" {
		return f.Reason + " at " + f.Frame
	}
	return f.Reason
}

func (s *faultsSection) add(operation, test string, c faultCategory) {
	for i := range s.FoundFaults {
		f := &s.FoundFaults[i]
		if f.OperationID != operation || f.TestCaseID != test {
			continue
		}
		if !slices.Contains(f.FaultCategories, c) {
			f.FaultCategories = append(f.FaultCategories, c)
		}
		return
	}
	s.FoundFaults = append(s.FoundFaults, foundFault{operation, test, []faultCategory{c}})
}

func (r *Report) restSection(places map[string]testCase) *restSection {
	if !operations(r.Operations).isHTTP() {
		return nil
	}
	out := &restSection{EvaluatedHTTPCalls: r.Calls, EndpointIDs: []string{}, CoveredHTTPStatus: []coveredEndpoint{}}
	known := map[string]bool{}
	for i := range r.Operations {
		name := r.Operations[i].Name
		if !known[name] {
			out.EndpointIDs = append(out.EndpointIDs, endpointID(name))
		}
		known[name] = true
	}
	for i := range r.tests() {
		t := &r.Suite.Tests[i]
		for n := range t.Steps {
			if t.Steps[n].Call != nil {
				out.OutputHTTPCalls++
			}
		}
		out.CoveredHTTPStatus = append(out.CoveredHTTPStatus, covered(t, places[t.Name].ID, known)...)
	}
	return out
}

// covered lists the statuses of a test's calls by operation. It leaves out calls of operations that the schema lacks,
// such as log-ins, and calls whose client disconnects before the answer.
func covered(t *suite.Test, id string, known map[string]bool) []coveredEndpoint {
	var out []coveredEndpoint
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Call == nil || s.Call.Request.Gone || !known[s.Operation] {
			continue
		}
		n := slices.IndexFunc(out, func(c coveredEndpoint) bool { return c.EndpointID == endpointID(s.Operation) })
		if n < 0 {
			n = len(out)
			out = append(out, coveredEndpoint{endpointID(s.Operation), id, []int{}})
		}
		if status := s.Call.Expect.Status; status != 0 && !slices.Contains(out[n].HTTPStatus, status) {
			out[n].HTTPStatus = append(out[n].HTTPStatus, status)
		}
	}
	return out
}

// coverage returns the coverage, by the tool that measured it. The schema has only sums; the packages and uncovered
// blocks are under "evoke".
func (r *Report) coverage() []coverage {
	out := []coverage{}
	if r.Targets > 0 {
		out = append(out, coverage{ToolName: toolName, Criteria: []criterion{{"targets", r.Covered, r.Targets}}})
	}
	if r.Coverage != nil && len(r.Coverage.Packages) > 0 {
		sum := r.Coverage.Total()
		tool := "go test -cover"
		if r.Coverage.Search {
			tool = toolName
		}
		out = append(out, coverage{ToolName: tool, Criteria: []criterion{{"statements", sum.Covered, sum.Statements}}})
	}
	return out
}
