package suite_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/suite"
)

// calling returns a test from a short notation of calls: "GET /a" is a call, "!log in" is a step that only prepares,
// "POST /a>id" is a call that captures id from its body, and "GET /b<id" is a call that uses it. "{id" in place of
// "<id" uses the value as JSON.
func calling(name string, calls ...string) suite.Test {
	t := suite.Test{Name: name, Kind: suite.Success}
	for _, text := range calls {
		note, prepares := strings.CutPrefix(text, "!")
		parts := strings.FieldsFunc(note, func(r rune) bool { return strings.ContainsRune("><{", r) })
		s := suite.Step{Operation: parts[0], Call: &suite.Call{
			Request: suite.Request{Method: "POST", Path: suite.Literal("/" + parts[0])},
			Expect:  suite.Expect{Status: 200},
		}}
		if prepares {
			s.Operation, s.Note = "POST /sessions", parts[0]
		}
		at := len(parts[0])
		if prepares {
			at++
		}
		for _, v := range parts[1:] {
			switch text[at] {
			case '>':
				s.Call.Captures = append(s.Call.Captures, suite.Capture{Var: v, Source: suite.FromBody, Name: "/" + v})
			case '<':
				s.Call.Request.Query = append(s.Call.Request.Query, suite.Field{Name: v, Value: suite.Text{{Var: v}}})
			case '{':
				s.Call.Request.Body = &suite.Body{JSON: true,
					Text: suite.Text{{Literal: "["}, {Var: v}, {Literal: "]"}}}
			}
			at += 1 + len(v)
		}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// short returns the set-ups of a test in a short notation: "2 postA(id, token as JSON)" for two steps.
func short(t *suite.Test) string {
	var out []string
	for _, u := range t.Form.SetUps {
		var names []string
		for _, r := range u.Returns {
			name := r.Var
			if r.JSON {
				name += " as JSON"
			}
			names = append(names, name)
		}
		where := ""
		if u.First > 0 {
			where = "at " + string(rune('0'+u.First)) + " "
		}
		out = append(out, where+string(rune('0'+u.Steps))+" "+u.Name+"("+strings.Join(names, ", ")+")")
	}
	return strings.Join(out, "; ")
}

// TestSetUpsStay: the set-ups of existing tests stay when tests are removed and added.
func TestSetUpsStay(t *testing.T) {
	old := func() []suite.Test {
		return []suite.Test{
			calling("A", "!log in>token", "POST /a>id<token", "GET /a<id"),
			calling("B", "!log in>token", "POST /a>id>n<token", "GET /b{n<token"),
			calling("C", "!log in>token", "PUT /c<token", "GET /c"),
			calling("D", "PUT /d", "GET /d"),
		}
	}
	kept := map[string]string{
		"A": "2 postA(token, id, n as JSON); 1 logIn(token)", "B": "2 postA(token, id, n as JSON); 1 logIn(token)",
		"C": "1 logIn(token)", "D": "",
	}
	for name, c := range map[string]struct {
		dropped string
		more    []suite.Test
		want    []string // the set-ups of the added tests
	}{
		"nothing": {"", nil, nil},
		"a use of less": {"", []suite.Test{calling("E", "!log in>token", "POST /a<token>n", "GET /e{n")},
			[]string{"2 postA(token, id, n as JSON); 1 logIn(token)"}},
		"alone with more": {"", []suite.Test{calling("E", "!log in>token", "POST /a>new<token", "GET /e<new")},
			[]string{"1 logIn(token)"}},
		"the same, as a text": {"", []suite.Test{calling("E", "!log in>token", "POST /a>n<token", "GET /e<n")},
			[]string{"1 logIn(token)"}},
		"two with more": {
			"", []suite.Test{calling("E", "!log in>token", "POST /a>new<token", "GET /e<new"),
				calling("F", "!log in>token", "POST /a<token", "GET /f"), calling("G",
					"!log in>token", "POST /a>new<token", "GET /g<new")}, []string{"2 postA2(new); 1 logIn(token)",
				"2 postA(token, id, n as JSON); 1 logIn(token)", "2 postA2(new); 1 logIn(token)"},
		},
		"the beginning of one": {"", []suite.Test{calling("E", "PUT /d", "GET /e"),
			calling("F", "!log in>token", "PUT /c<token", "GET /f")}, []string{"", "1 logIn(token)"}},
		"of two more": {"", []suite.Test{calling("E", "PUT /d", "GET /e"), calling("F", "PUT /d", "GET /f")},
			[]string{"1 putD()", "1 putD()"}},
		"longer": {"", []suite.Test{calling("E", "!log in>token", "POST /a<token", "PUT /e", "GET /e")},
			[]string{"2 postA(token, id, n as JSON); 1 logIn(token)"}},
		"longer, twice": {"", []suite.Test{calling("E", "!log in>token", "POST /a<token", "PUT /e", "GET /e"),
			calling("F", "!log in>token", "POST /a<token", "PUT /e", "GET /f")},
			[]string{"3 postAAndPutE(); 1 logIn(token)", "3 postAAndPutE(); 1 logIn(token)"}},
		"of one that is gone": {"B", []suite.Test{calling("E", "!log in>token", "POST /a>n<token", "GET /e{n")},
			[]string{"2 postA(token, id, n as JSON); 1 logIn(token)"}},
		"of all that are gone": {"AB", []suite.Test{calling("E", "!log in>token", "POST /a<token", "GET /e")},
			[]string{"1 logIn(token)"}},
		"another log-in": {"", []suite.Test{calling("E", "!log in>token>id", "GET /e<id<token"),
			calling("F", "!log-in>token", "GET /f<token")}, []string{"1 logIn2(token, id)", "1 logIn3(token)"}},
		"a log-in, with more": {"", []suite.Test{calling("E", "!log in>token", "GET /e{token")},
			[]string{"1 logIn2(token as JSON)"}},
		"one of another name": {"", []suite.Test{calling("E", "!log in>key", "GET /e<key")},
			[]string{"1 logIn2(key)"}},
		"a log-in in between": {"", []suite.Test{calling("E", "PUT /d", "!log in>token", "GET /e<token")},
			[]string{"at 1 1 logIn(token)"}},
		"without a use of it": {"", []suite.Test{calling("E", "!log in>token", "GET /e")},
			[]string{"1 logIn(token)"}},
		"the name of a log-in": {"", []suite.Test{calling("E", "!post a", "GET /e")}, []string{"1 postA2()"}},
		"several, none is kept": {"ABCD", []suite.Test{calling("E", "!log in>token", "POST /a>id<token", "GET /e<id"),
			calling("F", "!log in>token", "POST /a", "GET /f<token")}, []string{"1 logIn(token)", "1 logIn(token)"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &suite.Suite{Tests: old()}
			s.Arrange()
			var tests []suite.Test
			for _, test := range s.Tests {
				if !strings.Contains(c.dropped, test.Name) {
					tests = append(tests, test)
				}
			}
			s.Tests = append(c.more, tests...) // added tests come first, so they could take names
			s.Arrange()
			for i := range s.Tests {
				want := kept[s.Tests[i].Name]
				if i < len(c.more) {
					want = c.want[i]
				}
				assert.Equal(t, want, short(&s.Tests[i]), s.Tests[i].Name)
			}
		})
	}
}

// TestFixtures: a function captures all values that its tests need. It returns an empty text for a value of a test that
// is gone.
func TestFixtures(t *testing.T) {
	s := &suite.Suite{Tests: []suite.Test{
		calling("A", "POST /a>id", "GET /a<id"), calling("B", "POST /a>n", "GET /b<n"),
		calling("C", "POST /a>id>m", "GET /c"),
	}}
	fixtures := s.Arrange()
	require.Len(t, fixtures, 1)
	assert.Equal(t, []suite.Returned{{Var: "id"}, {Var: "n"}}, fixtures[0].Returns)
	assert.Len(t, fixtures[0].Steps[0].Call.Captures, 3)
	assert.Len(t, s.Tests[0].Steps[0].Call.Captures, 1, "those of a test stay")
	s.Tests = s.Tests[:1]
	again := s.Arrange()
	require.Len(t, again, 1)
	assert.Equal(t, fixtures[0].Returns, again[0].Returns)
	assert.Len(t, again[0].Steps[0].Call.Captures, 1)
}

// TestSetUpsThatDoNotFit: set-ups that do not fit are chosen anew. An archive is text that people may edit, and merged
// branches may have two functions with the same name.
func TestSetUpsThatDoNotFit(t *testing.T) {
	begins := func(u suite.SetUp) *suite.Form { return &suite.Form{SetUps: []suite.SetUp{u}} }
	id := []suite.Returned{{Var: "id"}}
	for name, c := range map[string]struct {
		first, second *suite.Form
		want          string // set-ups of the second test; those of the first do not change
	}{
		"as they should be": {begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: id}),
			begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: id}), "1 makeA(id)"},
		"more than needed": {begins(suite.SetUp{Name: "makeA", Steps: 1,
			Returns: append([]suite.Returned{{Var: "n"}}, id...)}), nil, "1 makeA(n, id)"},
		"two names": {begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: id}),
			begins(suite.SetUp{Name: "make", Steps: 1, Returns: id}), "1 make(id)"},
		"other results": {begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: id}),
			begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: append([]suite.Returned{{Var: "n"}}, id...)}),
			"1 makeA(id)"},
		"other steps": {begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: id}),
			begins(suite.SetUp{Name: "makeA", Steps: 2, Returns: id}), "1 makeA(id)"},
		"too few results":   {&suite.Form{}, begins(suite.SetUp{Name: "makeA", Steps: 1}), ""},
		"a name of nothing": {&suite.Form{}, begins(suite.SetUp{Name: "a b", Steps: 1, Returns: id}), ""},
		"no name":           {&suite.Form{}, begins(suite.SetUp{Steps: 1, Returns: id}), ""},
		"all steps":         {&suite.Form{}, begins(suite.SetUp{Name: "makeA", Steps: 3, Returns: id}), ""},
		"too many steps":    {&suite.Form{}, begins(suite.SetUp{Name: "makeA", Steps: 9, Returns: id}), ""},
		"no steps":          {&suite.Form{}, begins(suite.SetUp{Name: "makeA", Returns: id}), ""},
		"below the first":   {&suite.Form{}, begins(suite.SetUp{Name: "makeA", First: -1, Steps: 1, Returns: id}), ""},
		"a later beginning": {&suite.Form{}, begins(suite.SetUp{Name: "makeA", First: 1, Steps: 1, Returns: id}), ""},
		"a result twice": {&suite.Form{},
			begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: append(id, id...)}), ""},
		"an odd result": {&suite.Form{},
			begins(suite.SetUp{Name: "makeA", Steps: 1, Returns: append([]suite.Returned{{Var: "a b"}}, id...)}), ""},
		"two beginnings": {&suite.Form{}, &suite.Form{SetUps: []suite.SetUp{{Name: "makeA", Steps: 1, Returns: id},
			{Name: "makeB", Steps: 1, Returns: id}}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &suite.Suite{Tests: []suite.Test{
				calling("A", "POST /a>id", "PUT /a", "GET /a<id"), calling("B", "POST /a>id", "PUT /b", "GET /b<id"),
			}}
			s.Tests[0].Form, s.Tests[1].Form = c.first, c.second
			s.Arrange()
			assert.Equal(t, c.first, s.Tests[0].Form)
			assert.Equal(t, c.want, short(&s.Tests[1]))
		})
	}
}

