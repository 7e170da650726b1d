package ci_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/ci"
	"github.com/evoke-go/evoke/suite"
)

var update = flag.Bool("update", false, "write the golden files")

// sample returns a report with three faults: one with a place in the sources, one with a test only, and one with
// neither. The first was known before.
func sample(text string) *report.Report {
	crash := suite.Fault{Code: 100, Category: "HTTP status 500", Operation: "GET /books/{id}",
		Reason: "panic: index out of range" + text, Key: "crash" + text, Step: 1, Frame: "shop.get (shop.go:42)",
		Curl: "curl -i 'http://localhost/books/-1'"}
	shape := suite.Fault{Code: 101, Category: "response not as the schema says" + text,
		Operation: "GET /books/{id}" + text, Reason: "/id is no string", Key: "shape" + text, Step: 1}
	return &report.Report{
		Version: "0.1.0", Created: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC), Elapsed: 12345 * time.Millisecond,
		Suite: &suite.Suite{Title: "Shop" + text, Tests: []suite.Test{
			{Name: "PostBooksReturns201", Kind: suite.Success, Steps: []suite.Step{{Operation: "POST /books" + text}}},
			{Name: "GetBooksByIDPanics" + text, Kind: suite.FaultKind, Faults: []suite.Fault{crash, shape},
				Steps: []suite.Step{{Operation: "POST /books"}, {Operation: "GET /books/{id}"}}},
		}},
		Files: []suite.File{{Name: "evoke_fault_test.go" + text, Tests: []suite.Location{
			{Name: "GetBooksByIDPanics" + text, Title: "TestGetBooksByIDPanics" + text, Start: 9, End: 20},
		}}},
		Dir: "/home/ann/shop", Folder: "internal/api",
		Operations: []report.Operation{{Name: "POST /books", Calls: 60},
			{Name: "GET /files" + text, Skipped: "cookie style is not known" + text}},
		Calls: 110, Algorithm: "MIO", Seed: 7, Budget: "1000 calls",
		Untested: []suite.Fault{{Code: 909, Category: "timeout", Operation: "POST /books",
			Reason: "no answer, 100 % of the time: why?" + text, Key: "slow"}},
		Baseline: &report.Baseline{New: []string{"shape" + text, "slow"}},
		Coverage: &report.Coverage{Sources: []report.Source{{Package: "example.com/shop", File: "shop.go",
			Path: "internal/shop/shop.go"}}},
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run with -update if this is right:\n%s", diff)
	}
}

func TestGolden(t *testing.T) {
	for name, format := range map[string]report.Format{"junit.xml": ci.JUnit, "evoke.sarif": ci.SARIF,
		"github.txt": ci.GitHub} {
		t.Run(name, func(t *testing.T) {
			got, err := format(sample(""))
			require.NoError(t, err)
			golden(t, name, got)
			assert.NotContains(t, string(got), "/home/ann")
			empty, err := format(&report.Report{})
			require.NoError(t, err)
			assert.NotContains(t, string(empty), "null")
		})
	}
}

// sarifSchema returns the schema that OASIS publishes.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open("testdata/sarif-schema-2.1.0.json")
	require.NoError(t, err)
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("sarif.json", doc))
	s, err := c.Compile("sarif.json")
	require.NoError(t, err)
	return s
}

func TestSARIFFitsItsSchema(t *testing.T) {
	s := sarifSchema(t)
	for _, r := range []*report.Report{{}, sample(""), sample("<\x00\u202e\xff\"\n")} {
		got, err := ci.SARIF(r)
		require.NoError(t, err)
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(got))
		require.NoError(t, err)
		require.NoError(t, s.Validate(value))
	}
	bad, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"version": "2.1.0", "runs": [{"results": []}]}`))
	require.NoError(t, err)
	require.Error(t, s.Validate(bad), "the schema has to find something")
}

// JUnit XML is as its readers expect: the counts add up, and a case has at most one failure.
func TestJUnitAddsUp(t *testing.T) {
	got, err := ci.JUnit(sample(""))
	require.NoError(t, err)
	var d struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Tests int `xml:"tests,attr"`
			Cases []struct {
				Name     string     `xml:"name,attr"`
				Class    string     `xml:"classname,attr"`
				Failures []struct{} `xml:"failure"`
				Skipped  []struct{} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(got, &d))
	require.Len(t, d.Suites, 1)
	failures, skipped := 0, 0
	for _, c := range d.Suites[0].Cases {
		assert.NotEmpty(t, c.Name)
		assert.NotEmpty(t, c.Class)
		assert.LessOrEqual(t, len(c.Failures)+len(c.Skipped), 1)
		failures += len(c.Failures)
		skipped += len(c.Skipped)
	}
	assert.Equal(t, []int{4, 2, 1}, []int{d.Tests, failures, skipped})
	assert.Equal(t, []int{len(d.Suites[0].Cases), d.Failures, d.Skipped}, []int{d.Suites[0].Tests, failures, skipped})
}

// XML and JSON with hostile texts are well-formed, and no text forges an annotation.
func TestHostile(t *testing.T) {
	for _, text := range append(hostile.Texts(300), "::error::forged", "\n::error::forged",
		"\r\n::set-output name=x::y", "]]>", "\ufffe") {
		r := sample(text)
		junit, err := ci.JUnit(r)
		require.NoError(t, err)
		var any struct{}
		require.NoError(t, xml.Unmarshal(junit, &any), "%q", text)
		sarif, err := ci.SARIF(r)
		require.NoError(t, err)
		require.True(t, json.Valid(sarif))
		github, err := ci.GitHub(r)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSuffix(string(github), "\n"), "\n")
		require.Len(t, lines, 3, "%q", text)
		for i, line := range lines {
			want := []string{"::warning file=", "::error file=", "::error title="}[i]
			require.True(t, strings.HasPrefix(line, want), "%q: %s", text, line)
		}
		require.NotContains(t, string(github), "\r")
	}
}

func Example() {
	r := &report.Report{
		Folder: "api",
		Suite: &suite.Suite{Tests: []suite.Test{{Name: "GetBooksReturns500", Faults: []suite.Fault{
			{Code: 100, Operation: "GET /books", Category: "HTTP status 500", Reason: "panic: no books"},
		}}}},
		Files: []suite.File{{Name: "evoke_fault_test.go",
			Tests: []suite.Location{{Name: "GetBooksReturns500", Title: "TestGetBooksReturns500", Start: 9, End: 12}}}},
	}
	out, err := ci.GitHub(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	where, what, _ := strings.Cut(string(out), "title=")
	fmt.Println(where)
	fmt.Print(what)
	// Output:
	// ::error file=api/evoke_fault_test.go,line=9,endLine=12,
	// Evoke%3A 100 GET /books::GET /books: panic: no books%0Akind: HTTP status 500%0Atest: TestGetBooksReturns500
}
