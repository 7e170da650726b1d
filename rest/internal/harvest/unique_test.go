package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const clubsSchema = `openapi: 3.0.3
info: {title: Clubs, version: "1"}
paths:
  /clubs/{club}:
    parameters: [{name: club, in: path, required: true, schema: {type: string, maxLength: 12}}]
    get: {responses: {default: {description: any}}}
    post: {responses: {default: {description: any}}}
  /clubs/{club}/rooms/{room}:
    parameters: [{name: club, in: path, required: true, schema: {type: string}}, {name: room, in: path, required: true, schema: {type: string}}]
    post:
      parameters: [{name: like, in: query, schema: {type: string}}]
      responses: {default: {description: any}}
  /members:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {email: {type: string}, age: {type: integer}, word: {type: string}}}}}}
      responses: {default: {description: any}}
`

func clubs(t *testing.T) (*api.API, func(operation, body string, params ...string) testcase.Action) {
	doc, err := openapi.Read([]byte(clubsSchema), openapi.Options{})
	require.NoError(t, err)
	a := api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	return a, func(operation, body string, params ...string) testcase.Action {
		c := action.New(a.Named(operation), 0, 0)
		for i, v := range params {
			require.True(t, gene.Assign(c.Genotype.Params[i].Gene, v))
		}
		if body != "" {
			v, err := value.ParseJSON([]byte(body))
			require.NoError(t, err)
			c.Genotype.Body.Set(true)
			require.True(t, gene.Assign(c.Genotype.Body.Contents[0], v))
		}
		return c
	}
}

func linesOf(test *testcase.Case) (out []string) {
	for _, a := range test.Actions {
		var e message.Request
		c := a.(*action.Call)
		c.Genotype.Encode(c.Op.Spec, &e)
		out = append(out, c.Op.Spec.Method+" "+string(e.Target(nil, ""))+string(e.Body))
	}
	return out
}

func TestNames(t *testing.T) {
	a, call := clubs(t)
	x := &execute.Executor{}
	x.Effects = effects.New(nil, false)
	for range a.Ops {
		x.Tally = append(x.Tally, execute.Tally{})
	}
	test := &testcase.Case{Actions: []testcase.Action{
		call("GET /clubs/{club}", "", "oak"), call("POST /clubs/{club}", "", "oak"),
		call("POST /clubs/{club}/rooms/{room}", "", "oak", "hall", "oak"),
		call("POST /members", `{"email":"ann!e@x.org","age":3,"word":"b"}`),
	}}
	forms := keyed(x, test)
	require.Len(t, forms, 2, "the keys of paths, and one of a body")
	var h namer
	first, names := h.named(forms[0])
	assert.Equal(t, []string{"oak"}, []string{names[0].Stem})
	name := names[0].Text
	assert.Regexp(t, "^oak[0-9]{9}$", name)
	assert.Equal(t, []string{
		"GET /clubs/" + name, "POST /clubs/" + name, "POST /clubs/" + name + "/rooms/hall?like=" + name,
		`POST /members{"email":"ann!e@x.org","age":3,"word":"b"}`,
	}, linesOf(first), "all that is equal gets the name")
	again, more := h.named(forms[0])
	assert.NotEqual(t, name, more[0].Text)
	assert.NotEqual(t, linesOf(first), linesOf(again))
	assert.Equal(t, "GET /clubs/oak", linesOf(test)[0])
	var same namer
	_, names = same.named(forms[0])
	assert.Equal(t, name, names[0].Text, "there is no chance in it")

	inBody, names := h.named(forms[1])
	assert.Equal(t, execute.Name{Stem: "anne", Text: names[0].Text, Variable: "memberEmail"}, names[0])
	assert.Equal(t, `POST /members{"email":"`+names[0].Text+`@x.org","age":3,"word":"b"}`, linesOf(inBody)[3])
	assert.Equal(t, "POST /clubs/oak", linesOf(inBody)[1])
}

// A name that has no room keeps one letter of its stem.
func TestNamesHaveRoom(t *testing.T) {
	_, call := clubs(t)
	long := call("POST /clubs/{club}", "", "mahogany")
	long.(*action.Call).Keys = []string{"path club"}
	var h namer
	test, names := h.named(&testcase.Case{Actions: []testcase.Action{long}})
	require.Len(t, names, 1)
	assert.Regexp(t, "^m[0-9]{9}$", names[0].Text)
	assert.Equal(t, []string{"POST /clubs/" + names[0].Text}, linesOf(test))
}

// What a body names is made before it, and named by the id of the answer.
func TestBodiesClaimWhatIsMadeForThem(t *testing.T) {
	_, call := clubs(t)
	test := &testcase.Case{Actions: []testcase.Action{call("POST /members", `{"age": 7}`),
		call("POST /members", `{"age": 7, "word": "7"}`), call("POST /members", `{"age": 8}`)}}
	from := action.Source{Operation: "POST /clubs/{club}", Name: "/id"}
	assert.True(t, claimed(test, 1, "age", "7", from))
	claims := func(i int) (at []string) {
		for _, c := range test.Actions[i].(*action.Call).Claims() {
			at = append(at, c.At)
		}
		return at
	}
	assert.Empty(t, claims(0), "it comes before")
	assert.Len(t, claims(1), 1, "not the word")
	assert.Empty(t, claims(2), "another value")
	assert.False(t, claimed(test, 2, "age", "7", from))
}

// A form of what a test makes has other whole numbers, and the same texts.
func TestVariedCalls(t *testing.T) {
	_, call := clubs(t)
	calls := []*action.Call{call("POST /members", `{"age": 7, "word": "a"}`).(*action.Call)}
	got := (&alone{}).varied(calls)
	assert.Equal(t, []string{`POST /members{"age":7,"word":"a"}`},
		linesOf(&testcase.Case{Actions: []testcase.Action{calls[0]}}))
	assert.NotEqual(t, calls[0].Genotype.WholeBody(), got[0].Genotype.WholeBody())
	word, _ := got[0].Genotype.WholeBody().(value.Object).Get("word")
	assert.Equal(t, "a", word)
}