// TestCapturesOfOneName: a function does not capture two values into one variable.
func TestCapturesOfOneName(t *testing.T) {
	s := &suite.Suite{Tests: []suite.Test{
		calling("A", "POST /a>id", "POST /a", "GET /a<id"), calling("B", "POST /a", "POST /a>id", "GET /b<id"),
		calling("C", "POST /a", "POST /a", "GET /b"),
	}}
	s.Arrange()
	for i, want := range []string{"2 postAAndPostA(id)", "", "2 postAAndPostA(id)"} {
		assert.Equal(t, want, short(&s.Tests[i]), s.Tests[i].Name)
	}
}

// TestSetUpsAreSent: a test without set-ups stays different from a test whose set-ups are not chosen yet.
func TestSetUpsAreSent(t *testing.T) {
	s := &suite.Suite{Tests: []suite.Test{
		calling("A", "!log in>token", "POST /a>id", "GET /a<id<token"),
		calling("B", "!log in>token", "POST /a>id", "GET /b{id"), calling("C", "GET /c"),
	}}
	s.Arrange()
	s.Tests = append(s.Tests, calling("D", "GET /d"))
	want := []*suite.Form{s.Tests[0].Form, s.Tests[1].Form, {}, nil}
	var b bytes.Buffer
	var sent, text suite.Suite
	require.NoError(t, gob.NewEncoder(&b).Encode(s))
	require.NoError(t, gob.NewDecoder(&b).Decode(&sent))
	data, err := json.Marshal(s)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &text))
	for i := range want {
		assert.Equal(t, want[i], sent.Tests[i].Form, "gob, test %d", i)
		assert.Equal(t, want[i], text.Tests[i].Form, "JSON, test %d", i)
	}
}
