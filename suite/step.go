package suite

import (
	"net/url"
	"slices"
	"strings"
)

// outcome returns the outcome of a step, empty for a step without a kind.
func (s *Step) outcome() outcome {
	switch {
	case s.Call != nil:
		return s.Call.Expect.outcome()
	case s.Function != nil:
		return s.Function.outcome()
	case s.Act != nil:
		return s.Act.outcome()
	case s.Unit != nil:
		return s.Unit.outcome()
	}
	return outcome{}
}

// Succeeds reports whether the step is expected to succeed: the answer has a status of 2xx, or the function returns no
// error. Steps in pages always succeed.
func (s *Step) Succeeds() bool {
	switch {
	case s.Call != nil:
		return s.Call.Expect.Status/100 == 2
	case s.Function != nil:
		return !s.Function.Expect.Panics && !s.Function.Expect.fails()
	}
	return s.Act != nil || s.Unit != nil
}

// name returns the name of the operation for the name of a test.
func (s *Step) name() string {
	switch {
	case s.Function != nil:
		return UpperCamel(s.Function.Name)
	case s.Act != nil:
		return s.Act.name()
	case s.Unit != nil:
		return UpperCamel(s.Unit.Function)
	}
	return OperationName(s.Operation)
}

// vars returns the variables that a step uses. A variable that is used twice is returned twice.
func (s *Step) vars() []string {
	if s.Call != nil {
		return s.Call.Request.Vars()
	}
	return nil
}

// members returns the data of a step by which tests can be told apart. It leaves out values that are known only when
// the test runs.
func (s *Step) members() []member {
	switch {
	case s.Call != nil:
		return s.Call.Request.members()
	case s.Function != nil:
		return s.Function.members()
	case s.Act != nil:
		return s.Act.members()
	}
	return nil
}

// String returns the data that a step sends in one line.
func (s *Step) String() string {
	switch {
	case s.Call != nil:
		return s.Call.Request.String()
	case s.Function != nil:
		return s.Function.String()
	case s.Act != nil:
		return s.Act.String()
	case s.Unit != nil:
		return s.Unit.Call
	}
	return s.Operation
}

// pathMembers returns the parameters in the path of a call, apart from values that are known only when the test runs.
func (s *Step) pathMembers() (out []member) {
	if s.Call == nil {
		return nil
	}
	_, template, _ := strings.Cut(s.Operation, " ")
	names := strings.Split(template, "/")
	values := s.Call.Request.Path.segments()
	if len(names) != len(values) {
		return nil
	}
	for i, name := range names {
		name, isParameter := strings.CutPrefix(name, "{")
		value, ok := values[i].Literal()
		plain, err := url.PathUnescape(value)
		if name, whole := strings.CutSuffix(name, "}"); isParameter && whole && ok && err == nil {
			out = append(out, newMember("{"+name, name, plain, false))
		}
	}
	return out
}

// Used returns the variables that the steps of a test use.
func (t *Test) Used() map[string]bool {
	used := map[string]bool{}
	for i := range t.Steps {
		for _, v := range t.Steps[i].vars() {
			used[v] = true
		}
	}
	return used
}

// Uses returns which variables steps use as texts, and which as whole values in JSON bodies.
func Uses(steps []Step) (asText, asJSON map[string]bool) {
	asText, asJSON = map[string]bool{}, map[string]bool{}
	for i := range steps {
		if steps[i].Call == nil {
			continue
		}
		r := steps[i].Call.Request
		if r.Body != nil && r.Body.JSON {
			for n, inside := range r.Body.Text.InStrings() {
				if p := r.Body.Text[n]; p.Var != "" && !inside {
					asJSON[p.Var] = true
				} else if p.Var != "" {
					asText[p.Var] = true
				}
			}
			r.Body = nil
		}
		for _, name := range r.Vars() {
			asText[name] = true
		}
	}
	return asText, asJSON
}

// FaultsAt returns the faults that a step shows.
func (t *Test) FaultsAt(step int) []Fault {
	var out []Fault
	for _, f := range t.Faults {
		if f.Step == step {
			out = append(out, f)
		}
	}
	return out
}

// Arranges reports whether the step has surroundings that satisfy a condition.
func (s *Step) Arranges(condition func(*Given) bool) bool {
	return slices.ContainsFunc(s.Given, func(g Given) bool { return condition(&g) })
}
