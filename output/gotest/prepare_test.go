package gotest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

// written returns the lines of all files that contain a text.
func written(t *testing.T, s *suite.Suite, part string) (out []string) {
	t.Helper()
	for _, f := range write(t, &gotest.Writer{}, s) {
		for _, line := range strings.Split(string(f.Content), "\n") {
			if strings.Contains(line, part) {
				out = append(out, strings.TrimSpace(line))
			}
		}
	}
	return out
}

func prepared(notes ...string) *suite.Suite {
	s := &suite.Suite{}
	for i, note := range notes {
		before := features.Step("POST /login", 200)
		before.Note = note
		before.Call.Request.Query = features.Fields("n", note)
		s.Tests = append(s.Tests, suite.Test{
			Name: "N" + strings.Repeat("x", i), Kind: suite.Success,
			Steps: []suite.Step{before, features.Step("GET /", 200)},
		})
	}
	return s
}

func TestPreparationsHaveNamesOfTheirOwn(t *testing.T) {
	long := "log in " + strings.Repeat("again ", 20)
	for name, c := range map[string]struct {
		notes []string
		want  []string
	}{
		"shared": {[]string{"log in as ann", "log in as bob", "log in as ann"},
			[]string{"logInAsAnn()", "logInAsBob()", "logInAsAnn()"}},
		"a method":      {[]string{"call", "last segment", "reset"}, []string{"call2()", "lastSegment2()", "reset2()"}},
		"a keyword":     {[]string{"go"}, []string{"go2()"}},
		"no name":       {[]string{"!", "?"}, []string{"prepare()", "prepare2()"}},
		"a digit first": {[]string{"2 users", "2users"}, []string{"prepare2Users()", "prepare2users()"}},
		"too long":      {[]string{long}, []string{"logInAgainAgainAgainAgainAgainAgainAgainAgainAgainAgainAgain()"}},
		"letters":       {[]string{"log in as Åsa Ö."}, []string{"logInAsÅsaÖ()"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, line := range written(t, prepared(c.notes...), "api.") {
				if _, call, ok := strings.Cut(line, "api."); ok && !strings.Contains(line, "call(") &&
					strings.HasSuffix(call, "()") && strings.HasPrefix(line, "api.") && call != "t.Helper()" {
					got = append(got, call)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A log-in function returns a value if any test needs it.
func TestPreparationsReturnWhatTestsUse(t *testing.T) {
	s := prepared("log in", "log in", "log in")
	for i := range s.Tests {
		login := &s.Tests[i].Steps[0]
		login.Call.Captures = []suite.Capture{
			{Var: "token", Source: suite.FromBody, Name: "/token"}, {Var: "unused", Source: suite.FromBody, Name: "/u"},
			{Var: "session", Source: suite.FromCookie, Name: "session"},
		}
	}
	s.Tests[0].Steps[1].Call.Request.Headers = []suite.Field{{Name: "Cookie",
		Value: features.Text("session=", "session")}}
	s.Tests[1].Steps[1].Call.Request.Body = &suite.Body{JSON: true, Text: features.Text(`{"t":`, "token", `}`)}
	want := []string{
		"_, session := api.logIn()", "token, _ := api.logIn()", "api.logIn()",
		"func (api *evokeAPI) logIn() (token, session string) {",
	}
	if diff := cmp.Diff(want, written(t, s, "logIn()")); diff != "" {
		t.Error(diff)
	}
}

func TestWhatShowsAFaultIsNoPreparation(t *testing.T) {
	s := prepared("log in", "log in")
	s.Tests[0].Kind, s.Tests[0].Faults = suite.FaultKind, []suite.Fault{{Code: 101, Step: 0}}
	if diff := cmp.Diff([]string{"// log in"}, written(t, s, "// log in")[:1]); diff != "" {
		t.Error(diff)
	}
	if n := len(written(t, s, "api.logIn()")); n != 1 {
		t.Errorf("%d tests call the function, want 1", n)
	}
}
