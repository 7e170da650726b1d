package suite_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/suite"
)

// named returns the names, or the purposes, that tests get.
func named(tests []suite.Test, what func(suite.Test) string) (out []string) {
	s := &suite.Suite{Tests: tests}
	s.NameTests()
	for _, t := range s.Tests {
		out = append(out, what(t))
	}
	return out
}

func nameOf(t suite.Test) string    { return t.Name }
func purposeOf(t suite.Test) string { return t.Purpose }

// about returns a test of one call.
func about(operation string, status int, change func(*suite.Step)) suite.Test {
	method, path, _ := strings.Cut(operation, " ")
	s := suite.Step{Operation: operation, Call: &suite.Call{Request: suite.Request{Method: method,
		Path: suite.Literal(path)}, Expect: suite.Expect{Status: status}}}
	if change != nil {
		change(&s)
	}
	return suite.Test{Kind: suite.Success, Steps: []suite.Step{s}}
}

func invalidTest(in, what string, at ...string) suite.Test {
	t := about("POST /books", 400, nil)
	t.Invalid = &suite.Invalid{In: in, At: at, What: what}
	return t
}

func TestNamesSayWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		tests          []suite.Test
		names, purpose []string // without the parts that all have in common
	}{
		"member": {[]suite.Test{invalidTest("body", "is too long", "title")}, []string{"TitleIsTooLong"},
			[]string{"title is too long"}},
		"parameter": {[]suite.Test{invalidTest("query", "is not in the enum", "sort")}, []string{"SortIsNotInTheEnum"},
			[]string{"sort is not in the enum"}},
		"body": {[]suite.Test{invalidTest("body", "is missing")}, []string{"BodyIsMissing"},
			[]string{"the body is missing"}},
		"nested": {
			[]suite.Test{invalidTest("body", "is null", "author", "name"),
				invalidTest("body", "is null", "items", "0", "price")},
			[]string{"NameIsNull", "PriceIsNull"}, []string{"author.name is null", "items[0].price is null"},
		},
		"element": {[]suite.Test{invalidTest("body", "is null", "tags", "2")}, []string{"Tags2IsNull"},
			[]string{"tags[2] is null"}},
		"body of a list": {[]suite.Test{invalidTest("body", "is null", "1")}, []string{"Body1IsNull"},
			[]string{"body[1] is null"}},
		"no letters": {[]suite.Test{invalidTest("body", "is null", "$")}, []string{"BodyIsNull"},
			[]string{"$ is null"}},
		"the same member": {
			[]suite.Test{invalidTest("body", "is null", "author", "id"), invalidTest("body", "is null", "shop", "id"),
				invalidTest("path", "is null", "id")},
			[]string{"AuthorIDIsNull", "ShopIDIsNull", "PathIDIsNull"},
			[]string{"author.id is null", "shop.id is null", "id is null"},
		},
		"as much as is needed": {
			[]suite.Test{invalidTest("body", "is null", "a", "b", "c"), invalidTest("body", "is null", "b", "c"),
				invalidTest("body", "is null", "x", "y", "c")},
			[]string{"ABCIsNull", "BodyBCIsNull", "XYCIsNull"},
			[]string{"a.b.c is null", "b.c is null", "x.y.c is null"},
		},
		"the same": {
			[]suite.Test{invalidTest("body", "is null", "a"), invalidTest("body", "is null", "a")},
			[]string{"AIsNull", "AIsNull_2"}, []string{"a is null", "a is null"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.names {
				c.names[i] = "PostBooksReturns400When" + c.names[i]
				c.purpose[i] = "POST /books answers 400 when " + c.purpose[i]
			}
			assert.Equal(t, c.names, named(c.tests, nameOf))
			assert.Equal(t, c.purpose, named(c.tests, purposeOf))
		})
	}
}

// sends returns a test of a call with a query, a body, a user and earlier steps.
func sends(query, body, user string, before ...suite.Step) suite.Test {
	t := about("GET /books", 200, func(s *suite.Step) {
		for _, pair := range strings.Fields(query) {
			name, value, _ := strings.Cut(pair, "=")
			s.Call.Request.Query = append(s.Call.Request.Query, suite.Field{Name: name, Value: suite.Literal(value)})
		}
		if body != "" {
			s.Call.Request.Body = &suite.Body{Text: suite.Literal(body), JSON: body[0] == '{'}
			s.Call.Request.Headers = []suite.Field{{Name: "content-type",
				Value: suite.Literal("application/x-www-form-urlencoded")}}
		}
		s.User = user
	})
	t.Steps = append(before, t.Steps...)
	t.Known = known
	return t
}

