package project_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/oracle/protocol"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

func nothing(string) (string, bool) { return "", false }

// TestExample: the example file has every key, and no unknown key.
func TestExample(t *testing.T) {
	data, err := os.ReadFile("example.yaml")
	require.NoError(t, err)
	f, err := project.Parse(data, func(name string) (string, bool) { return "value of " + name, name == "CAT_TOKEN" })
	require.NoError(t, err)
	assert.Equal(t, "NewRouter", f.Handler)
	assert.Equal(t, project.System{URL: "http://localhost:8080", Timeout: 10 * time.Second, Rate: 50,
		Reset: "http://localhost:8080/test/reset", Restart: "docker compose restart books"}, f.System)
	assert.Equal(t, project.Budget{Calls: 10000, Evaluations: 5000, Time: time.Minute}, f.Budget)
	assert.Equal(t, []project.Replacement{{Func: "example.com/isbn.Valid", With: "example.com/shop/evoke.Valid"}},
		f.WhiteBox.Replacements)
	assert.Equal(t, time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC), f.WhiteBox.Clock)
	o := f.REST.Options()
	require.Len(t, o.Users, 6)
	for i := range o.Users {
		require.NoError(t, o.Users[i].Check())
	}
	ann := auth.BearerLogin("ann", "/login", `{"name": "ann", "password": "Secret-word-1"}`, "/token")
	ann.Login.Method, ann.Login.Headers = "POST", []auth.Header{{Name: "X-Client", Value: "evoke"}}
	ann.Login.Token.From, ann.Login.Token.SendIn, ann.Login.Token.SendName = auth.InBody, auth.InHeader, "Authorization"
	ann.Public = true
	ann.SignedUpBy = "cat"
	ann.SignUp = &auth.Login{Path: "/register", ContentType: "application/json", Body: ann.Login.Body}
	fay := auth.CookieLogin("fay", "/session", "application/json", `{"name": "fay", "password": "secret"}`)
	token := &auth.Token{Selector: "/csrf", SendIn: auth.InHeader, SendName: "X-CSRF-Token"}
	fay.Login.Before = []auth.Login{{Method: "GET", Path: "/csrf", Cookies: true, Token: token}}
	assert.Equal(t, []auth.User{
		ann, auth.CookieLogin("bob", "/session", "application/x-www-form-urlencoded", "name=bob&password=secret"), fay,
		auth.Bearer("cat", "value of CAT_TOKEN"), auth.Basic("dan", "dan", "secret"),
		{Name: "eve", Headers: []auth.Header{{Name: "X-API-Key", Value: "123"}}, Query: []auth.Header{{Name: "tenant",
			Value: "two"}}, Cookies: []auth.Header{{Name: "session", Value: "abc"}}},
	}, o.Users)
	assert.Equal(t, 0.1, o.InvalidRate)
	missing(t, "", reflect.ValueOf(*f), string(data))
}

// missing reports an error for each key that the example lacks.
func missing(t *testing.T, path string, v reflect.Value, text string) {
	t.Helper()
	for v.Kind() == reflect.Pointer {
		v = reflect.New(v.Type().Elem()).Elem()
	}
	switch v.Kind() {
	case reflect.Slice:
		missing(t, path, reflect.New(v.Type().Elem()).Elem(), text)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		if strings.HasSuffix(path, ".before") { // it has the keys of what is around it
			return
		}
		for i := range v.NumField() {
			if key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ","); key != "" {
				assert.Regexp(t, `(?m)(^|[\s{])`+key+":", text, path)
				missing(t, path+"."+key, v.Field(i), text)
			}
		}
	}
}

