package gotest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/output/internal/naming"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/suite"
)

// newScope makes the scope of a test, where the names that its code uses are
// taken.
func newScope(imports ...string) naming.Scope {
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
	taken, rows := naming.Scope{}, parts.Tables(tests)
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

// variables are the Go variables of one function. Whole ones hold JSON.
type variables struct{ *naming.Variables }

// newVariables makes the variables of some code with the steps that it spells
// out.
func newVariables(steps []suite.Step, reserved ...string) *variables {
	return &variables{naming.NewVariables(newScope(reserved...), steps)}
}

// declareAll declares the captures of a step that are used.
func (v *variables) declareAll(s *suite.Step, asText, asWhole map[string]bool) {
	if s.Call == nil {
		return
	}
	for _, c := range s.Call.Captures {
		v.Declare(c, asText[c.Var], asWhole[c.Var], "JSON")
	}
}

// names returns the lines that make these names.
func (v *variables) names() string {
	var b strings.Builder
	for _, p := range v.Made {
		b.WriteString("\t" + v.Text[p.Var] + " := api.unique(" + expr.String(p.Stem) + ")\n")
	}
	return b.String()
}

// plain returns the expression of a variable as a text.
func (v *variables) plain(name string) string {
	if suite.IsSecret(name) {
		return "api.secret(" + expr.String(name) + ")"
	}
	return v.Text[name]
}

// json returns the expression of a variable as a whole value in JSON.
func (v *variables) json(name string) string {
	if whole, ok := v.Whole[name]; ok {
		return whole
	}
	return v.plain(name)
}