// known are the values in these tests that a schema names.
var known = []string{"price", "title", "austen", "A-1", "B", "2", "3", "4", "5", "-5", "7", "8", "-8"}

func TestNamesTellCallsApart(t *testing.T) {
	post := suite.Step{Operation: "POST /books", User: "bob"}
	login := suite.Step{Operation: "POST /login", Note: "log in as bob"}
	secret := sends("key=x", "", "")
	secret.Steps[0].Call.Request.Query[0].Value = suite.Text{{Var: "token"}}
	for name, c := range map[string]struct {
		tests []suite.Test
		names []string // without the parts that all have in common
	}{
		"one":           {[]suite.Test{sends("sort=price", "", "ann")}, []string{""}},
		"none and some": {[]suite.Test{sends("sort=price", "", ""), sends("", "", "")}, []string{"WithSort", ""}},
		"values": {[]suite.Test{sends("sort=price", "", ""), sends("sort=title", "", "")},
			[]string{"WithSortPrice", "WithSortTitle"}},
		"two members": {
			[]suite.Test{sends("author=austen sort=rating", "", ""), sends("", "", ""), sends("sort=price", "", "")},
			[]string{"WithAuthorAndSort", "", "WithSortPrice"},
		},
		"only what differs": {
			[]suite.Test{sends("a=1 b=2 c=3", "", ""), sends("a=1 b=2", "", ""), sends("a=1 b=4", "", "")},
			[]string{"WithBAndC", "WithB2", "WithB4"},
		},
		"what one alone has": {[]suite.Test{sends("a=1 b=2 c=3", "", ""), sends("d=1", "", ""),
			sends("a=2 c=4 e=5", "", "")}, []string{"WithB", "WithD", "WithE"}},
		"texts before others": {[]suite.Test{sends("", `{"n": 1, "voucher": "A-1"}`, ""),
			sends("", `{"n": 2, "voucher": "B"}`, "")}, []string{"WithVoucherA1", "WithVoucherB"}},
		"two values": {
			[]suite.Test{sends("", `{"a":1,"b":1}`, ""), sends("", `{"a":1,"b":2}`, ""), sends("", `{"a":2,"b":1}`, ""),
				sends("", `{"a":2,"b":2}`, "")},
			[]string{"WithA1AndB1", "WithA1AndB2", "WithA2AndB1", "WithA2AndB2"},
		},
		"nested members": {[]suite.Test{sends("", `{"book":{"id":-5},"list":[]}`, ""),
			sends("", `{"book":{"id":null},"list":[1]}`, "")}, []string{"WithIDMinus5", "WithIDNull"}},
		"odd values": {[]suite.Test{sends("q=", "", ""), sends("q=a+b", "", ""), sends("q=%", "", "")},
			[]string{"WithQEmpty", "", "_2"}},
		"a form": {[]suite.Test{sends("", "a=1&b=x%20y", ""), sends("", "a=2&b=x%20y", "")},
			[]string{"WithA1", "WithA2"}},
		"users": {[]suite.Test{sends("", "", "ann"), sends("", "", "bob smith"), sends("", "", "")},
			[]string{"AsAnn", "AsBobSmith", ""}},
		"users behind members": {
			[]suite.Test{sends("a=1", "", "ann"), sends("a=1", "", "bob"), sends("", "", "bob")},
			[]string{"WithAAsAnn", "WithAAsBob", ""},
		},
		"steps before": {[]suite.Test{sends("", "", "bob"), sends("", "", "bob", login, post),
			sends("", "", "bob", post, login)}, []string{"", "AfterPostBooks", "AfterPostBooks_2"}},
		"values of test runs": {[]suite.Test{secret, sends("", "", "")}, []string{"", "_2"}},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.names {
				c.names[i] = "GetBooksReturns200" + c.names[i]
			}
			assert.Equal(t, c.names, named(c.tests, nameOf))
		})
	}
}

