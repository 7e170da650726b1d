package corpus

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/suite"
)

// order is a test with a log-in, an id of an answer and all parts of a call.
func order() *suite.Test {
	t := &suite.Test{Steps: []suite.Step{
		{Operation: "POST /login", Note: "log in as ann", Call: &suite.Call{
			Request: suite.Request{Method: "POST", Path: suite.Literal("/api/login"),
				Body: &suite.Body{Text: suite.Literal(`{"name":"ann"}`), JSON: true}},
			Captures: []suite.Capture{{Var: "token", Source: suite.FromBody, Name: "/token"}},
		}},
		{Operation: "POST /orders", User: "ann", Call: &suite.Call{
			Request: suite.Request{
				Method: "POST", Path: suite.Literal("/api/orders"),
				Headers: []suite.Field{{Name: "Authorization", Value: suite.Text{{Literal: "Bearer "}, {Var: "token"}}},
					{Name: "Content-Type", Value: suite.Literal("application/json")}},
				Body: &suite.Body{Text: suite.Literal(`{"n":12345678901234567890,"tags":["a","b"]}`), JSON: true},
			},
			Captures: []suite.Capture{{Var: "id", Source: suite.FromBody, Name: "/id"}},
		}},
		{Operation: "PUT /orders/{id}/notes/{note}", User: "ann", Call: &suite.Call{Request: suite.Request{
			Method: "PUT", Path: suite.Text{{Literal: "/api/orders/"}, {Var: "id"}, {Literal: "/notes/a%20b"}},
			Query: []suite.Field{{Name: "q", Value: suite.Literal("1")}, {Name: "q", Value: suite.Literal("2")}},
			Body: &suite.Body{Text: suite.Text{{Literal: `{"order":`}, {Var: "id"}, {Literal: `,"text":"for \"`},
				{Var: "id"}, {Literal: `","x":1}`}}, JSON: true},
		}}},
	}}
	for i := range t.Steps {
		t.Steps[i].Call.Expect.Status = 200
	}
	return t
}

func TestSeedsSayAllThatATestSends(t *testing.T) {
	seed, ok := Seed(order())
	require.True(t, ok)
	assert.Equal(t, `{"evokeCalls":[`+
		`{"call":"POST /login","prepares":"log in as ann","method":"POST","path":"/api/login","body":{"name":"ann"},"reads":[{"var":"token","from":"body","name":"/token"}]},`+
		`{"call":"POST /orders","user":"ann","method":"POST","path":"/api/orders","header":[{"name":"Authorization","value":"Bearer {{token}}"},{"name":"Content-Type","value":"application/json"}],`+
		`"body":{"n":12345678901234567890,"tags":["a","b"]},"reads":[{"var":"id","from":"body","name":"/id"}]},`+
		`{"call":"PUT /orders/{id}/notes/{note}","user":"ann","method":"PUT","path":"/api/orders/{{id}}/notes/a%20b","query":[{"name":"q","value":"1"},{"name":"q","value":"2"}],`+
		`"body":{"order":"{{=id}}","text":"for \"{{id}}","x":1}}]}`, seed)
}

func TestTestsThatAreNoSeeds(t *testing.T) {
	for name, change := range map[string]func(*suite.Call){
		"not UTF-8":       func(c *suite.Call) { c.Request.Path = suite.Literal("/\xff") },
		"like a variable": func(c *suite.Call) { c.Request.Body.Text = suite.Literal(`"{{id}}"`) },
		"no answer":       func(c *suite.Call) { c.Expect.Status = 0 },
		"a stream":        func(c *suite.Call) { c.Expect.Stream = true },
		"who leaves":      func(c *suite.Call) { c.Request.Gone = true },
	} {
		test := order()
		change(test.Steps[0].Call)
		_, ok := Seed(test)
		assert.False(t, ok, name)
	}
	_, ok := Seed(&suite.Test{Steps: []suite.Step{{Function: &suite.Function{}}}})
	assert.False(t, ok, "functions")
}

// TestArchivedCalls: the users make the preparing calls, values of answers follow the answers, and the other values
// stay.
func TestArchivedCalls(t *testing.T) {
	seed, _ := Seed(order())
	assert.JSONEq(t, `{"calls":[
		{"call":"POST /orders","user":"ann","body":{"n":12345678901234567890,"tags":["a","b"]},"mediaType":"application/json","follow":false,"exact":true},
		{"call":"PUT /orders/{id}/notes/{note}","user":"ann","path":{"note":"a b"},"query":{"q":["1","2"]},"body":{"x":1},
			"keeps":["path note","query q","query q"],"exact":true}]}`, string(archived(fuzzDecode(seed, nil))))
	form := `{"evokeCalls":[{"call":"POST /a","method":"POST","path":"/a","header":[{"name":"content-type","value":"application/x-www-form-urlencoded; charset=utf-8"}],"text":"b=1&c=x+y"}]}`
	assert.JSONEq(t, `{"calls":[{"call":"POST /a","body":{"b":"1","c":"x y"},"mediaType":"application/x-www-form-urlencoded","follow":false,"exact":true}]}`,
		string(archived(fuzzDecode(form, nil))))
}

