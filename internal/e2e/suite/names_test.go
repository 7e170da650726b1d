package suite_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/suite"
)

// assertNamesMeanSomething fails for each test of a suite whose name or purpose
// holds a value that its calls send and that means nothing to a reader.
func assertNamesMeanSomething(t assert.TestingT, s *suite.Suite) {
	for i := range s.Tests {
		test := &s.Tests[i]
		assert.Empty(t, chanceIn(test), "%s: %s", test.Name, test.Purpose)
	}
}

// chanceIn lists the values of a test's calls that its name or its purpose holds,
// but for those that the schema, the program or a user's name gives.
func chanceIn(test *suite.Test) (out []string) {
	at := len(test.Steps) - 1
	if len(test.Faults) > 0 {
		at = test.Faults[0].Step
	}
	name := strings.TrimPrefix(test.Name, suite.StepName(&test.Steps[at]))
	name = strings.Replace(name, strconv.Itoa(test.Steps[at].Call.Expect.Status), "", 1)
	words := strings.FieldsFunc(test.Purpose, func(r rune) bool { return strings.ContainsRune(` ,="`, r) })
	given := slices.Concat(test.Known, []string{"true", "false", "null", "0", "1", "-1"})
	for i := range test.Steps {
		given = append(given, test.Steps[i].User, strconv.Itoa(test.Steps[i].Call.Expect.Status))
		words = slices.DeleteFunc(words, func(w string) bool { return strings.Contains(test.Steps[i].Operation, w) })
	}
	for i := range test.Steps {
		for _, v := range sentValues(&test.Steps[i]) {
			said := slices.Contains(words, v) || len(v) > 1 && hasWord(name, suite.UpperCamel(v))
			told := slices.ContainsFunc(test.Ways, func(w suite.Way) bool { return strings.Contains(w.What, v) })
			if said && !told && !slices.Contains(given, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// hasWord reports whether a name in camel case has a word: Children has no Chil, and 201 has no 20.
func hasWord(name, word string) bool {
	_, behind, has := strings.Cut(name, word)
	if !has || word == "" || behind == "" {
		return has && word != ""
	}
	next := rune(behind[0])
	return !unicode.IsLower(next) && !unicode.IsDigit(next)
}

// sentValues are the values that a call sends in its path, its query and its body.
func sentValues(s *suite.Step) (out []string) {
	r := &s.Call.Request
	_, template, _ := strings.Cut(s.Operation, " ")
	for _, segment := range strings.Split(r.Path.String(), "/") {
		if segment != "" && !strings.Contains(template, segment) && !strings.Contains(segment, "{") {
			out = append(out, segment)
		}
	}
	for _, q := range r.Query {
		out = append(out, q.Value.String())
	}
	if r.Body == nil {
		return out
	}
	d := json.NewDecoder(strings.NewReader(r.Body.Text.String()))
	d.UseNumber()
	var body any
	if d.Decode(&body) != nil {
		return append(out, r.Body.Text.String())
	}
	return append(out, scalars(body)...)
}

func scalars(v any) (out []string) {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			if e != name { // a member may say its own name
				out = append(out, scalars(e)...)
			}
		}
	case []any:
		for _, e := range v {
			out = append(out, scalars(e)...)
		}
	case string:
		return []string{v}
	case json.Number:
		return []string{v.String()}
	}
	return out
}

// TestChanceIsSeenInNames shows that the check above finds what it is there for.
func TestChanceIsSeenInNames(t *testing.T) {
	post := func(name, purpose, body string, known ...string) *suite.Test {
		call := &suite.Call{Request: suite.Request{Method: "POST", Path: suite.Literal("/books/77"),
			Body: &suite.Body{Text: suite.Literal(body), JSON: true}}, Expect: suite.Expect{Status: 422}}
		return &suite.Test{Name: name, Purpose: purpose, Known: known,
			Steps: []suite.Step{{Operation: "POST /books/{id}", User: "ann", Call: call}}}
	}
	const body = `{"name":"EgXXYy","born":["2088-08-10"],"n":4711}`
	for name, c := range map[string]struct {
		test *suite.Test
		want []string
	}{
		"nothing": {post("PostBooksByIDReturns422WhenNameIsTooLong",
			"POST /books/{id} answers 422 when name is too long, as ann", body), nil},
		"a text": {post("PostBooksByIDReturns422WithNameEgXXYy", "", body), []string{"EgXXYy"}},
		"a date": {post("PostBooksByIDReturns422WithBorn20880810", "", body), []string{"2088-08-10"}},
		"a number": {post("PostBooksByIDReturns422", "POST /books/{id} answers 422 with n=4711", body),
			[]string{"4711"}},
		"an id":   {post("PostBooksByIDReturns422ForID77", "", body), []string{"77"}},
		"an enum": {post("PostBooksByIDReturns422WithNamePrice", "", `{"name":"price"}`, "price"), nil},
		"a user": {
			post("PostBooksByIDReturns422AsAnn", "POST /books/{id} answers 422 as ann", `{"name":"ann"}`), nil,
		},
		"broken bodies": {post("PostBooksByIDReturns422WithXYZ", "", `{XYZ`), []string{"{XYZ"}},
	} {
		assert.Equal(t, c.want, chanceIn(c.test), name)
	}
}
