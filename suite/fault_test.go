package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/suite"
)

// A condition outside of the fault's function does not explain the fault. The members that remain in the call do.
func TestNamesOfFaultsSayWhatMatters(t *testing.T) {
	const elsewhere, here = "api.(*Server).find", "api.(*Server).list"
	for name, c := range map[string]struct {
		query, body, place string
		known              []string
		status             int
		name, purpose      string
	}{
		"a value that means something": {"page=0", "", elsewhere, nil, 500, "GetBooksReturns500WithPage0",
			"GET /books answers 500 with page=0"},
		"a value by chance": {"page=7312", "", elsewhere, nil, 500, "GetBooksReturns500WithPage",
			"GET /books answers 500 with page"},
		"a value of the schema": {"sort=price", "", elsewhere, []string{"price"}, 500,
			"GetBooksReturns500WithSortPrice", "GET /books answers 500 with sort=price"},
		"the unusual value": {"sort=price page=-1", "", elsewhere, []string{"price"}, 500,
			"GetBooksReturns500WithPageMinus1", "GET /books answers 500 with page=-1"},
		"an unusual member": {"", `{"title": "x", "tags": []}`, elsewhere, nil, 500,
			"GetBooksReturns500WithTagsEmpty", "GET /books answers 500 with tags=[]"},
		"an only member": {"", `{"title": "EgXXYy"}`, elsewhere, nil, 500, "GetBooksReturns500WithTitle",
			"GET /books answers 500 with title"},
		"members like any": {"", `{"title": "a", "author": "b"}`, elsewhere, nil, 500, "GetBooksReturns500",
			"GET /books answers 500"},
		"nothing": {"", "", elsewhere, nil, 500, "GetBooksReturns500", "GET /books answers 500"},
		"a condition beside the fault": {"page=0", "", here, nil, 500, "GetBooksReturns500WhenTodosIsEmpty",
			"GET /books answers 500 when todos is empty"},
		"against the schema": {"page=0", "", elsewhere, nil, 200,
			"GetBooksReturns200AgainstTheSchemaWithPage0", "GET /books answers 200 with page=0"},
	} {
		test := sends(c.query, c.body, "")
		test.Kind, test.Known = suite.FaultKind, c.known
		test.Steps[0].Call.Expect.Status = c.status
		test.Faults = []suite.Fault{{Code: 100, Category: "HTTP 500", Frame: here + " (books.go:12)"}}
		if c.status < 500 {
			test.Faults[0].Code = 101
		}
		test.Ways = []suite.Way{{What: "for _, t := range s.todos is not entered", Place: c.place}}
		s := &suite.Suite{Tests: []suite.Test{test}}
		s.NameTests()
		assert.Equal(t, c.name, s.Tests[0].Name, name)
		assert.Equal(t, c.purpose, s.Tests[0].Purpose, name)
	}
}

// Tests of faults with equal names get different ones by their other members.
func TestNamesOfFaultsStayUnique(t *testing.T) {
	var tests []suite.Test
	for _, query := range []string{"page=0", "page=0 sort=price"} {
		test := sends(query, "", "")
		test.Kind = suite.FaultKind
		test.Steps[0].Call.Expect.Status = 500
		tests = append(tests, test)
	}
	assert.Equal(t, []string{"GetBooksReturns500WithPage0", "GetBooksReturns500WithPage0AndSort"}, named(tests, nameOf))
	assert.Equal(t, "GET /books answers 500 with page=0 and sort", tests[1].Purpose)
}

// The id in the path belongs into the name of a fault only if it is unusual, because a path always needs one.
func TestNamesOfFaultsSayUnusualIDs(t *testing.T) {
	for id, want := range map[string]string{"0": "GetBooksByIDReturns500ForID0", "1": "GetBooksByIDReturns500"} {
		test := about("GET /books/{id}", 500, func(s *suite.Step) {
			s.Call.Request.Path = suite.Literal("/books/" + id)
		})
		test.Kind = suite.FaultKind
		assert.Equal(t, []string{want}, named([]suite.Test{test}, nameOf))
	}
}
