package suite_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/suite"
)

// refused returns a test of a refused call, with the conditions that only this test meets.
func refused(body string, ways ...string) suite.Test {
	t := sends("", body, "")
	t.Steps[0].Call.Expect.Status = 422
	t.Tell(waysOf(ways))
	return t
}

func waysOf(what []string) (out []suite.Way) {
	for _, w := range what {
		out = append(out, suite.Way{What: w, Place: "api.create"})
	}
	return out
}

func TestTellKeepsWhatSaysMost(t *testing.T) {
	for name, c := range map[string]struct{ ways, want []string }{
		"none": {nil, nil},
		"the last ones": {[]string{"aaa < bbb is true", "ccc < ddd is true", "eee < fff is true"},
			[]string{"eee < fff is true", "ccc < ddd is true"}},
		"members": {[]string{"len(in.Term) < min is true", "aaa < bbb is true", "eee < 7 is true"},
			[]string{"len(in.Term) < min is true", "eee < 7 is true"}},
		"members in snakes": {[]string{"b.MaxPrice < low is true", "eee < 7 is true"},
			[]string{"b.MaxPrice < low is true", "eee < 7 is true"}},
		"errors last": {[]string{"aaa < bbb is true", "err != nil is true"},
			[]string{"aaa < bbb is true", "err != nil is true"}},
		"too long": {[]string{strings.Repeat("a", 80) + " is true", "", "x is true"}, []string{"x is true"}},
	} {
		test := refused(`{"term": "x", "max_price": 3}`, c.ways...)
		var got []string
		for _, w := range test.Ways {
			got = append(got, w.What)
		}
		assert.Equal(t, c.want, got, name)
	}
}

func TestNamesComeFromTheCause(t *testing.T) {
	const body = `{"term": "EgXXYy", "born": "2088-08-10"}`
	two := refused(body, "len(in.Term) < 2 is true", "err != nil is true")
	invalid := refused(body, "len(in.Term) < 2 is true")
	invalid.Invalid = &suite.Invalid{In: "body", At: []string{"born"}, What: "is null"}
	fine := func(ways ...string) suite.Test {
		test := sends("", "", "")
		test.Tell(waysOf(ways))
		return test
	}
	for name, c := range map[string]struct {
		tests          []suite.Test
		names, purpose []string // without the parts that all tests have in common
	}{
		"the member": {[]suite.Test{two}, []string{"422WhenTermIsShorterThan2"},
			[]string{"422 when term is shorter than 2"}},
		"not another member": {[]suite.Test{two, refused(body, "b.Born.After(now) is true")},
			[]string{"422WhenTermIsShorterThan2", "422WhenBornIsAfterNow"},
			[]string{"422 when term is shorter than 2", "422 when born is after now"}},
		"only an error": {[]suite.Test{refused(body, "err != nil is true", "ok is false")},
			[]string{"422"}, []string{"422"}},
		"no words": {[]suite.Test{refused(body, "f(func() {}) is true")}, []string{"422"}, []string{"422"}},
		"a name too long": {[]suite.Test{
			refused(body, "thisIsAVeryLongNameOfAVariable < thisIsAnotherVeryLongNameOfOne is true"),
		}, []string{"422"}, []string{"422"}},
		"what is invalid": {[]suite.Test{invalid}, []string{"422WhenBornIsNull"}, []string{"422 when born is null"}},
		"a success":       {[]suite.Test{fine("n > 100 is true")}, []string{"200"}, []string{"200"}},
		"two successes": {[]suite.Test{fine("n > 100 is true"), fine()}, []string{"200WhenNIsAbove100", "200"},
			[]string{"200 when n is above 100", "200"}},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.names {
				c.names[i], c.purpose[i] = "GetBooksReturns"+c.names[i], "GET /books answers "+c.purpose[i]
			}
			assert.Equal(t, c.names, named(c.tests, nameOf))
			assert.Equal(t, c.purpose, named(c.tests, purposeOf))
		})
	}
}

// An existing name stays when other tests are added. New names avoid it.
func TestNamesArePinned(t *testing.T) {
	old := func(name string, test suite.Test) suite.Test { test.Name = name; return test }
	for name, c := range map[string]struct {
		tests []suite.Test
		names []string
	}{
		"alone": {[]suite.Test{old("AsItWas", sends("", "", ""))}, []string{"AsItWas"}},
		"beside a new one": {[]suite.Test{old("GetBooksReturns200", sends("", "", "")), sends("sort=price", "", "")},
			[]string{"GetBooksReturns200", "GetBooksReturns200WithSort"}},
		"behind a new one": {[]suite.Test{sends("", "", ""), old("GetBooksReturns200", sends("", "", ""))},
			[]string{"GetBooksReturns200_2", "GetBooksReturns200"}},
		"of another form": {[]suite.Test{old("GetBooksReturns200WithSort", sends("", "", "")),
			sends("sort=price", "", "")}, []string{"GetBooksReturns200WithSort", "GetBooksReturns200"}},
		"of a longer form": {[]suite.Test{
			old("GetBooksReturns200WithSort", sends("", "", "")), sends("sort=price", "", ""), sends("", "", ""),
		}, []string{"GetBooksReturns200WithSort", "GetBooksReturns200WithSort_2", "GetBooksReturns200"}},
		"with a number": {[]suite.Test{old("GetBooksReturns200_2", sends("", "", "")), sends("", "", ""),
			sends("", "", "")}, []string{"GetBooksReturns200_2", "GetBooksReturns200", "GetBooksReturns200_3"}},
		"with a wrong name": {[]suite.Test{old("DeleteBooksReturns500", sends("", "", "ann")), sends("", "", "ann")},
			[]string{"DeleteBooksReturns500", "GetBooksReturns200"}},
	} {
		assert.Equal(t, c.names, named(c.tests, nameOf), name)
	}
	kept := old("AsItWas", sends("", "", ""))
	kept.Purpose = "what it was for"
	assert.Equal(t, []string{"what it was for"}, named([]suite.Test{kept}, purposeOf))
}

