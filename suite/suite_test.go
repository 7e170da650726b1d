package suite_test

import (
	"encoding/json"
	"fmt"
	"go/token"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// valid returns a valid test; change may make it invalid.
func valid(change func(*suite.Test)) suite.Test {
	t := suite.Test{
		Name: "GetBooksByIDReturns200", Kind: suite.Success,
		Steps: []suite.Step{
			{
				Operation: "POST /books",
				Call: &suite.Call{
					Request:  suite.Request{Method: "POST", Path: suite.Literal("/books")},
					Captures: []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}},
					Expect:   suite.Expect{Status: 201},
				},
			},
			{
				Operation: "GET /books/{id}",
				Call: &suite.Call{
					Request: suite.Request{
						Method: "GET", Path: suite.Text{{Literal: "/books/"}, {Var: "bookID"}},
						Headers: []suite.Field{{Name: "X-A", Value: suite.Literal("b")}},
					},
					Expect: suite.Expect{Status: 200, Checks: []suite.Check{
						{Pointer: "/a~0~1", Op: suite.Equal, Value: value.Object{{Name: "a",
							Value: []any{nil, true, int64(1), 1.5, json.Number("1e400"), "x"}}}},
						{Pointer: "/list", Op: suite.Length, Value: int64(2)}, {Op: suite.Whole, Value: ""},
						{Op: suite.Empty}, {Op: suite.Exists},
					}},
				},
			},
		},
		Faults: []suite.Fault{{Code: 100, Step: 1}},
	}
	change(&t)
	return t
}

