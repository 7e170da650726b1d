package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"

	"github.com/evoke-go/evoke/suite"
)

// evokeSection has the data for which Web Fuzzing Commons has no place.
type evokeSection struct {
	titleSection
	Algorithm   string `json:"algorithm"`
	Seed        uint64 `json:"seed"`
	Budget      string `json:"budget"`
	Repeat      string `json:"repeat"`
	Evaluations int    `json:"evaluations"`
	Interrupted bool   `json:"interrupted"`
	Search      string `json:"search,omitempty"`
	searchSection
	Operations []operationSection `json:"operations"`
	graphsSection
	Faults []faultSection `json:"faults"`
	Tests  []testSection  `json:"tests"`
	measuredSection
}

// titleSection has the title of the system.
type titleSection struct {
	Title string `json:"title"`
	Step  string `json:"step,omitempty"`
}

// searchSection has the settings and the results of the search.
type searchSection struct {
	Libraries []librarySection `json:"libraries,omitempty"`
	Makers    []makerSection   `json:"makers,omitempty"`
}

// graphsSection has the graphs of dependencies and of states.
type graphsSection struct {
	Dependencies []dependencySection `json:"dependencies,omitempty"`
	States       *StateGraph         `json:"states,omitempty"`
}

// measuredSection has the measurements of the written tests.
type measuredSection struct {
	Coverage *coverageSection `json:"coverage,omitempty"`
	Mutation *mutationSection `json:"mutation,omitempty"`
}

// librarySection is a module outside of the coverage whose comparisons the search heard.
type librarySection struct {
	Module string `json:"module"`
	Places int    `json:"places"`
}

// makerSection is a maker of tests, with the number of targets that its tests covered first, and the faults among them.
type makerSection struct {
	Name    string `json:"name"`
	Covered int    `json:"covered"`
	Faults  int    `json:"faults,omitempty"`
}

// dependencySection says that one resource needs another.
type dependencySection struct {
	From        string   `json:"from"`
	To          string   `json:"to"`
	Directed    bool     `json:"directed"`
	Probability float64  `json:"probability"`
	Why         []string `json:"why"`
	Tables      []string `json:"tables,omitempty"`
}

type operationSection struct {
	EndpointID string         `json:"endpointId"`
	Calls      int            `json:"calls"`
	Statuses   map[string]int `json:"statuses,omitzero"` // for an HTTP API; encoding/json sorts the keys
	Outcomes   map[string]int `json:"outcomes,omitzero"` // for other operations
	NoAnswer   int            `json:"noAnswer"`          // number of incomplete calls
	Success    bool           `json:"success"`
	Sought     int            `json:"sought,omitempty"`   // its calls until its first success
	Reason     string         `json:"reason,omitempty"`   // why it never succeeded
	Untested   string         `json:"untested,omitempty"` // why no test shows a success
	Undeclared []string       `json:"undeclared,omitempty"`
	Laws       []lawSection   `json:"laws,omitempty"`
}

// lawSection is a relation that held in all but a few accepted calls.
type lawSection struct {
	Text   string `json:"text"`
	Held   int    `json:"held"`
	Broken int    `json:"broken,omitempty"`
	Right  string `json:"right,omitempty"` // a call in which it held
	Wrong  string `json:"wrong,omitempty"` // the first call in which it did not
}

// testSection has a digest that shows whether a test is the same in two reports.
type testSection struct {
	ID     string `json:"testCaseId"`
	Digest string `json:"digest"` // digest of the test's text; "" if unknown
}

type faultSection struct {
	Code      int      `json:"code"`
	Category  string   `json:"category"`
	Operation string   `json:"operationId"`
	Reason    string   `json:"reason"`
	Key       string   `json:"key,omitempty"` // the same in each run
	Cause     string   `json:"cause,omitempty"`
	Frame     string   `json:"frame,omitempty"`
	Curl      string   `json:"curl,omitempty"`
	Tests     []string `json:"testCaseIds,omitempty"`
	Note      string   `json:"note,omitempty"`
	Silenced  string   `json:"silenced,omitempty"` // the reason why it is silenced
	// Also are the faults of the same cause in other operations.
	Also []faultSection `json:"also,omitempty"`
}

type coverageSection struct {
	// the statements were counted in the search, not in the written tests
	Search     bool             `json:"search,omitempty"`
	Statements int              `json:"statements"`
	Covered    int              `json:"covered"`
	Percent    float64          `json:"percent"`
	Note       string           `json:"note,omitempty"`
	Packages   []packageSection `json:"packages"`
	Uncovered  []blockSection   `json:"uncovered"`
}

type packageSection struct {
	Path       string  `json:"path"`
	Statements int     `json:"statements"`
	Covered    int     `json:"covered"`
	Percent    float64 `json:"percent"`
}