// A suite with names keeps all names and purposes when it gets more tests.
func TestNamesSurviveUpdates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &suite.Suite{Tests: drawCalls(t, "GET /a", "PUT /b")}
		s.NameTests()
		grown := &suite.Suite{Tests: append(drawCalls(t, "GET /a"), s.Tests...)}
		grown.NameTests()
		more := len(grown.Tests) - len(s.Tests)
		seen := map[string]bool{}
		for i, test := range grown.Tests {
			if seen[test.Name] {
				t.Fatalf("%s is there twice", test.Name)
			}
			seen[test.Name] = true
			if i >= more && (test.Name != s.Tests[i-more].Name || test.Purpose != s.Tests[i-more].Purpose) {
				t.Fatalf("%s became %s", s.Tests[i-more].Name, test.Name)
			}
		}
	})
}

// randomly matches the values that TestNamesHoldNoRandomValues draws.
var randomly = regexp.MustCompile(`(?i)qz|77\d\d`)

// No name and no purpose contains a random value that the calls send.
func TestNamesHoldNoRandomValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &suite.Suite{}
		text := rapid.StringMatching(`qz[a-zA-Z0-9]{1,8}`)
		number := rapid.IntRange(7700, 7799)
		for range rapid.IntRange(1, 8).Draw(t, "calls") {
			test := sends(
				rapid.SampledFrom([]string{"", "a=" + text.Draw(t, "a"), "sort=price"}).Draw(t, "query"),
				rapid.SampledFrom([]string{"", fmt.Sprintf(`{"c":{"d":%d},"e":%q}`, number.Draw(t, "d"),
					text.Draw(t, "e")), "f=" + text.Draw(t, "f")}).Draw(t, "body"), "")
			if rapid.Bool().Draw(t, "path") {
				test.Steps[0].Operation = "GET /books/{id}"
				test.Steps[0].Call.Request.Path = suite.Literal("/books/" + text.Draw(t, "id"))
			}
			if rapid.Bool().Draw(t, "function") {
				f := &suite.Function{ImportPath: "shop", Name: "Price", Args: []suite.Argument{{Name: "n",
					Value: int64(number.Draw(t, "n"))}, {Name: "s", Value: text.Draw(t, "s")}}}
				f.Expect.Results = []suite.Result{{Type: "any", Op: suite.Equal,
					Value: rapid.SampledFrom([]any{int64(7711), "qzqz1", "low", 0.7711}).Draw(t, "result")}}
				test.Steps[0] = suite.Step{Operation: "shop.Price", Function: f}
			}
			s.Tests = append(s.Tests, test)
		}
		s.NameTests()
		for _, test := range s.Tests {
			if randomly.MatchString(test.Name + " " + test.Purpose) {
				t.Fatalf("%s: %s", test.Name, test.Purpose)
			}
		}
	})
}

func TestPlacesOfFaultsHaveNoLines(t *testing.T) {
	for frame, want := range map[string]string{
		"": "", "api.(*Server).create (books.go:12)": "api.(*Server).create (books.go)",
		"api/books.go:12": "api/books.go", "api/books.go:12:3": "api/books.go",
		"api.create (books.go)": "api.create (books.go)",
	} {
		assert.Equal(t, want, (&suite.Fault{Frame: frame}).Where())
	}
}

func TestRefusalsAreNamedByWhatTheySay(t *testing.T) {
	saying := func(body, text string) suite.Test {
		test := refused(body)
		test.Steps[0].Call.Expect.Checks = []suite.Check{{Pointer: "/code", Op: suite.Equal, Value: "E-1"},
			{Pointer: "/error", Op: suite.Equal, Value: text}}
		return test
	}
	for name, c := range map[string]struct {
		text, name, purpose string
	}{
		"a sentence":    {"title is required.", "SayingTitleIsRequired", `saying "title is required"`},
		"a sent word":   {"no book Emma here", "", ""},
		"a number":      {"at most 7 books", "", ""},
		"hostile":       {"x */ \n func main", "", ""},
		"too long":      {strings.Repeat("very ", 30) + "long", "", ""},
		"only one word": {"no", "", ""},
	} {
		s := &suite.Suite{Tests: []suite.Test{saying(`{"term": "Emma"}`, c.text),
			saying(`{"term": "Emma"}`, "price is too low")}}
		s.NameTests()
		assert.Contains(t, s.Tests[1].Name, "SayingPriceIsTooLow", name)
		if c.name == "" {
			assert.NotContains(t, s.Tests[0].Name, "Saying", name)
			assert.NotContains(t, s.Tests[0].Purpose, "saying", name)
			continue
		}
		assert.Contains(t, s.Tests[0].Name, c.name, name)
		assert.Contains(t, s.Tests[0].Purpose, c.purpose, name)
	}
}