func TestValidate(t *testing.T) {
	check := func(c suite.Check) func(*suite.Test) {
		return func(t *suite.Test) { t.Steps[1].Call.Expect.Checks = []suite.Check{c} }
	}
	named := func(p suite.Piece, value any) func(*suite.Test) {
		return check(suite.Check{Pointer: "/name", Op: suite.Equal, Value: value, Text: suite.Text{p}})
	}
	for name, c := range map[string]struct {
		change func(*suite.Test)
		want   string // "" for a valid test
	}{
		"nothing":     {func(*suite.Test) {}, ""},
		"no name yet": {func(t *suite.Test) { t.Name = "" }, ""},
		"odd name":    {func(t *suite.Test) { t.Name = "a b" }, `the name "a b"`},
		"kind":        {func(t *suite.Test) { t.Kind = "x" }, `unknown kind "x"`},
		"no steps":    {func(t *suite.Test) { t.Steps, t.Faults = nil, nil }, "there are no steps"},
		"fault":       {func(t *suite.Test) { t.Faults[0].Step = 2 }, "fault 100 is at step 3 of 2"},
		"method": {func(t *suite.Test) { t.Steps[0].Call.Request.Method = "A B" },
			`step 1: the method "A B" is not a token`},
		"variable too far": {func(t *suite.Test) { t.Steps[0].Call.Request.Path = t.Steps[1].Call.Request.Path },
			`step 1: the variable "bookID" is used before it is captured`},
		"path": {func(t *suite.Test) { t.Steps[0].Call.Request.Path = suite.Literal("/%zz") },
			"the path cannot be sent"},
		"space in path": {func(t *suite.Test) { t.Steps[0].Call.Request.Path = suite.Literal("/a\nb") },
			"the path cannot be sent"},
		"header": {func(t *suite.Test) { t.Steps[1].Call.Request.Headers[0].Name = "a:b" },
			`the header name "a:b" is not a token`},
		"variable name": {func(t *suite.Test) { t.Steps[0].Call.Captures[0].Var = "1a" },
			`the variable "1a" is not an identifier`},
		"captured twice": {func(t *suite.Test) { t.Steps[1].Call.Captures = t.Steps[0].Call.Captures },
			`step 2: the variable "bookID" is captured twice`},
		"capture pointer": {func(t *suite.Test) { t.Steps[0].Call.Captures[0].Name = "id" },
			`"id" is not a JSON pointer`},
		"capture header": {func(t *suite.Test) {
			t.Steps[0].Call.Captures[0] = suite.Capture{Var: "bookID", Source: suite.FromHeader, Name: ""}
		}, `the header name "" is not a token`},
		"source": {func(t *suite.Test) { t.Steps[0].Call.Captures[0].Source = "x" }, `unknown source "x"`},
		"status": {func(t *suite.Test) { t.Steps[0].Call.Expect.Status = 20 }, "there is no status 20"},
		"both": {func(t *suite.Test) { t.Steps[1].Call.Expect = suite.Expect{Panics: true, Broken: true} },
			"cannot both"},
		"nothing to read": {func(t *suite.Test) { t.Steps[0].Call.Expect = suite.Expect{Panics: true} },
			"a call without an answer has captures"},
		"pointer":       {check(suite.Check{Pointer: "/~2", Op: suite.Exists}), `"/~2" is not a JSON pointer`},
		"operator":      {check(suite.Check{Op: "x"}), `unknown comparison "x"`},
		"not a number":  {check(suite.Check{Op: suite.Equal, Value: []any{math.NaN()}}), "NaN has no JSON form"},
		"bad number":    {check(suite.Check{Op: suite.Equal, Value: json.Number("0x1")}), `"0x1" is not a number`},
		"quoted number": {check(suite.Check{Op: suite.Equal, Value: json.Number(`"1"`)}), "is not a number"},
		"not plain": {check(suite.Check{Op: suite.Equal, Value: value.Object{{Value: 1}}}),
			"int is not plain data"},
		"length":          {check(suite.Check{Op: suite.Length, Value: int64(-1)}), "the length at"},
		"law":             {check(suite.Law(suite.Sum, "/a", "/b")), `the law "sum" has 2 values`},
		"whole":           {check(suite.Check{Op: suite.Whole}), "the whole body is a <nil>"},
		"a name":          {named(suite.Piece{Var: "bookName", Stem: "emma"}, nil), ""},
		"a captured name": {named(suite.Piece{Var: "bookID", Stem: "emma"}, nil), "is a name and something else"},
		"an odd name": {named(suite.Piece{Var: "book name", Stem: "emma"}, nil),
			`the variable "book name" is not an identifier`},
		"an odd stem":  {named(suite.Piece{Var: "bookName", Stem: "a/b"}, nil), `begins with "a/b"`},
		"two values":   {named(suite.Piece{Var: "bookName", Stem: "emma"}, "emma"), "has a text"},
		"no such name": {named(suite.Piece{Var: "bookName"}, nil), `uses the variable "bookName"`},
		"whole at":     {check(suite.Check{Pointer: "/a", Op: suite.Empty}), `has the pointer "/a"`},
	} {
		t.Run(name, func(t *testing.T) {
			test := valid(c.change)
			err := test.Validate()
			if c.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}

func TestValidateWantsNames(t *testing.T) {
	test := valid(func(*suite.Test) {})
	test.Name = ""
	s := suite.Suite{Tests: []suite.Test{valid(func(*suite.Test) {}), test}}
	assert.ErrorContains(t, s.Validate(), "test 2 has no name")
	s.NameTests()
	assert.NoError(t, s.Validate())
}

func TestValidateNamesEveryProblem(t *testing.T) {
	broken := valid(func(t *suite.Test) { t.Kind, t.Steps[0].Call.Request.Method = "", "" })
	s := suite.Suite{Tests: []suite.Test{valid(func(*suite.Test) {}), broken}}
	err := s.Validate()
	require.Error(t, err)
	assert.Len(t, strings.Split(err.Error(), "\n"), 3)
	assert.ErrorContains(t, err, "test GetBooksByIDReturns200: another test has the same name")
}

func TestOperationName(t *testing.T) {
	for operation, want := range map[string]string{
		"GET /books/{id}":               "GetBooksByID",
		"POST /":                        "PostRoot",
		"DELETE /api/v1/user-groups":    "DeleteAPIV1UserGroups",
		"PATCH /a.b/{bookId}/{userUrl}": "PatchABByBookIDByUserURL",
		"GET /häuser/{größe}":           "GetHäuserByGröße",
	} {
		assert.Equal(t, want, suite.OperationName(operation), operation)
	}
}

func TestLowerCamel(t *testing.T) {
	for words, want := range map[string]string{"book id": "bookID", "ID": "id", "url_of-book": "urlOfBook",
		"BookCount": "bookCount", "- -": ""} {
		assert.Equal(t, want, suite.LowerCamel(words), words)
	}
}

func TestStepName(t *testing.T) {
	for want, e := range map[string]suite.Expect{
		"GetARootless":             {},
		"GetARootlessReturns404":   {Status: 404},
		"GetARootlessPanics":       {Panics: true},
		"GetARootlessGetsNoAnswer": {Broken: true},
	} {
		assert.Equal(t, want, suite.StepName(&suite.Step{Operation: "GET /a/rootless", Call: &suite.Call{Expect: e}}))
	}
}

// drawSuite draws a suite without names.
func drawSuite(t *rapid.T) *suite.Suite {
	step := rapid.Custom(func(t *rapid.T) suite.Step {
		method := rapid.SampledFrom([]string{"GET", "POST", "FETCH"}).Draw(t, "method")
		path := rapid.SampledFrom([]string{"/", "/books", "/books/{id}", "/" + strings.Repeat("long/", 40),
			"/ö~"}).Draw(t, "path")
		return suite.Step{
			Operation: method + " " + path,
			Note:      rapid.SampledFrom([]string{"", "log in"}).Draw(t, "note"),
			Call: &suite.Call{
				Request: suite.Request{Method: method, Path: suite.Literal("/")},
				Expect:  suite.Expect{Status: rapid.SampledFrom([]int{0, 200, 404}).Draw(t, "status")},
			},
		}
	})
	s := &suite.Suite{}
	given := []string{"Given", "GetBooksReturns200", "GetBooksReturns200_2", "GetRoot", "GetRoot_2"}
	for range rapid.IntRange(0, 20).Draw(t, "tests") {
		test := suite.Test{
			Kind:  rapid.SampledFrom([]suite.Kind{suite.FaultKind, suite.ClientError, suite.Success}).Draw(t, "kind"),
			Steps: rapid.SliceOfN(step, 1, 4).Draw(t, "steps"),
		}
		if len(given) > 0 && rapid.Bool().Draw(t, "given") {
			i := rapid.IntRange(0, len(given)-1).Draw(t, "name")
			test.Name = given[i]
			given = slices.Delete(given, i, i+1)
		}
		s.Tests = append(s.Tests, test)
	}
	return s
}

// Existing names stay, and new names differ from them.
func TestNamesAreUniqueIdentifiers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSuite(t)
		before := slices.Clone(s.Tests)
		s.NameTests()
		for i, test := range before {
			if test.Name != "" && s.Tests[i].Name != test.Name {
				t.Fatalf("%s became %s", test.Name, s.Tests[i].Name)
			}
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		for i := range s.Tests {
			if name := s.Tests[i].Name; !token.IsIdentifier(name) || len(name) > 110 {
				t.Fatalf("%q is no good name", name)
			}
		}
	})
}

func TestNamesSayWhatCameBefore(t *testing.T) {
	get := suite.Step{Operation: "GET /books/{id}", Call: &suite.Call{Expect: suite.Expect{Status: 200}}}
	s := &suite.Suite{Tests: []suite.Test{
		{Steps: []suite.Step{get}},
		{Steps: []suite.Step{{Operation: "POST /books"}, {Operation: "POST /login", Note: "log in"}, get}},
		{Steps: []suite.Step{get}},
		{Steps: []suite.Step{get, {Operation: "DELETE /books/{id}"}}, Faults: []suite.Fault{{Step: 0}}},
	}}
	s.NameTests()
	var names []string
	for _, test := range s.Tests {
		names = append(names, test.Name)
	}
	assert.Equal(t, []string{"GetBooksByIDReturns200", "GetBooksByIDReturns200AfterPostBooks",
		"GetBooksByIDReturns200_2", "GetBooksByIDReturns200_3"}, names)
}

// The order after Sort depends only on the tests, not on their order before.
func TestSortForgetsTheOrderBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSuite(t)
		s.NameTests()
		s.Sort()
		again := &suite.Suite{Tests: append([]suite.Test(nil), s.Tests...)}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r.Shuffle(len(again.Tests), func(i, j int) { again.Tests[i], again.Tests[j] = again.Tests[j], again.Tests[i] })
		again.Sort()
		for i := range s.Tests {
			if s.Tests[i].Name != again.Tests[i].Name {
				t.Fatalf("%d is %s, then %s", i, s.Tests[i].Name, again.Tests[i].Name)
			}
		}
	})
}