func TestParseFails(t *testing.T) {
	for text, want := range map[string]string{
		"shema: a":                      "line 1: unknown key shema; is it schema?",
		"schema: a\nbudget:\n  call: 5": "line 3: unknown key budget.call; is it calls?",
		"rest: {users: [{name: a, tokn: b}]}": "line 1: unknown key rest.users.tokn; there are name, bearer, " +
			"basic, headers, query, cookies, signUp, signedUpBy, login",
		"rest:\n  users:\n  - login: {Path: /x}": "line 3: unknown key rest.users.login.Path; is it path?",
		"weather: nice": "line 1: unknown key weather; there are schema, refs, package, " +
			"handler, reset, system, page, rest, budget, search, whiteBox, race, output",
		"schema: a\nschema: b":                 "schema",
		"budget: 5":                            "line 1: budget has to have keys: calls, evaluations, time",
		"- schema":                             "line 1: the file has to have keys: schema, refs, package",
		"schema: [a]":                          "line 1: schema has to be one value",
		"\nrest: {include: books}":             "line 2: rest.include has to be a list",
		"rest: {users: [{headers: [a]}]}":      "line 1: names with values are wanted",
		"rest: {users: [{headers: {a: [b]}}]}": "line 1: the value of a has to be a text",
		"rest: {with: [secure]}": "line 1: secure is neither the code of a rule nor " +
			"security, protocol or whitebox",
		"budget: {calls: many}":        "line 1: cannot",
		"budget: {time: 5 weeks}":      "line 1: cannot",
		"search: {seed: -1}":           "line 1: cannot",
		"whiteBox: {clock: noon}":      `line 1: parsing time "noon"`,
		"whiteBox: {clock: {hour: 1}}": "line 1: whiteBox.clock has to be one value",
		"output: {faults: hide}":       `"hide"`,
		"output: {assert: all}":        `"all" is no strength of assertions`,
		"schema: ${NONE}/a":            "line 1: the environment variable NONE is not set",
		"schema: 'a":                   "line 1",
		"a: &x {}\nschema: *x":         "line 1: unknown key a",
		"package: &x a\nschema: *x":    "line 2: aliases are not known here",
	} {
		_, err := project.Parse([]byte(text), nothing)
		require.ErrorContains(t, err, want, text)
		assert.NotContains(t, err.Error(), "\n", "an error is one line")
	}
}

func TestParse(t *testing.T) {
	environment := func(name string) (string, bool) {
		value, ok := map[string]string{"N": "12", "DIR": "a"}[name]
		return value, ok
	}
	for text, want := range map[string]project.File{
		"":                              {},
		"# nothing":                     {},
		"schema:":                       {},
		"budget: {calls: \"${N}\"}":     {Budget: project.Budget{Calls: 12}},
		"budget:\n  calls: ${N}":        {Budget: project.Budget{Calls: 12}},
		"handler: ${N}":                 {Handler: "12"},
		"schema: ${DIR}/${DIR}.yaml":    {Schema: "a/a.yaml"},
		"schema: $DIR ${}":              {Schema: "$DIR ${}"},
		"rest: {users: null}":           {},
		"rest: {with: [102, \"206\"]}":  {REST: project.REST{With: project.Codes{102, 206}}},
		"rest: {with: [whitebox]}":      {REST: project.REST{With: whitebox.Codes()}},
		"rest: {with: [protocol]}":      {REST: project.REST{With: protocol.Codes()}},
		"rest: {with: [security, 102]}": {REST: project.REST{With: append(security.Codes(), 102)}},
		"system: {timeout: 1m30s}":      {System: project.System{Timeout: 90 * time.Second}},
		"whiteBox: {cover: [\"none\"]}": {WhiteBox: project.WhiteBox{Cover: []string{"none"}}},
	} {
		got, err := project.Parse([]byte(text), environment)
		require.NoError(t, err, text)
		assert.Equal(t, want, *got, text)
	}
}

// TestNoInvalidCalls: a share of zero differs from a missing share.
func TestNoInvalidCalls(t *testing.T) {
	for text, want := range map[string]float64{"": 0, "rest: {invalidRate: 0}": -1, "rest: {invalidRate: 0.5}": 0.5} {
		f, err := project.Parse([]byte(text), nothing)
		require.NoError(t, err)
		assert.InDelta(t, want, f.REST.Options().InvalidRate, 0)
	}
}

