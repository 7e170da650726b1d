package naming

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Variables are the variables of one function. Text and Whole have their identifiers by the name of a capture.
type Variables struct {
	Scope Scope
	Text  map[string]string // variables that hold texts
	Whole map[string]string // variables that hold JSON values
	Made  []suite.Piece     // unique names that the test makes
	Steps []suite.Step      // steps that the function contains
}

// NewVariables returns the variables for the steps that a function contains.
func NewVariables(taken Scope, steps []suite.Step) *Variables {
	return &Variables{Scope: taken, Text: map[string]string{}, Whole: map[string]string{}, Steps: steps}
}

// Declare declares variables for a capture: for its text, its whole value, or both; in that case the identifier for the
// value ends with a suffix. A capture outside of bodies has only a text.
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

// Raw reports whether a capture is a text that is not a JSON value.
func Raw(c suite.Capture) bool { return c.Source != suite.FromBody || c.LastSegment }

// DeclareNames declares the unique names that steps use.
func (v *Variables) DeclareNames(steps []suite.Step) {
	v.Made = suite.Names(steps)
	for _, p := range v.Made {
		v.Text[p.Var] = v.Scope.Free(p.Var)
	}
}

// IsName reports whether a variable is a unique name that the test makes.
func (v *Variables) IsName(name string) bool {
	return slices.ContainsFunc(v.Made, func(p suite.Piece) bool { return p.Var == name })
}

// Of returns the variable for a value that a set-up function returns; "" if there is none.
func (v *Variables) Of(r suite.Returned) string {
	if r.JSON {
		return v.Whole[r.Var]
	}
	return v.Text[r.Var]
}

// Answer returns the name of the variable for an answer: "posted", or "postedBooks" if the function has several calls
// with the same method.
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

// verbs are the beginnings of such names by method; "got" stands for all other methods. It is read-only.
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
