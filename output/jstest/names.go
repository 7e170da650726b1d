package jstest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// scope hands out identifiers that differ.
type scope map[string]bool

// reserved are words of the language, and the names that code of tests uses.
const reserved = "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
	"false finally for function if implements import in instanceof interface let new null package private protected public " +
	"return static super switch this throw true try typeof undefined var void while with yield " +
	"Buffer encodeURIComponent api test expect start describe it jest vi require module exports process row"

func newScope(names ...string) scope {
	s := scope{}
	for _, name := range append(strings.Fields(reserved), names...) {
		s[name] = true
	}
	return s
}

// free returns a name like the wanted one that is not taken, and takes it.
func (s scope) free(want string) string {
	name := want
	for n := 2; s[name]; n++ {
		name = numbered(want, n)
	}
	s[name] = true
	return name
}

var lastDigit = regexp.MustCompile(`\p{Nd}$`)

// numbered returns a name with a number at its end: "a2", or "a1_2" for "a1".
func numbered(name string, n int) string {
	if lastDigit.MatchString(name) {
		name += "_"
	}
	return name + strconv.Itoa(n)
}

// variables are those of one function.
type variables struct {
	scope scope
	text  map[string]string // by captured variable
	whole map[string]string // those that hold values
	made  []suite.Piece     // names that the test makes itself
	raw   map[string]bool   // captured outside of JSON
	steps []suite.Step
}

// newVariables makes the variables of some code with the steps that it spells out.
func newVariables(steps []suite.Step) *variables {
	return &variables{scope: newScope(), text: map[string]string{}, whole: map[string]string{}, raw: map[string]bool{}, steps: steps}
}

// declareAll declares the captures of a step that are used.
func (v *variables) declareAll(s *suite.Step, asText, asWhole map[string]bool) {
	for _, c := range s.Call.Captures {
		v.declare(c, asText[c.Var], asWhole[c.Var])
	}
}

func (v *variables) declare(c suite.Capture, asText, asWhole bool) {
	if c.Source != suite.FromBody || c.LastSegment {
		v.raw[c.Var] = true
		asText, asWhole = asText || asWhole, false
	}
	if asText {
		v.text[c.Var] = v.scope.free(c.Var)
	}
	switch {
	case asWhole && asText:
		v.whole[c.Var] = v.scope.free(c.Var + "Value")
	case asWhole:
		v.whole[c.Var] = v.scope.free(c.Var)
	}
}

// declareNames declares the names that steps use and that the test makes itself.
func (v *variables) declareNames(steps []suite.Step) {
	v.made = suite.Names(steps)
	for _, p := range v.made {
		v.text[p.Var] = v.scope.free(p.Var)
	}
}

// isName reports whether a variable is a name that the test makes itself.
func (v *variables) isName(name string) bool {
	return slices.ContainsFunc(v.made, func(p suite.Piece) bool { return p.Var == name })
}

// names returns the lines that make these names.
func (v *variables) names(indent string) string {
	var b strings.Builder
	for _, p := range v.made {
		b.WriteString(indent + "const " + v.text[p.Var] + " = api.unique(" + escape.JSString(p.Stem) + ");\n")
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
		return "api.secret(" + escape.JSString(name) + ")"
	}
	return v.text[name]
}

// value returns the expression of a variable as a whole value in a literal.
func (v *variables) value(name string) string {
	if whole, ok := v.whole[name]; ok {
		return whole
	}
	return "api.parse(" + v.plain(name) + ")"
}

// json returns the expression of a variable as a whole value in a JSON text.
func (v *variables) json(name string) string {
	if whole, ok := v.whole[name]; ok {
		return "api.stringify(" + whole + ")"
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
		if v.steps[i].Call.Request.Method == s.Call.Request.Method {
			same++
		}
	}
	if same > 1 {
		verb += resource(s.Operation)
	}
	return v.scope.free(verb)
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