func TestUsed(t *testing.T) {
	text := func(name string) suite.Text { return suite.Text{{Literal: "x"}, {Var: name}} }
	test := suite.Test{Steps: []suite.Step{{Call: &suite.Call{Request: suite.Request{
		Path: text("a"), Query: []suite.Field{{Name: "q", Value: text("b")}},
		Headers: []suite.Field{{Name: "h", Value: text("c")}}, Body: &suite.Body{Text: text("d")},
	}}}}}
	assert.Equal(t, map[string]bool{"a": true, "b": true, "c": true, "d": true}, test.Used())
	assert.Equal(t, "x{a}", text("a").String())
	got, ok := suite.Literal("y").Literal()
	assert.Equal(t, "y", got)
	assert.True(t, ok)
	_, ok = text("a").Literal()
	assert.False(t, ok)
}

func ExampleSuite_Sort() {
	test := func(kind suite.Kind, operation string, status int) suite.Test {
		return suite.Test{Kind: kind,
			Steps: []suite.Step{{Operation: operation, Call: &suite.Call{Expect: suite.Expect{Status: status}}}}}
	}
	s := suite.Suite{Tests: []suite.Test{
		test(suite.ClientError, "GET /books/{id}", 404),
		test(suite.Success, "GET /books/{id}", 200),
		test(suite.Success, "GET /books", 200),
		test(suite.Success, "POST /books", 201),
	}}
	s.NameTests()
	s.Sort()
	for _, t := range s.Tests {
		fmt.Println(t.Name)
	}
	// Output:
	// PostBooksReturns201
	// GetBooksReturns200
	// GetBooksByIDReturns200
	// GetBooksByIDReturns404
}
