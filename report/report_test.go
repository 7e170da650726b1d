package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

const nothingThere = "always 404: there is nothing at the path, or what the call names elsewhere does not exist"

var update = flag.Bool("update", false, "write the golden files")

func step(operation string, status int) suite.Step {
	method, path, _ := strings.Cut(operation, " ")
	request := suite.Request{Method: method, Path: suite.Literal(path)}
	return suite.Step{Operation: operation, Call: &suite.Call{Request: request, Expect: suite.Expect{Status: status}}}
}

// sample returns a report with data in every part.
func sample() *report.Report {
	crash := suite.Fault{Code: 100, Category: "HTTP status 500",
		Operation: "GET /books/{id}", Reason: "panic: index out of range", Key: "GET /books/{id} 100 shop.get", Step: 1,
		Frame: "shop.get (shop.go:42)", Curl: "curl -i 'http://localhost/books/-1'"}
	shape := suite.Fault{Code: 101, Category: "response not as the schema says", Operation: "GET /books/{id}",
		Reason: "/id is no string", Key: "GET /books/{id} 101 /id", Step: 1}
	return &report.Report{
		Version: "0.1.0", Created: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC), Elapsed: 12345 * time.Millisecond,
		Suite: &suite.Suite{Title: "Shop", Repeat: "evoke run --seed 7 --calls 1000", Tests: []suite.Test{
			{Name: "PostBooksReturns201", Kind: suite.Success,
				Steps: []suite.Step{step("POST /login", 200), step("POST /books", 201), step("POST /books", 201)}},
			{Name: "GetBooksByIDPanics", Kind: suite.FaultKind, Faults: []suite.Fault{crash, shape},
				Steps: []suite.Step{step("POST /books", 201), step("GET /books/{id}", 0)}},
			{Name: "GetBooksByIDPanicsToo", Kind: suite.FaultKind, Faults: []suite.Fault{crash},
				Steps: []suite.Step{step("GET /books/{id}", 500), step("GET /books/{id}", 404)}},
		}},
		Files: []suite.File{
			{Name: "evoke_success_test.go", Tests: []suite.Location{{Name: "PostBooksReturns201",
				Title: "TestPostBooksReturns201", Start: 9, End: 20}}},
			{Name: "evoke_fault_test.go", Tests: []suite.Location{
				{Name: "GetBooksByIDPanics", Title: "TestGetBooksByIDPanics", Start: 9, End: 20},
				{Name: "GetBooksByIDPanicsToo", Title: "TestGetBooksByIDPanicsToo", Start: 22, End: 30},
			}},
			{Name: "evoke_support_test.go"},
		},
		Dir: "shop/", HowToRun: "go test ./shop",
		Operations: []report.Operation{
			{Name: "POST /books", Calls: 60, Outcomes: map[string]int{"201": 50, "400": 10},
				Undeclared: []string{"header X-Tenant", "body application/json with x, y"},
				Learnt: report.Learnt{Laws: []report.Law{
					{Text: "response/id is at most response/last", Held: 50, Right: "curl http://localhost/books"},
					{Text: "response/price is body/price", Held: 49, Broken: 1, Right: "curl -d 1", Wrong: "curl -d 2"},
				}}},
			{Name: "GET /books/{id}", Calls: 40, Outcomes: map[string]int{"404": 30, "500": 5},
				Incomplete: 5, Sought: 25},
			{Name: "GET /admin", Calls: 10, Outcomes: map[string]int{"401": 10},
				Undeclared: []string{"header X-Tenant"}},
			{Name: "GET /files", Skipped: "cookie style \"deepObject\" is not known"},
		},
		Dependencies: []report.Dependency{{From: "/books/{id}", To: "/books",
			Directed: true, Probability: 1, Why: []string{"values", "tables"}, Tables: []string{"books", "stock"}},
			{From: "/admin", To: "/books", Probability: 0.75, Why: []string{"names", "texts"}}},
		Calls: 110, Evaluations: 60, Covered: 9, Targets: 12,
		Untested: []suite.Fault{crash,
			{Code: 909, Category: "timeout", Operation: "POST /books", Reason: "no answer in time & more"},
			{Code: 100, Category: "HTTP status 500", Operation: "POST /books",
				Reason: "fatal error: concurrent map writes", Key: "POST /books 100 died"}},
		Warnings: []string{"GET /files: skipped\nfor a reason"},
		Search:   "white box: 2 packages, 1,334 statements, 456 conditions",
		Makers:   []report.Maker{{Name: "mutation", Covered: 9, Faults: 1}, {Name: "opening", Covered: 1}},
		Libraries: []report.Library{{Module: "example.com/isbn", Places: 1},
			{Module: "example.com/validator/v10", Places: 1234}},
		FaultNotes: map[string]string{"POST /books 100 died": "replaying it ends the process"},
		Coverage: &report.Coverage{
			Packages: []report.PackageCoverage{
				{Path: "example.com/shop", Statements: 1234, Covered: 1003},
				{Path: "example.com/shop/internal/db", Statements: 100, Covered: 100},
			},
			Blocks: []report.Block{
				{Package: "example.com/shop", File: "order.go", StartLine: 7, EndLine: 7, Statements: 1,
					Missing: "Order.Cancel never called"},
				{Package: "example.com/shop", File: "shop.go", StartLine: 41, EndLine: 44, Statements: 3,
					Missing: "n > 4711 never true", Best: 0.98},
				{Package: "example.com/shop", File: "shop.go", StartLine: 90, EndLine: 99, Statements: 8},
			},
			Note: "tests that end the process or hang, and may execute more: TestPostBooksPanics",
		},
		Algorithm: "MIO", Seed: 7, Budget: "1000 calls",
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run with -update if this is right:\n%s", diff)
	}
}

