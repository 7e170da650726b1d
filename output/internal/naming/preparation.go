package naming

import (
	"reflect"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Preparation is a set-up function of the shared file. It performs either a single step that only prepares, such as a
// log-in, or the first steps of tests, so that a test itself begins with the steps that it is about.
type Preparation struct {
	suite.Fixture
	// Method is the name of the function.
	Method string
	// AsText and AsWhole are the captures that the function returns or uses itself: as text, and as a whole JSON value.
	AsText, AsWhole map[string]bool
}

// NewPreparation returns the function of a set-up. taken are the names that functions cannot have.
func NewPreparation(f suite.Fixture, taken Scope) Preparation {
	p := Preparation{Fixture: f, Method: taken.Method(f.Name)}
	p.AsText, p.AsWhole = suite.Uses(f.Steps)
	for _, r := range f.Returns {
		uses := p.AsText
		if r.JSON {
			uses = p.AsWhole
		}
		uses[r.Var] = true
	}
	return p
}

// Single reports whether the function performs a single step that only prepares.
func (p *Preparation) Single() bool { return len(p.Steps) == 1 && p.Steps[0].Note != "" }

// About describes the function by the operations of its steps, without steps that only prepare.
func (p *Preparation) About() string {
	if p.Single() {
		return p.Steps[0].Note
	}
	var calls []string
	for _, s := range p.Spelled() {
		calls = append(calls, s.Operation)
	}
	about := strings.Join(calls, ", ")
	if user := p.Steps[len(p.Steps)-1].User; user != "" {
		about += " as " + user
	}
	return about
}

// Spelled returns the steps that the function contains itself, and does not leave to other set-up functions.
func (p *Preparation) Spelled() []suite.Step {
	if len(p.Steps) == 1 {
		return p.Steps
	}
	return slices.DeleteFunc(slices.Clone(p.Steps), func(s suite.Step) bool { return s.Note != "" })
}

// StandsFor reports whether the function can perform the step for another function: it consists of that step, and
// returns all values that v has of it.
func (p *Preparation) StandsFor(s *suite.Step, v *Variables) bool {
	return p.Single() && reflect.DeepEqual(&p.Steps[0], s) &&
		!slices.ContainsFunc(s.Call.Captures, func(c suite.Capture) bool {
			return v.Text[c.Var] != "" && !slices.Contains(p.Returns, suite.Returned{Var: c.Var}) ||
				v.Whole[c.Var] != "" && !slices.Contains(p.Returns, suite.Returned{Var: c.Var, JSON: true})
		})
}

// Captured reports whether one of the steps captures a variable.
func Captured(steps []suite.Step, name string) bool {
	return slices.ContainsFunc(steps, func(s suite.Step) bool {
		return s.Call != nil && slices.ContainsFunc(s.Call.Captures, func(c suite.Capture) bool {
			return c.Var == name
		})
	})
}
