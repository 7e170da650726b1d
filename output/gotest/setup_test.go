package gotest_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

// beginner draws tests that begin with the same few calls, but need different values of the answers.
type beginner struct{ made int }

// values are values in the answer of a call that later calls may need.
func values() []suite.Capture {
	return []suite.Capture{
		{Var: "token", Source: suite.FromBody, Name: "/token"}, {Var: "bookID", Source: suite.FromBody, Name: "/id"},
		{Var: "bookID", Source: suite.FromHeader, Name: "Location", LastSegment: true},
		{Var: "number", Source: suite.FromBody, Name: "/number"},
		{Var: "session", Source: suite.FromCookie, Name: "session"},
	}
}

// refused draws a test that may become a row of a table.
func (m *beginner) refused(t *rapid.T) suite.Test {
	m.made++
	path := rapid.SampledFrom([]string{"/a", "/b"}).Draw(t, "path")
	s := features.Step(rapid.SampledFrom([]string{"GET ", "PUT "}).Draw(t, "method")+path, 404)
	s.Call.Request.Query = features.Fields("n", fmt.Sprint(m.made))
	out := suite.Test{Name: fmt.Sprintf("Test%d", m.made), Kind: suite.ClientError}
	if rapid.Bool().Draw(t, "as ann") {
		login := features.Step("POST /log-ins", 201)
		login.Note, s.User = "log in as ann", "ann"
		login.Call.Captures = values()[:1]
		s.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: features.Text("", "token")}}
		out.Steps = append(out.Steps, login)
	}
	out.Steps = append(out.Steps, s)
	return out
}

func (m *beginner) draw(t *rapid.T) suite.Test {
	if rapid.IntRange(0, 2).Draw(t, "refused") == 0 {
		return m.refused(t)
	}
	m.made++
	out := suite.Test{Name: fmt.Sprintf("Test%d", m.made), Kind: suite.Success}
	var known []string
	for range rapid.IntRange(0, 4).Draw(t, "steps before") {
		s := features.Step(rapid.SampledFrom([]string{"POST /log-ins", "POST /books", "PATCH /books"}).Draw(t,
			"operation"), 201)
		if s.Operation == "POST /log-ins" {
			s.Note = rapid.SampledFrom([]string{"log in as ann", "log in as bob", "Log in, as Ann"}).Draw(t, "note")
			s.Call.Request.Query = features.Fields("who", s.Note)
		}
		s.User = rapid.SampledFrom([]string{"", "ann"}).Draw(t, "user")
		for _, c := range values() {
			if rapid.IntRange(0, 2).Draw(t, "captures") == 0 && !slices.Contains(known, c.Var) {
				s.Call.Captures, known = append(s.Call.Captures, c), append(known, c.Var)
			}
		}
		out.Steps = append(out.Steps, s)
	}
	last := features.Step("POST /echo", 200)
	var body []string
	for _, name := range known {
		switch rapid.IntRange(0, 3).Draw(t, "use of "+name) {
		case 0:
			last.Call.Request.Query = append(last.Call.Request.Query,
				suite.Field{Name: name, Value: features.Text("", name)})
		case 1:
			body = append(body, ",", name)
		case 2:
			last.Call.Request.Query = append(last.Call.Request.Query,
				suite.Field{Name: name, Value: features.Text("", name)})
			body = append(body, ",", name)
		}
	}
	if len(body) > 0 {
		body[0] = fmt.Sprintf("[%d,", m.made)
		last = features.WithJSON(last, features.Text(append(body, "]")...))
	}
	out.Steps = append(out.Steps, last)
	return out
}

// textsOf returns the text of each test in files that compile together. The text of a row is its line and the loop of
// the table.
func textsOf(t *rapid.T, from types.Importer, files []suite.File) map[string]string {
	out := map[string]string{}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, f := range files {
		file, err := parser.ParseFile(set, f.Name, f.Content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%v\n%s", err, f.Content)
		}
		parsed = append(parsed, file)
		lines := strings.Split(string(f.Content), "\n")
		for _, at := range f.Tests {
			text := strings.Join(lines[at.Start-1:at.End], "\n")
			if _, row, ok := strings.Cut(at.Title, "/"); ok {
				_, line, _ := strings.Cut(text, `{"`+row+`", `)
				line, _, _ = strings.Cut(line, "\n")
				_, loop, _ := strings.Cut(text, "t.Run")
				text = at.Title + " " + line + loop
			}
			out[at.Name] = text
		}
	}
	config := types.Config{Importer: from}
	if _, err := config.Check("evoke_test", set, parsed, nil); err != nil {
		for _, f := range files {
			t.Logf("%s", f.Content)
		}
		t.Fatal(err)
	}
	return out
}

