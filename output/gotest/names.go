package gotest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/suite"
)

// newScope makes the scope of a test, where the names that its code uses are
// taken.
func newScope(imports ...string) expr.Scope {
	return expr.NewScope(append([]string{"t", "api"}, imports...)...)
}

// testTitle returns the name of a test function. After "Test" must not come a
// lower-case letter, and TestMain is not a test.
func testTitle(prefix, name string) string {
	first, size := utf8.DecodeRuneInString(prefix + name)
	title := string(unicode.ToUpper(first)) + (prefix + name)[size:]
	if unicode.IsLower(unicode.ToUpper(first)) || title == "Main" {
		title = "_" + title
	}
	return "Test" + title
}

// sharedPrefix returns what the identifiers of the shared file begin with.
func sharedPrefix(filePrefix string) string {
	if name := suite.LowerCamel(filePrefix); name != "" {
		return name
	}
	return defaultPrefix
}

// titlePrefix begins the names of the tests.
func (w *Writer) titlePrefix() string {
	if w.Prefix == defaultPrefix {
		return ""
	}
	return suite.UpperCamel(w.Prefix)
}

// titles names the test functions of a suite, in its order, those of tables first. It
// also returns the tables, by the tests in them.
func (w *Writer) titles(tests []suite.Test) (titles map[string]string, tables map[string]*table) {
	taken, rows := expr.Scope{}, parts.Tables(tests)
	titles, tables = make(map[string]string, len(tests)), map[string]*table{}
	for i := range tests {
		t := &tests[i]
		switch of := rows[t.Name]; {
		case of == nil:
			continue
		case of[0] == t:
			tables[t.Name] = &table{title: taken.Free(testTitle(w.titlePrefix(), t.Form.Table)), rows: of}
		default:
			tables[t.Name] = tables[of[0].Name]
		}
		titles[t.Name] = tables[t.Name].title + "/" + t.Form.Row
	}
	for i := range tests {
		t := &tests[i]
		if title := taken.Free(testTitle(w.titlePrefix(), t.Name)); titles[t.Name] == "" {
			titles[t.Name] = title
		}
	}
	return titles, tables
}

// variables are the Go variables of one function.
type variables struct {
	scope expr.Scope
	text  map[string]string // by captured variable
	whole map[string]string // those that hold JSON
	made  []suite.Piece     // names that the test makes itself
	steps []suite.Step
}

// newVariables makes the variables of some code with the steps that it spells
// out.
func newVariables(steps []suite.Step, reserved ...string) *variables {
	return &variables{
		scope: newScope(reserved...),
		text:  map[string]string{},
		whole: map[string]string{},
		steps: steps,
	}
}

// declareAll declares the captures of a step that are used.
func (v *variables) declareAll(s *suite.Step, asText, asWhole map[string]bool) {
	if s.Call == nil {
		return
	}
	for _, c := range s.Call.Captures {
		v.declare(c, asText[c.Var], asWhole[c.Var])
	}
}

func (v *variables) declare(c suite.Capture, asText, asWhole bool) {
	if c.Source != suite.FromBody || c.LastSegment {
		asText, asWhole = asText || asWhole, false
	}
	if asText {
		v.text[c.Var] = v.scope.Free(c.Var)
	}
	switch {
	case asWhole && asText:
		v.whole[c.Var] = v.scope.Free(c.Var + "JSON")
	case asWhole:
		v.whole[c.Var] = v.scope.Free(c.Var)
	}
}

// declareNames declares the names that steps use and that the test makes itself.
func (v *variables) declareNames(steps []suite.Step) {
	v.made = suite.Names(steps)
	for _, p := range v.made {
		v.text[p.Var] = v.scope.Free(p.Var)
	}
}

// isName reports whether a variable is a name that the test makes itself.
func (v *variables) isName(name string) bool {
	return slices.ContainsFunc(v.made, func(p suite.Piece) bool { return p.Var == name })
}

// names returns the lines that make these names.
func (v *variables) names() string {
	var b strings.Builder
	for _, p := range v.made {
		b.WriteString("\t" + v.text[p.Var] + " := api.unique(" + expr.String(p.Stem) + ")\n")
	}
	return b.String()
}

// of returns the variable of what a function returns, "" if it has none.
func (v *variables) of(r suite.Returned) string {
	if r.JSON {
		return v.whole[r.Var]
	}
	return v.text[r.Var]
}

// plain returns the expression of a variable as a text.
func (v *variables) plain(name string) string {
	if suite.IsSecret(name) {
		return "api.secret(" + expr.String(name) + ")"
	}
	return v.text[name]
}

// json returns the expression of a variable as a whole value in JSON.
func (v *variables) json(name string) string {
	if whole, ok := v.whole[name]; ok {
		return whole
	}
	return v.plain(name)
}

// answer names the answer to a call: "posted", or "postedBooks" where the test
// has several such calls.
func (v *variables) answer(s *suite.Step) string {
	verb := verbs[s.Call.Request.Method]
	if verb == "" {
		verb = "got"
	}
	same := 0
	for i := range v.steps {
		if c := v.steps[i].Call; c != nil && c.Request.Method == s.Call.Request.Method {
			same++
		}
	}
	if same > 1 {
		verb += resource(s.Operation)
	}
	return v.scope.Free(verb)
}

// verbs say what a method did with the data. All other methods got some.
var verbs = map[string]string{"POST": "posted", "PUT": "put", "PATCH": "patched", "DELETE": "deleted"}

// resource returns the last name in the path of an operation that is no parameter.
func resource(operation string) string {
	segments := strings.Split(operation, "/")
	for i := len(segments) - 1; i > 0; i-- {
		if name := suite.UpperCamel(segments[i]); name != "" && !strings.Contains(segments[i], "{") {
			return name
		}
	}
	return ""
}