// TestBytesChangeAPart: part 3 is a member of the body.
func TestBytesChangeAPart(t *testing.T) {
	const test = `{"evokeCalls":[{"call":"PUT /a/{id}","method":"PUT","path":"/v1/a/7","query":[{"name":"q","value":"x"}],"body":{"m":[1,"b"],"n":5}}]}`
	const path, query, body, list, one, text, number = 0, 1, 2, 3, 4, 5, 6
	for want, data := range map[string][]byte{
		`/v1/a/7 [{q x}] {"m":[1,"b"],"n":5}`:                   {0, path, 0, 9, 1, 2, 3},
		`/v1/a/..%2541 [{q x}] {"m":[1,"b"],"n":5}`:             {0, path, 4, 5, '.', '.', '%', '4', '1'},
		`/v1/a/-1 [{q x}] {"m":[1,"b"],"n":5}`:                  {0, path, 1, 19},
		`/v1/a/7 [] {"m":[1,"b"],"n":5}`:                        {0, query, 2, 0},
		`/v1/a/7 [{q null}] {"m":[1,"b"],"n":5}`:                {0, query, 1, 0},
		`/v1/a/7 [{q x}] null`:                                  {0, body, 2, 0},
		`/v1/a/7 [{q x}] {"m":[1,"b",1,"b"],"n":5}`:             {0, list, 6, 0},
		`/v1/a/7 [{q x}] {"m":[{"m":[1,"b"],"n":5},"b"],"n":5}`: {0, one, 3, body},
		`/v1/a/7 [{q x}] {"m":[1],"n":5}`:                       {0, text, 2, 0},
		`/v1/a/7 [{q x}] {"m":[1,"b"],"n":4}`:                   {0, number, 6, 0xff},
		`/v1/a/7 [{q x}] {"m":[1,"b"],"n":258}`:                 {0, number, 5, 2, 1, 2},
		`/v1/a/7 [{q x}] {"m":[1,"b"]}`:                         {0, number, 2, 0, 9},
	} {
		calls := fuzzDecode(test, data)
		require.Len(t, calls, 1)
		text := "null"
		if calls[0].Body != nil {
			plain, err := json.Marshal(*calls[0].Body)
			require.NoError(t, err)
			text = string(plain)
		}
		assert.Equal(t, want, calls[0].Path+" "+sprint(calls[0].Query)+" "+text)
	}
	assert.Len(t, fuzzDecode(test, []byte{0, 0, 7, 0}), 2, "the call twice")
	assert.Len(t, fuzzDecode(test, []byte{0, 0, 7, 0, 0, 0, 7, 1}), 1, "and once again")
}

func sprint(fields []fuzzField) string {
	texts := make([]string, len(fields))
	for i, f := range fields {
		texts[i] = "{" + f.Name + " " + f.Value + "}"
	}
	return "[" + strings.Join(texts, " ") + "]"
}

func TestReadTakesOnlyInputsOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	tests, err := Read(filepath.Join(dir, "none"))
	require.NoError(t, err)
	assert.Empty(t, tests)
	for name, content := range map[string]string{
		"FuzzEvoke/a": version +
			"\nstring(`{\"evokeCalls\":[{\"call\":\"GET /a\",\"method\":\"GET\",\"path\":\"/a\"}]}`)\n[]byte(\"\")\n",
		"FuzzEvoke/b":     version + "\nstring(\"{\")\n[]byte(\"\")\n",
		"FuzzOther/a":     version + "\nint(7)\n",
		"FuzzOther/b":     version + "\nstring(\"{}\")\n[]byte(\"\")\n",
		"FuzzOther/c/d":   "a file in a folder",
		"FuzzOther/e":     "go test fuzz v2\nstring(\"\")\n[]byte(\"\")\n",
		"FuzzOther/f":     version + "\nstring(7)\n[]byte(\"\")\n",
		"SomethingElse/a": "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	tests, err = Read(dir)
	require.NoError(t, err)
	require.Len(t, tests, 1)
	assert.JSONEq(t, `{"calls":[{"call":"GET /a","follow":false,"exact":true}]}`, string(tests[0]))
}

// FuzzInputs: no input makes the decoder panic, and each gives the same calls again, which can be written as JSON.
func FuzzInputs(f *testing.F) {
	seed, _ := Seed(order())
	f.Add(seed, []byte{0, 3, 3, 2, 0, 3, 3, 2, 0, 2, 6, 0, 0, 1, 7, 0, 0, 4, 4, 2, 'a', '/'})
	f.Add(`{"evokeCalls":[null]}`, []byte{0, 0, 0, 0})
	f.Add(`{"evokeCalls":[{"call":"/{a}/{b}","path":"///","body":[[]],"text":"a"}]}`,
		[]byte{0, 0, 6, 1, 0, 1, 2, 0, 0, 2, 2, 0, 0, 3, 7, 1})
	f.Fuzz(func(t *testing.T, test string, data []byte) {
		first, err := json.Marshal(fuzzDecode(test, data))
		require.NoError(t, err)
		second, err := json.Marshal(fuzzDecode(test, data))
		require.NoError(t, err)
		require.Equal(t, string(first), string(second))
		_ = archived(fuzzDecode(test, data))
	})
}

// TestTheSourceIsThatOfThePackage: all declared names get the prefix.
func TestTheSourceIsThatOfThePackage(t *testing.T) {
	source, err := Source("shop")
	require.NoError(t, err)
	assert.Contains(t, source, "\nfunc shopFuzzDecode(test string, data []byte) []*shopFuzzCall {")
	assert.NotRegexp(t, `\bfuzz[A-Z]|import`, source)
}