// archived writes tests into an archive and reads them back.
func archived(t *rapid.T, s *suite.Suite) *archive.Archive {
	out := &archive.Archive{}
	for i := range s.Tests {
		kept, err := archive.New(&s.Tests[i], []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(kept)
		if err != nil {
			t.Fatal(err)
		}
		var back archive.Test
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		out.Tests = append(out.Tests, back)
	}
	return out
}

// TestTestsDoNotChangeBecauseOfOthers writes a suite again and again, while tests are added and removed: tests that
// stay keep their text.
func TestTestsDoNotChangeBecauseOfOthers(t *testing.T) {
	from := importer.Default()
	rapid.Check(t, func(t *rapid.T) {
		m := &beginner{}
		s := &suite.Suite{}
		before := map[string]string{}
		for range rapid.IntRange(2, 4).Draw(t, "updates") {
			for range rapid.IntRange(1, 8).Draw(t, "new tests") {
				at := rapid.IntRange(0, len(s.Tests)).Draw(t, "place")
				s.Tests = slices.Insert(s.Tests, at, m.draw(t))
			}
			s.Arrange()
			files, err := (&gotest.Writer{}).Files(s)
			if err != nil {
				t.Fatal(err)
			}
			now := textsOf(t, from, files)
			for _, name := range slices.Sorted(maps.Keys(before)) {
				if text, ok := now[name]; ok && text != before[name] {
					t.Fatalf("%s\nhas become\n%s", before[name], text)
				}
			}
			kept := archived(t, s)
			for i := len(s.Tests) - 1; i >= 0; i-- {
				if rapid.IntRange(0, 2).Draw(t, "drop") == 0 {
					s.Tests = slices.Delete(s.Tests, i, i+1)
					continue
				}
				s.Tests[i].Form = nil // as from a search, which sets no form
			}
			kept.Recall(s)
			before = now
		}
	})
}

// TestKeptSetUps: the set-up functions of existing tests keep their results. New tests that need other results get
// other functions.
func TestKeptSetUps(t *testing.T) {
	want := []string{
		"title := api.postBooksAsAnn2()",
		"title := api.postBooksAsAnn2()",
		"_, bookID, _ := api.postBooksAsAnn()",
		"api.postBooksAsAnn()",
		"token, _, _ := api.postBooksAsAnn()",
		"// postBooksAsAnn2 begins a test: POST /books as ann",
		"func (api *evokeAPI) postBooksAsAnn2() string {",
		"// postBooksAsAnn begins a test: POST /books as ann; it returns token, bookID, number",
		"func (api *evokeAPI) postBooksAsAnn() (string, string, string) {",
	}
	if diff := cmp.Diff(want, written(t, features.Kept(), "postBooksAsAnn")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{`return token, bookID, ""`},
		written(t, features.Kept(), "return token, bookID, ")); diff != "" {
		t.Error(diff)
	}
}

// TestNamesOfSetUps: the name of a set-up that has another meaning in a test gets a number. A name that would then be
// the same gets another number, independently of other set-ups.
func TestNamesOfSetUps(t *testing.T) {
	for name, want := range map[string]string{
		"logIn": "logIn", "logIn2": "logIn2", "call": "call2", "call2": "call2_2", "call2_2": "call2_2_2",
		"call3": "call3", "go": "go2", "go2": "go2_2",
		"int64": "int64_2", "int64_2": "int64_2_2", "int642": "int642", "int2": "int2_2", "t": "t2",
	} {
		s := prepared("log in")
		s.Tests[0].Form = &suite.Form{SetUps: []suite.SetUp{{Name: name, Steps: 1}}}
		if got := written(t, s, "api."+want+"()"); len(got) != 1 {
			t.Errorf("%s is not called %s", name, want)
		}
	}
}