// TestPathsBeginInTheFolderOfTheFile: paths are relative to the folder of the file, also if it is read from another
// folder.
func TestPathsBeginInTheFolderOfTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := project.Find(".")
	require.NoError(t, err)
	assert.Nil(t, f)
	require.NoError(t, os.Mkdir("sub", 0o755))
	text := "schema: api.yaml\npackage: ./api\noutput: {dir: .}\nrest: {auth: " +
		"/etc/auth.yaml}\nsystem: {url: 'http://x'}"
	require.NoError(t, os.WriteFile(filepath.Join("sub", project.Name), []byte(text), 0o644))
	f, err = project.Find("sub")
	require.NoError(t, err)
	assert.Equal(t, []string{"sub/api.yaml", "./sub/api", "sub", "/etc/auth.yaml", ""},
		[]string{f.Schema, f.Package, f.Output.Dir, f.REST.Auth, f.Output.Archive})
	require.NoError(t, os.WriteFile(project.Name, []byte("schema: https://example.com/a.yaml\npackage: ./api"), 0o644))
	f, err = project.Find(".")
	require.NoError(t, err)
	assert.Equal(t, []string{"https://example.com/a.yaml", "./api"}, []string{f.Schema, f.Package})
	require.NoError(t, os.WriteFile(project.Name, []byte("shema: a"), 0o644))
	_, err = project.Find(".")
	require.EqualError(t, err, "evoke.yaml: line 1: unknown key shema; is it schema?")
}

// TestWhatIsWrittenIsRead: users of all kinds are unchanged after writing and reading.
func TestWhatIsWrittenIsRead(t *testing.T) {
	users := []auth.User{
		auth.BearerLogin("ann", "/login", `{"name": "ann"}`, "/token").WithSignUp("/register", `{"name": "ann"}`),
		auth.CookieLogin("bob", "/session", "application/x-www-form-urlencoded", "name=bob&password=${NAME}"),
		auth.Basic("dan", "dan", "secret: #1"),
		{Name: "eve", Headers: []auth.Header{{Name: "X-Z", Value: "123"}, {Name: "X-A", Value: "yes"}},
			Query: []auth.Header{{Name: "tenant", Value: ""}}},
		{Name: "fay", Login: &auth.Login{Path: "/t", Token: &auth.Token{From: auth.InHeader, Selector: "X-Token",
			SendIn: auth.InQuery, SendName: "t", Template: "{token}"}}},
	}
	text, err := project.Write("api.yaml", "http://localhost:8080", users)
	require.NoError(t, err)
	f, err := project.Parse(text, func(name string) (string, bool) { return "${" + name + "}", true })
	require.NoError(t, err, "%s", text)
	assert.Equal(t, []string{"api.yaml", "http://localhost:8080"}, []string{f.Schema, f.System.URL})
	assert.Equal(t, users, f.REST.Options().Users)

	text, err = project.Write("api.yaml", "http://localhost:8080", nil)
	require.NoError(t, err)
	assert.Equal(t, "schema: api.yaml\nsystem:\n  url: http://localhost:8080\n", string(text))
}

func FuzzParse(f *testing.F) {
	data, err := os.ReadFile("example.yaml")
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte("rest: {users: [{headers: {a: b}, login: {token: {}}}]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := project.Parse(data, func(string) (string, bool) { return "x", true })
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
			return
		}
		file.REST.Options()
	})
}

// TestReadme parses the file that README.md shows.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "README.md"))
	require.NoError(t, err)
	_, after, ok := strings.Cut(string(data), "```yaml\n")
	require.True(t, ok)
	text, _, _ := strings.Cut(after, "```")
	f, err := project.Parse([]byte(text), func(name string) (string, bool) { return "t", name == "OPERATOR_TOKEN" })
	require.NoError(t, err)
	for _, u := range f.REST.Options().Users {
		require.NoError(t, u.Check())
	}
	assert.Equal(t, 5*time.Minute, f.Budget.Time)
}
