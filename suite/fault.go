package suite

import (
	"slices"
	"strings"
)

// faulty reports whether a test shows a fault.
func (t *Test) faulty() bool { return t.Kind == FaultKind || len(t.Faults) > 0 }

// reasons returns the ways that may explain the outcome of the step. For a fault these are only the conditions in its
// function: conditions elsewhere lead to the place but do not explain the fault.
func (t *Test) reasons() []Way {
	if !t.faulty() {
		return t.Ways
	}
	function := ""
	if len(t.Faults) > 0 {
		function, _, _ = strings.Cut(t.Faults[0].Frame, " (")
	}
	return slices.DeleteFunc(slices.Clone(t.Ways), func(w Way) bool { return function == "" || w.Place != function })
}

// withFault appends the relevant member of the call to the name of a test whose fault has no known cause. The search
// made the call as small as possible, so the remaining members were needed for the fault. A value in the path is
// relevant only if it is unusual, because the path always needs one.
func (t *naming) withFault() {
	if _, known := t.cause(); known || t.pinned || t.Invalid != nil || !t.faulty() {
		return
	}
	if with := relevantMember(nameable(t.subject().members(), t.Known)); with.shown() && t.add(with.words("With")) {
		t.with = with
	} else if at := relevantMember(nameable(t.subject().pathMembers(), t.Known)); at.shown() &&
		slices.Contains(unusual, at[0].value) && t.add(at.words("For")) {
		t.at = at
	}
}

// relevantMember returns the member of a call that explains a fault best: one with an unusual value, one with a value
// that the schema or the program names, a query parameter, or the only member. It includes the value if the value has a
// meaning. It returns nil if no member stands out.
func relevantMember(told []member) traits {
	best, most := member{}, 0
	for _, m := range told {
		grade := 0
		switch {
		case m.plain != "" && slices.Contains(unusual, m.value):
			grade = 4
		case m.plain != "" && !m.text:
			grade = 3
		case strings.HasPrefix(m.place, "?"):
			grade = 2
		case len(told) == 1:
			grade = 1
		}
		if grade > most {
			best, most = m, grade
		}
	}
	if most == 0 {
		return nil
	}
	return traits{{best, best.plain != ""}}
}

// unusual are values that programs often do not expect.
var unusual = []string{"", "0", "-1", "null", "[]", "{}"}

// Silenced reports whether there are faults, and all of them are silenced.
func Silenced(faults []Fault) bool {
	for i := range faults {
		if faults[i].Silenced == "" {
			return false
		}
	}
	return len(faults) > 0
}