func TestPurposes(t *testing.T) {
	post := suite.Step{Operation: "POST /books", User: "bob"}
	list := suite.Step{Operation: "GET /books"}
	login := suite.Step{Operation: "POST /login", Note: "log in as bob"}
	wrong := sends("", "", "bob", login, post)
	wrong.Invalid = &suite.Invalid{In: "body", At: []string{"title"}, What: "is missing"}
	given := sends("", "", "")
	given.Purpose = "as it was given"
	broken, panics := sends("", "", ""), sends("", "", "")
	broken.Steps[0].Call.Expect, panics.Steps[0].Call.Expect = suite.Expect{Broken: true}, suite.Expect{Panics: true}
	for want, test := range map[string]suite.Test{
		"GET /books answers 200":        sends("sort=price", "", ""),
		"GET /books answers 200 as ann": sends("", "", "ann"),
		"GET /books answers 200 as ann after POST /books as bob": sends("",
			"", "ann", login, post, post),
		"GET /books answers 200 as bob after POST /books, GET /books": sends("",
			"", "bob", login, post, list),
		"GET /books answers 200 when title is missing, as bob, after POST /books": wrong,
		"GET /books answers 200 after log in as bob, GET /books":                  sends("", "", "", login, list),
		"GET /books gets no answer":                                               broken,
		"GET /books panics":                                                       panics,
		"as it was given":                                                         given,
	} {
		assert.Equal(t, []string{want}, named([]suite.Test{test}, purposeOf))
	}
	together := []suite.Test{sends("sort=price", "", "bob", post), sends("sort=title", "", "bob"), sends("", "", "bob")}
	assert.Equal(t, []string{
		"GET /books answers 200 with sort=price, as bob, after POST /books",
		"GET /books answers 200 with sort=title, as bob",
		"GET /books answers 200 as bob",
	}, named(together, purposeOf))
}

// reads returns a test of a GET with a path for a template.
func reads(template string, path suite.Text, user string) suite.Test {
	return suite.Test{Kind: suite.Success, Known: known, Steps: []suite.Step{{
		Operation: "GET " + template, User: user, Call: &suite.Call{Request: suite.Request{Method: "GET", Path: path},
			Expect: suite.Expect{Status: 200}},
	}}}
}

func TestPathsTellCallsApart(t *testing.T) {
	lit := suite.Literal
	captured := suite.Text{{Literal: "/a/"}, {Var: "id"}}
	const a, ab = "/a/{id}", "/a/{id}/b/{n}"
	for name, c := range map[string]struct {
		tests          []suite.Test
		names, purpose []string // without the parts that all have in common
	}{
		"one": {[]suite.Test{reads(a, lit("/a/7"), "")}, []string{""}, []string{""}},
		"numbers": {[]suite.Test{reads(a, lit("/a/7"), ""), reads(a, lit("/a/-8"), "")},
			[]string{"ForID7", "ForIDMinus8"}, []string{" for id=7", " for id=-8"}},
		"escaped": {[]suite.Test{reads(a, lit("/a/7"), ""), reads(a, lit("/a/x%2Fy"), "")}, []string{"ForID7", ""},
			[]string{" for id=7", ""}},
		"captured": {[]suite.Test{reads(a, lit("/a/7"), ""), reads(a, captured, "")}, []string{"ForID7", ""},
			[]string{" for id=7", ""}},
		"the same": {[]suite.Test{reads(a, lit("/a/7"), ""), reads(a, lit("/a/7"), "")},
			[]string{"", "_2"}, []string{"", ""}},
		"users first": {[]suite.Test{reads(a, lit("/a/7"), "ann"), reads(a, lit("/a/8"), "")}, []string{"AsAnn", ""},
			[]string{" as ann", ""}},
		"behind users": {[]suite.Test{reads(a, lit("/a/7"), "ann"), reads(a, lit("/a/8"), "ann")},
			[]string{"ForID7", "ForID8"}, []string{" for id=7, as ann", " for id=8, as ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.names {
				c.names[i] = "GetAByIDReturns200" + c.names[i]
				c.purpose[i] = "GET /a/{id} answers 200" + c.purpose[i]
			}
			assert.Equal(t, c.names, named(c.tests, nameOf))
			assert.Equal(t, c.purpose, named(c.tests, purposeOf))
		})
	}
	two := []suite.Test{reads(ab, lit("/a/7/b/1"), ""), reads(ab, lit("/a/7/b/2"), ""), reads(ab, lit("/odd/path"), "")}
	assert.Equal(t, []string{"GetAByIDBByNReturns200ForN1", "GetAByIDBByNReturns200ForN2", "GetAByIDBByNReturns200"},
		named(two, nameOf))
}