type blockSection struct {
	Package    string  `json:"package"`
	File       string  `json:"file"`
	StartLine  int     `json:"startLine"`
	EndLine    int     `json:"endLine"`
	Statements int     `json:"statements"`
	Missing    string  `json:"missing,omitempty"`
	Best       float64 `json:"best"`
}

func (r *Report) evokeSection() evokeSection {
	out := evokeSection{
		titleSection: titleSection{r.title(), r.Step}, Algorithm: r.Algorithm, Seed: r.Seed, Budget: r.Budget,
		Repeat:      r.repeat(),
		Evaluations: r.Evaluations, Interrupted: r.Interrupted, Search: r.Search,
		Operations: operationSections(r.Operations), Faults: []faultSection{}, Tests: testSections(r),
		measuredSection: measuredSection{r.Coverage.section(), r.Mutation.section()},
		graphsSection:   graphsSection{States: r.States},
	}
	for _, m := range r.Makers {
		out.Makers = append(out.Makers, makerSection(m))
	}
	for _, l := range r.Libraries {
		out.Libraries = append(out.Libraries, librarySection(l))
	}
	for _, d := range r.Dependencies {
		out.Dependencies = append(out.Dependencies, dependencySection(d))
	}
	places := r.places()
	for _, f := range append(Findings(r), Silenced(r)...) {
		s := newFaultSection(&f.Fault, places)
		for i := range f.Also {
			s.Also = append(s.Also, newFaultSection(&f.Also[i], places))
		}
		out.Faults = append(out.Faults, s)
	}
	return out
}

// operationSections returns the sections of operations.
func operationSections(operations []Operation) []operationSection {
	all := []operationSection{}
	for i := range operations {
		o := &operations[i]
		s := operationSection{
			EndpointID: endpointID(o.Name), Calls: o.Calls,
			NoAnswer: o.Incomplete, Success: o.Succeeded(), Sought: o.Sought, Reason: o.Why(), Untested: o.Untested,
			Undeclared: o.Undeclared,
		}
		for _, l := range o.Laws {
			s.Laws = append(s.Laws, lawSection(l))
		}
		counts := map[string]int{}
		maps.Copy(counts, o.Outcomes)
		if o.isHTTP() {
			s.Statuses = counts
		} else {
			s.Outcomes = counts
		}
		all = append(all, s)
	}
	return all
}

// testSections returns the sections of tests, with digests of their texts.
func testSections(r *Report) []testSection {
	out := []testSection{}
	places, texts := r.places(), textsOf(r.Files)
	for i := range r.tests() {
		name := r.Suite.Tests[i].Name
		s := testSection{ID: places[name].ID}
		if text, known := texts[name]; known {
			sum := sha256.Sum256(text)
			s.Digest = hex.EncodeToString(sum[:6])
		}
		out = append(out, s)
	}
	return out
}

// textsOf returns the text of each test by its name in the suite. If several writers wrote a test, the first counts.
func textsOf(files []suite.File) map[string][]byte {
	out := map[string][]byte{}
	for i := range files {
		lines := bytes.SplitAfter(files[i].Content, []byte("\n"))
		for _, at := range files[i].Tests {
			if _, known := out[at.Name]; !known && 0 < at.Start && at.Start <= at.End && at.End <= len(lines) {
				out[at.Name] = bytes.Join(lines[at.Start-1:at.End], nil)
			}
		}
	}
	return out
}

func newFaultSection(f *Fault, places map[string]testCase) faultSection {
	s := faultSection{
		Code: f.Code, Category: f.Category, Operation: endpointID(f.Operation),
		Reason: f.Reason, Key: f.Key, Cause: f.Cause, Frame: f.Frame, Curl: f.Curl, Note: f.Note, Silenced: f.Silenced,
	}
	for _, name := range f.Tests {
		s.Tests = append(s.Tests, places[name].ID)
	}
	return s
}

func (c *Coverage) section() *coverageSection {
	if c == nil {
		return nil
	}
	sum := c.Total()
	out := &coverageSection{
		Search: c.Search, Statements: sum.Statements, Covered: sum.Covered, Percent: sum.Percent(), Note: c.Note,
		Packages: []packageSection{}, Uncovered: []blockSection{},
	}
	for _, p := range c.Packages {
		out.Packages = append(out.Packages, packageSection{p.Path, p.Statements, p.Covered, p.Percent()})
	}
	for _, b := range c.Blocks {
		if b.Best = min(b.Best, 1); !(b.Best > 0) { // JSON has no NaN
			b.Best = 0
		}
		out.Uncovered = append(out.Uncovered, blockSection(b))
	}
	return out
}
