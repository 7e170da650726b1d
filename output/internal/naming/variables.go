package naming

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Variables are those of one function. Text and Whole have their names by what steps capture.
type Variables struct {
	Scope Scope
	Text  map[string]string // those that hold texts
	Whole map[string]string // those that hold values of JSON
	Made  []suite.Piece     // names that the test makes itself
	Steps []suite.Step      // those that the function spells out
}

// NewVariables makes the variables of some code with the steps that it spells out.
func NewVariables(taken Scope, steps []suite.Step) *Variables {
	return &Variables{Scope: taken, Text: map[string]string{}, Whole: map[string]string{}, Steps: steps}
}

// Declare declares what is captured as a text, as a whole value, or as both; then the name of the value
// ends with a suffix. What is captured outside of bodies has texts only.
func (v *Variables) Declare(c suite.Capture, asText, asWhole bool, suffix string) {
	if Raw(c) {
		asText, asWhole = asText || asWhole, false
	}
	if asText {
		v.Text[c.Var] = v.Scope.Free(c.Var)
	}
	switch {
	case asWhole && asText:
		v.Whole[c.Var] = v.Scope.Free(c.Var + suffix)
	case asWhole:
		v.Whole[c.Var] = v.Scope.Free(c.Var)
	}
}

// Raw reports whether what is captured is a text that is no value of JSON.
func Raw(c suite.Capture) bool { return c.Source != suite.FromBody || c.LastSegment }

// DeclareNames declares the names that steps use and that the test makes itself.
func (v *Variables) DeclareNames(steps []suite.Step) {
	v.Made = suite.Names(steps)
	for _, p := range v.Made {
		v.Text[p.Var] = v.Scope.Free(p.Var)
	}
}

// IsName reports whether a variable is a name that the test makes itself.
func (v *Variables) IsName(name string) bool {
	return slices.ContainsFunc(v.Made, func(p suite.Piece) bool { return p.Var == name })
}

// Of returns the variable of what a function returns, "" if it has none.
func (v *Variables) Of(r suite.Returned) string {
	if r.JSON {
		return v.Whole[r.Var]
	}
	return v.Text[r.Var]
}

// Answer names the answer to a call: "posted", or "postedBooks" where the function has several such
// calls.
func (v *Variables) Answer(s *suite.Step) string {
	verb := verbs[s.Call.Request.Method]
	if verb == "" {
		verb = "got"
	}
	same := 0
	for i := range v.Steps {
		if c := v.Steps[i].Call; c != nil && c.Request.Method == s.Call.Request.Method {
			same++
		}
	}
	if same > 1 {
		verb += resource(s.Operation)
	}
	return v.Scope.Free(verb)
}

// verbs say what a method did with the data. All other methods got some. It is read-only.
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