func TestFaultsAreNamed(t *testing.T) {
	for want, f := range map[string]suite.Fault{
		"GetBooksReturns200AgainstTheSchema":  {Code: 101, Category: "answer against the schema"},
		"GetBooksReturns200WithGoroutineLeak": {Code: 912, Category: "goroutine leak"},
		"GetBooksReturns200":                  {Code: 999},
	} {
		test := sends("", "", "")
		test.Faults = []suite.Fault{f}
		assert.Equal(t, want, suite.TestName(&test))
	}
}

// drawCalls draws tests of operations that differ in the data that they send.
func drawCalls(t *rapid.T, operations ...string) (out []suite.Test) {
	for range rapid.IntRange(0, 8).Draw(t, "calls") {
		test := sends(
			rapid.SampledFrom([]string{"", "a=1", "a=2", "a=1 b=x", "b=/"}).Draw(t, "query"),
			rapid.SampledFrom([]string{"", `{"c":{"d":1},"e":""}`, `{"e":true}`, `{`, "a=1&=&%"}).Draw(t, "body"),
			rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(t, "user"),
		)
		test.Steps[0].Operation = rapid.SampledFrom(operations).Draw(t, "operation")
		if rapid.Bool().Draw(t, "invalid") {
			test.Invalid = &suite.Invalid{In: "body",
				At: rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "0", ""}), 0, 9).Draw(t, "at"), What: "is null"}
		}
		out = append(out, test)
	}
	return out
}

// The names of tests do not depend on tests of other operations or on the order of tests, apart from numbers.
func TestNamesDependOnTheOperationAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tests, others := drawCalls(t, "GET /a", "PUT /b"), drawCalls(t, "GET /c")
		before := named(append([]suite.Test(nil), tests...), nameOf)
		after := named(append(append([]suite.Test(nil), others...), tests...), nameOf)
		if got := after[len(others):]; strings.Join(got, " ") != strings.Join(before, " ") {
			t.Fatalf("%v became %v", before, got)
		}
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(len(tests))
		var shuffled []suite.Test
		for _, i := range order {
			shuffled = append(shuffled, tests[i])
		}
		for n, name := range named(shuffled, nameOf) {
			plain, _, _ := strings.Cut(name, "_")
			if first, _, _ := strings.Cut(before[order[n]], "_"); plain != first {
				t.Fatalf("%s became %s", first, plain)
			}
		}
	})
}

// TestNamesSayTheBound: a test that sends the last refused value and then the first accepted one has this bound in its
// name.
func TestNamesSayTheBound(t *testing.T) {
	at := func(refused, accepted string) suite.Test {
		before := sends("", refused, "").Steps[0]
		before.Call.Expect.Status = 422
		return sends("", accepted, "", before)
	}
	s := suite.Suite{Tests: []suite.Test{
		sends("", `{"title": "dune", "pages": 3}`, ""),
		at(`{"title": "du", "pages": 3}`, `{"title": "dun", "pages": 3}`),
		at(`{"title": "dunedune", "pages": 3}`, `{"title": "dunedun", "pages": 3}`),
		at(`{"title": "dune", "pages": 0}`, `{"title": "dune", "pages": 1}`),
		at(`{"title": "dune", "pages": 10}`, `{"title": "dune", "pages": 9}`),
		at(`{"title": "du", "pages": 0}`, `{"title": "dune", "pages": 3}`),
	}}
	s.NameTests()
	var names []string
	for _, test := range s.Tests {
		names = append(names, test.Name)
	}
	assert.Equal(t, []string{
		"GetBooksReturns200", "GetBooksReturns200WithShortestTitle", "GetBooksReturns200WithLongestTitle",
		"GetBooksReturns200WithLeastPages", "GetBooksReturns200WithGreatestPages", "GetBooksReturns200AfterGetBooks",
	}, names)
	assert.Equal(t, "GET /books answers 200 with the shortest title", s.Tests[1].Purpose)
}