func TestGoldenJSON(t *testing.T) {
	got, err := report.JSON(sample())
	require.NoError(t, err)
	golden(t, "report.json", got)
}

func TestGoldenSummary(t *testing.T) {
	var got bytes.Buffer
	require.NoError(t, report.Summary(&got, sample()))
	golden(t, "summary.txt", got.Bytes())
}

func TestSameReportGivesSameBytes(t *testing.T) {
	first, err := report.JSON(sample())
	require.NoError(t, err)
	for range 20 {
		again, err := report.JSON(sample())
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
}

// The keys that report.yaml of Web Fuzzing Commons requires are present and not null, even in an empty report.
func TestRequiredKeys(t *testing.T) {
	for name, r := range map[string]*report.Report{"empty": {}, "full": sample()} {
		t.Run(name, func(t *testing.T) {
			content, err := report.JSON(r)
			require.NoError(t, err)
			var d map[string]any
			require.NoError(t, json.Unmarshal(content, &d))
			for _, key := range []string{"schemaVersion", "toolName", "toolVersion", "faults", "problemDetails",
				"totalTests", "testFilePaths", "testCases"} {
				assert.NotNil(t, d[key], key)
			}
			faults := d["faults"].(map[string]any)
			assert.NotNil(t, faults["totalNumber"])
			assert.NotNil(t, faults["foundFaults"])
			rest := d["problemDetails"].(map[string]any)["rest"].(map[string]any)
			for _, key := range []string{"outputHttpCalls", "evaluatedHttpCalls", "endpointIds", "coveredHttpStatus"} {
				assert.NotNil(t, rest[key], key)
			}
		})
	}
}

// Counts are the same wherever they appear.
func TestCountsAgree(t *testing.T) {
	r := sample()
	content, err := report.JSON(r)
	require.NoError(t, err)
	var d struct {
		Faults     struct{ TotalNumber int }
		TotalTests int
		TestCases  []struct{ ID string }
		Evoke      struct {
			Faults     []any
			Operations []any
		}
		ProblemDetails struct {
			REST struct {
				EndpointIDs       []string
				CoveredHTTPStatus []struct {
					EndpointID, TestCaseID string
					HTTPStatus             []int
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(content, &d))
	assert.Len(t, r.Faults(), 4)
	assert.Equal(t, 4, d.Faults.TotalNumber)
	assert.Len(t, d.Evoke.Faults, 4)
	assert.Len(t, d.TestCases, d.TotalTests)
	assert.Len(t, d.Evoke.Operations, len(d.ProblemDetails.REST.EndpointIDs))
	for _, c := range d.ProblemDetails.REST.CoveredHTTPStatus {
		assert.Contains(t, d.ProblemDetails.REST.EndpointIDs, c.EndpointID)
		assert.True(t, strings.Contains(string(content), `"id": "`+c.TestCaseID+`"`), c.TestCaseID)
	}
	var text strings.Builder
	require.NoError(t, report.Summary(&text, r))
	assert.Contains(t, text.String(), "Faults: 4\n")
	assert.Contains(t, text.String(), "Tests: 3\n")
}

func TestWhy(t *testing.T) {
	for name, c := range map[string]struct {
		op   report.Operation
		want string
	}{
		"success": {report.Operation{Calls: 1, Outcomes: map[string]int{"200": 1}}, ""},
		"skipped": {report.Operation{Skipped: "no body type is known"}, "not called: no body type is known"},
		"known better": {report.Operation{Calls: 1, Outcomes: map[string]int{"500": 1},
			Reason: "the database is gone"}, "the database is gone"},
		"never called": {report.Operation{}, "never called: give the search a larger budget"},
		"no answer": {report.Operation{Calls: 2, Incomplete: 2},
			"never an answer: it panics, hangs or ends the connection"},
		"nobody": {report.Operation{Name: "GET /a", Calls: 3, Outcomes: map[string]int{"401": 3}},
			"always 401: the calls are not authenticated; give a user (a header, an API key or a log-in)"},
		"some get in": {report.Operation{
			Name: "GET /a/{id}", Calls: 20, Outcomes: map[string]int{"401": 11, "404": 8, "400": 1},
		}, "401 (55 %), 404 (40 %), 400 (5 %): nothing exists at the path; no call creates what its parameters name"},
		"checked first": {report.Operation{Name: "GET /a", Calls: 20, Outcomes: map[string]int{"401": 11, "400": 9}},
			"401 (55 %), 400 (45 %): the calls are not authenticated; give a user (a header, an API key or a log-in)"},
		"no resource": {report.Operation{Name: "GET /a/{id}", Calls: 4, Outcomes: map[string]int{"404": 3, "400": 1}},
			"404 (75 %), 400 (25 %): nothing exists at the path; no call creates what its parameters name"},
		"a maker": {report.Operation{Name: "GET /a/{id}", Calls: 1, Outcomes: map[string]int{"404": 1},
			Maker: "POST /a"}, "always 404: nothing exists at the path, although POST /a succeeds"},
		"quoted": {report.Operation{Name: "PUT /a", Calls: 1, Outcomes: map[string]int{"400": 1},
			Refusal: "is too short", Refused: "name"}, "always 400: the data is refused; examples in the schema help " +
			"to find accepted ones; the service says \"is too short\" of \"name\""},
		"names it": {report.Operation{Name: "PUT /a", Calls: 1, Outcomes: map[string]int{"400": 1},
			Refusal: "name is too short", Refused: "name"}, "always 400: the data is refused; examples in the schema " +
			"help to find accepted ones; the service says \"name is too short\""},
		"names none": {report.Operation{Name: "PUT /a", Calls: 1, Outcomes: map[string]int{"400": 1},
			Refusal: "no badge"},
			"always 400: the calls are refused; where that is for their data, examples in the schema help to find " +
				"accepted ones; the service says \"no badge\""},
		"an undeclared header": {report.Operation{Name: "GET /a", Calls: 1, Outcomes: map[string]int{"400": 1},
			Refusal: "missing X-Tenant header", Learnt: report.Learnt{Demanded: "header X-Tenant"}},
			"always 400: the calls lack the header X-Tenant, which the schema does not declare: add it there; " +
				"the service says \"missing X-Tenant header\""},
		"nothing there": {report.Operation{Name: "GET /a", Calls: 1, Outcomes: map[string]int{"404": 1}}, nothingThere},
		"method": {report.Operation{Name: "PUT /a", Calls: 1, Outcomes: map[string]int{"405": 1}},
			"always 405: the server does not know PUT there; does the schema match the server?"},
		"data": {report.Operation{Name: "PUT /a", Calls: 2, Outcomes: map[string]int{"422": 1}, Incomplete: 1},
			"422 (50 %): the data is refused; examples in the schema help to find accepted ones"},
		"redirect": {report.Operation{Name: "GET /a", Calls: 1, Outcomes: map[string]int{"302": 1}},
			"always 302: it only redirects"},
		"unknown code": {report.Operation{Name: "GET /a", Calls: 1, Outcomes: map[string]int{"418": 1}},
			"always 418: the answers do not tell why"},
		"server errors": {report.Operation{Name: "GET /a", Calls: 1, Outcomes: map[string]int{"500": 1}},
			"always 500: it fails on the data or needs something that is missing"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, c.op.Why()) })
	}
}

// A run without a 2xx answer says in the end that something is wrong.
func TestOverall(t *testing.T) {
	r := &report.Report{Operations: []report.Operation{
		{Name: "GET /a", Calls: 9, Outcomes: map[string]int{"401": 9}},
		{Name: "GET /b", Calls: 1, Outcomes: map[string]int{"404": 1}},
	}}
	assert.Equal(t, "No operation answered 2xx: 401 (90 %), 404 (10 %); the calls are not authenticated; give a user "+
		"(a header, an API key or a log-in).", r.Overall())
	var text strings.Builder
	require.NoError(t, report.Summary(&text, r))
	assert.Contains(t, strings.Join(strings.Fields(text.String()), " "), r.Overall())
	r.Operations = []report.Operation{{Name: "GET /a", Calls: 201, Outcomes: map[string]int{"404": 200, "400": 1}}}
	assert.Equal(t, "No operation answered 2xx: 404 (99 %), 400 (< 1 %); there is nothing at the path; is the "+
		"base path right?", r.Overall())
	r.Operations = []report.Operation{
		{Name: "GET /a/{id}", Calls: 201, Outcomes: map[string]int{"404": 200, "400": 1}},
		{Name: "GET /b", Calls: 9, Outcomes: map[string]int{"400": 9}},
	}
	assert.Equal(t, "No operation answered 2xx: 404 (95 %), 400 (4 %); nothing exists at the path; "+
		"no call creates what its parameters name.", r.Overall(), "the base path is right")
	assert.Empty(t, sample().Overall())
	assert.Contains(t, (&report.Report{}).Overall(), "the schema has no operations")
	assert.Contains(t, (&report.Report{Operations: []report.Operation{{Name: "GET /a"}}}).Overall(),
		"nothing was called")
}

// TestOverallNamesWhatWasShut: a run in which the system refused most operations is no success, even if an operation
// that needs no user succeeded.
func TestOverallNamesWhatWasShut(t *testing.T) {
	only := func(name string, outcomes map[string]int) report.Operation {
		calls := 0
		for _, n := range outcomes {
			calls += n
		}
		return report.Operation{Name: name, Calls: calls, Outcomes: outcomes}
	}
	r := &report.Report{LogIn: "set REST: rest.Options{Users: []auth.User{auth.Bearer(\"ann\", \"your-token\")}}",
		Operations: []report.Operation{
			only("GET /health", map[string]int{"200": 7}),
			only("GET /a", map[string]int{"401": 9, "400": 1}), only("GET /b", map[string]int{"401": 3}),
			only("GET /c/{id}", map[string]int{"404": 3}),
			only("GET /d", map[string]int{"401": 5, "400": 5}), {Name: "GET /e"},
		}}
	assert.Equal(t, "3 of 5 operations answered only 401, 403 or 404: 401 from GET /a, GET /b; 404 from GET /c/{id}; "+
		"the calls are not authenticated; give a user (a header, an API key or a log-in); "+r.LogIn+".", r.Overall())
	r.Operations = r.Operations[:4]
	r.Operations = append(r.Operations, only("GET /f", map[string]int{"200": 1, "404": 90}),
		only("GET /g", map[string]int{"422": 9}))
	assert.Empty(t, r.Overall(), "half is not most")
	r.Operations = r.Operations[:1]
	for i := range 9 {
		r.Operations = append(r.Operations, only(fmt.Sprintf("GET /%d/{id}", i), map[string]int{"404": 2}))
	}
	assert.Equal(
		t, "9 of 10 operations answered only 401, 403 or 404: 404 from GET /0/{id}, GET /1/{id}, GET /2/{id}, GET "+
			"/3/{id}, GET /4/{id} and 4 more; nothing exists at the path; no call creates what its parameters name.",
		r.Overall(),
	)
	r.Operations = r.Operations[1:]
	for i := range r.Operations {
		r.Operations[i].Outcomes = map[string]int{"403": 2}
	}
	assert.Equal(t, "No operation answered 2xx: always 403; the user is not allowed to; give one who is; "+r.LogIn+".",
		r.Overall())
}

func TestSummaryCutsLongLists(t *testing.T) {
	r := &report.Report{Suite: &suite.Suite{}}
	for i := range 100 {
		r.Operations = append(r.Operations, report.Operation{Name: fmt.Sprintf("GET /%d", i)})
		r.Warnings = append(r.Warnings, "w")
		r.Suite.Tests = append(r.Suite.Tests, suite.Test{Name: fmt.Sprint("N", i),
			Faults: []suite.Fault{{Operation: fmt.Sprint(i), Reason: fmt.Sprint(i)}}})
	}
	var text strings.Builder
	require.NoError(t, report.Summary(&text, r))
	assert.Equal(t, 3, strings.Count(text.String(), "... and 60 more in report.json"))
	assert.Less(t, strings.Count(text.String(), "\n"), 250)
}

// TestSummaryFitsATerminal puts a long text into every part of the summary. Only lines that are there to be copied may
// be longer than the terminal.
func TestSummaryFitsATerminal(t *testing.T) {
	r, long := sample(), strings.Repeat("many words ", 20)
	r.Search += long
	r.Suite.Tests[1].Faults[0].Reason = long
	r.Suite.Tests[1].Faults[0].Frame = long
	r.Suite.Tests[1].Faults[0].Curl = "curl " + long
	r.FaultNotes["POST /books 100 died"] = long
	r.Warnings = append(r.Warnings, long)
	r.Coverage.Note = long
	r.Coverage.Blocks[0].Missing = long
	r.Operations = append(r.Operations, report.Operation{Name: "GET /long", Reason: long},
		report.Operation{Name: "GET /long/too", Reason: long})
	check := func(r *report.Report) {
		var text strings.Builder
		require.NoError(t, report.Summary(&text, r))
		for l := range strings.SplitSeq(text.String(), "\n") {
			if !strings.Contains(l, " curl ") {
				assert.LessOrEqual(t, len(l), 72, l)
			}
		}
		assert.NotContains(t, text.String(), " \n", "nothing is left at the end of a line")
	}
	check(r)
	check(&report.Report{Coverage: &report.Coverage{Note: long}})
	check(&report.Report{Operations: []report.Operation{{Name: "GET /a/" + "{id}", Calls: 9,
		Outcomes: map[string]int{"401": 9}}}})
}

// Operations that fail for the same reason are listed together.
func TestSummaryGroupsByReason(t *testing.T) {
	r := &report.Report{Operations: []report.Operation{
		{Name: "GET /a", Reason: "locked"}, {Name: "GET /b", Reason: "gone"}, {Name: "GET /c", Reason: "locked"},
	}}
	var text strings.Builder
	require.NoError(t, report.Summary(&text, r))
	assert.Contains(t, text.String(), "Never answered 2xx: 3\n  GET /a\n  GET /c\n      locked\n  GET /b\n      gone\n")
}

// Texts of the system under test cannot control the terminal.
func TestSummaryIsPlainText(t *testing.T) {
	r := sample()
	r.Suite.Tests[1].Faults[0].Reason = "\x1b[31mred\r\nGotcha"
	var text strings.Builder
	require.NoError(t, report.Summary(&text, r))
	assert.NotContains(t, text.String(), "\x1b")
	assert.NotContains(t, text.String(), "\nGotcha")
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestSummaryReportsFailedWrites(t *testing.T) {
	assert.ErrorIs(t, report.Summary(brokenWriter{}, sample()), errBroken)
}

func ExampleSummary() {
	r := &report.Report{
		Suite:      &suite.Suite{Title: "Shop", Repeat: "seed 0, 100 calls"},
		Operations: []report.Operation{{Name: "GET /books", Calls: 100, Outcomes: map[string]int{"200": 100}}},
		Calls:      100, Covered: 3, Targets: 4, Elapsed: time.Second,
	}
	if err := report.Summary(os.Stdout, r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Shop: 100 calls in 1s, 3 of 4 targets covered
	//
	// Operations: 1
	//   answered 2xx     1  100 %
	//   answered 4xx     0    0 %
	//   answered 5xx     0    0 %
	//
	// Faults: none
	//
	// Tests: 0
	// To get them again:  seed 0, 100 calls
}

// functions returns the report of a problem that is no HTTP API.
func functions() *report.Report {
	panics := suite.Fault{Code: 900, Category: "panic", Operation: "shop.Divide", Reason: "integer divide by zero",
		Key: "shop.Divide 900", Frame: "shop.Divide (shop.go:7)", Curl: "shop.Divide(1, 0)"}
	called := func(name string) suite.Step {
		return suite.Step{Operation: name, Function: &suite.Function{ImportPath: "example.com/shop", Name: name}}
	}
	return &report.Report{
		Version: "0.1.0", Created: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC), Elapsed: 2 * time.Second,
		Suite: &suite.Suite{Title: "Shop", Tests: []suite.Test{
			{Name: "PriceReturns", Kind: suite.Success, Steps: []suite.Step{called("shop.Price")}},
			{Name: "DividePanics", Kind: suite.FaultKind, Faults: []suite.Fault{panics},
				Steps: []suite.Step{called("shop.Divide")}},
		}},
		Operations: []report.Operation{
			{Name: "shop.Price", Calls: 60, Outcomes: map[string]int{"returned": 50, "error": 10}, Successes: 50},
			{Name: "shop.Divide", Calls: 5, Incomplete: 5},
			{Name: "shop.Check", Calls: 20, Outcomes: map[string]int{"error": 19}, Incomplete: 1},
		},
		Calls: 85, Evaluations: 60, Covered: 9, Targets: 12, Algorithm: "MIO", Seed: 7, Budget: "100 calls",
	}
}

func TestGoldenFunctions(t *testing.T) {
	content, err := report.JSON(functions())
	require.NoError(t, err)
	golden(t, "functions.json", content)
	var text bytes.Buffer
	require.NoError(t, report.Summary(&text, functions()))
	golden(t, "functions.txt", text.Bytes())
}

func TestOverallOfFunctions(t *testing.T) {
	r := functions()
	assert.Empty(t, r.Overall())
	r.Operations = r.Operations[1:]
	assert.Equal(t, "No operation succeeded: error (76 %).", r.Overall())
	r.Operations = r.Operations[:1]
	assert.Equal(t, "No operation answered 2xx: there was never an answer.",
		(&report.Report{Operations: []report.Operation{{Name: "GET /a", Calls: 1, Incomplete: 1}}}).Overall())
	assert.Equal(t, "No operation succeeded: there was never an outcome.", r.Overall())
}

func TestOperationInALine(t *testing.T) {
	for want, o := range map[string]report.Operation{
		"3 calls, 2 x 200, 1 x 404": {Name: "GET /a", Calls: 3, Outcomes: map[string]int{"404": 1, "200": 2}},
		"2 calls, 1 x 302, 1 without an answer; never 2xx: 302 (50 %): it only redirects": {
			Name: "GET /a", Calls: 2, Outcomes: map[string]int{"302": 1}, Incomplete: 1,
		},
		"2 calls, 1 x returned, 1 without an outcome": {
			Name: "f", Calls: 2, Outcomes: map[string]int{"returned": 1}, Successes: 1, Incomplete: 1,
		},
		"1 calls, 1 x error; never successful: always error": {
			Name: "f", Calls: 1, Outcomes: map[string]int{"error": 1},
		},
		"1 calls, 1 without an outcome; never successful: " +
			"it never came to an end: it panics, hangs or ends the process": {Name: "f", Calls: 1, Incomplete: 1},
	} {
		assert.Equal(t, want, o.String())
	}
}

func TestFile(t *testing.T) {
	f, err := report.File(sample())
	require.NoError(t, err)
	content, err := report.JSON(sample())
	require.NoError(t, err)
	assert.Equal(t, "report.json", f.Name)
	assert.Equal(t, string(content), string(f.Content))
	assert.Contains(t, string(f.Content), f.Mark, "the mark is what other runs know the file by")
}
