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

// newScope returns the scope of a test, in which the names of its imports are taken.
func newScope(imports ...string) naming.Scope {
	return expr.NewScope(append([]string{"t", "api"}, imports...)...)
}

// testTitle returns the name of a test function. It avoids a lower-case letter after "Test", and the name TestMain,
// because these are no tests.
func testTitle(prefix, name string) string {
	first, size := utf8.DecodeRuneInString(prefix + name)
	title := string(unicode.ToUpper(first)) + (prefix + name)[size:]
	if unicode.IsLower(unicode.ToUpper(first)) || title == "Main" {
		title = "_" + title
	}
	return "Test" + title
}

// sharedPrefix returns the beginning of the identifiers in the shared file.
func sharedPrefix(filePrefix string) string {
	if name := suite.LowerCamel(filePrefix); name != "" {
		return name
	}
	return defaultPrefix
}

// titlePrefix returns the beginning of the names of the test functions.
func (w *Writer) titlePrefix() string {
	if w.Prefix == defaultPrefix {
		return ""
	}
	return suite.UpperCamel(w.Prefix)
}

// titles returns the names of the test functions by the test of the suite, with the names of tables chosen first. It
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

// variables are the Go variables of one function. The whole values hold JSON.
type variables struct{ *naming.Variables }

// newVariables returns the variables for the steps that a function contains.
func newVariables(steps []suite.Step, reserved ...string) *variables {
	return &variables{naming.NewVariables(newScope(reserved...), steps)}
}

// declareAll declares variables for the captures of a step that are used.
func (v *variables) declareAll(s *suite.Step, asText, asWhole map[string]bool) {
	if s.Call == nil {
		return
	}
	for _, c := range s.Call.Captures {
		v.Declare(c, asText[c.Var], asWhole[c.Var], "JSON")
	}
}

// names returns the lines that make the unique names.
func (v *variables) names() string {
	var b strings.Builder
	for _, p := range v.Made {
		b.WriteString("\t" + v.Text[p.Var] + " := api.unique(" + expr.String(p.Stem) + ")\n")
	}
	return b.String()
}

// plain returns the expression for the value of a variable as a text.
func (v *variables) plain(name string) string {
	if suite.IsSecret(name) {
		return "api.secret(" + expr.String(name) + ")"
	}
	return v.Text[name]
}

// json returns the expression for the value of a variable as JSON.
func (v *variables) json(name string) string {
	if whole, ok := v.Whole[name]; ok {
		return whole
	}
	return v.plain(name)
}
