package suite

import (
	"slices"
	"strings"
)

// faulty reports whether a test shows a fault.
func (t *Test) faulty() bool { return t.Kind == FaultKind || len(t.Faults) > 0 }

// reasons are the ways that may be why the step comes out as it does. Of a fault
// that are those in its function: a condition elsewhere tells how the program came
// there, and has nothing to do with what went wrong.
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

// withFault names what matters in the call of a test with a fault whose reason is
// not known: what is left of the call was needed for the fault. A value in the path
// matters only if it is unusual, because the path needs one in any case.
func (t *naming) withFault() {
	if _, known := t.cause(); known || t.pinned || t.Invalid != nil || !t.faulty() {
		return
	}
	if with := remains(told(t.subject().members(), t.Known)); with.shown() && t.add(with.words("With")) {
		t.with = with
	} else if at := remains(told(t.subject().pathMembers(), t.Known)); at.shown() &&
		slices.Contains(unusual, at[0].value) && t.add(at.words("For")) {
		t.at = at
	}
}

// remains is the member of a call that says most about a fault, with its value if
// that means something: an unusual value, else one that the schema or the program
// names, else a query parameter or the only member. It is empty if none says more
// than the others.
func remains(told []member) traits {
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

// unusual are values that programs often forget.
var unusual = []string{"", "0", "-1", "null", "[]", "{}"}

// Silenced reports whether there are faults and all of them are silenced.
func Silenced(faults []Fault) bool {
	for i := range faults {
		if faults[i].Silenced == "" {
			return false
		}
	}
	return len(faults) > 0
}
