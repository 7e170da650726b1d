package suite

import (
	"slices"
	"strconv"
	"strings"
)

// maxName is the most bytes of a test's name (EvoMaster cuts at 120).
const maxName = 100

// StepName says what comes of a step: "GetBooksByIDReturns404".
func StepName(s *Step) string { return s.name() + s.outcome().name }

// TestName says what a test shows: the call that it is about, what comes of it
// and what is wrong with it on purpose, as in
// "PostBooksReturns400WhenTitleIsTooLong".
func TestName(t *Test) string { return t.named(1) }

// named is TestName with so many names of the way to the flaw.
func (t *Test) named(depth int) string {
	name := StepName(t.subject()) + t.faultName()
	if t.Flaw != nil {
		name += "When" + t.Flaw.name(depth)
	}
	return cutName(name, maxName)
}

// schemaFault is the code of answers that the schema does not allow.
const schemaFault = 101

// faultName names a fault that the kind of the answer does not show.
func (t *Test) faultName() string {
	call := t.subject().Call
	switch {
	case len(t.Faults) == 0 || call == nil || call.Expect.Status == 0 || call.Expect.Status >= 500 || t.Faults[0].Category == "":
		return ""
	case t.Faults[0].Code == schemaFault:
		return "AgainstTheSchema"
	}
	return "With" + UpperCamel(t.Faults[0].Category)
}

// NameTests gives every test without a name that of [TestName], and makes all
// names unique: by more of the way to what is wrong, by what the call has that
// those of the others have not, by who makes it, by what came before, and if
// all that does not help by a number. A test without a purpose gets one that
// says the same in words.
func (s *Suite) NameTests() {
	tests := make([]*naming, len(s.Tests))
	for i := range s.Tests {
		t := &s.Tests[i]
		if t.Name == "" {
			t.Name = TestName(t)
		}
		tests[i] = &naming{Test: t}
	}
	tellApart(tests, []func([]*naming){byFlaw, byMembers, byUser, byStepBefore, byPath})
	numberNames(tests)
	for _, t := range tests {
		if t.Purpose == "" {
			t.Purpose = t.purpose()
		}
	}
}

// naming is a test that gets a name.
type naming struct {
	*Test
	with traits // what its name says of the query and the body of the call
	at   traits // and of its path
}

// fits reports whether the name stays short enough with more at its end.
func (t *naming) fits(suffix string) bool { return len(t.Name)+len(suffix) <= maxName }

// tellApart applies the first way to the tests that share a name, and the
// others to those that still do.
func tellApart(tests []*naming, ways []func([]*naming)) {
	if len(ways) == 0 {
		return
	}
	for _, group := range sameNames(tests) {
		if len(group) > 1 {
			ways[0](group)
			tellApart(group, ways[1:])
		}
	}
}

// sameNames groups tests by name, in their order.
func sameNames(tests []*naming) (groups [][]*naming) {
	at := map[string]int{}
	for _, t := range tests {
		i, known := at[t.Name]
		if !known {
			i = len(groups)
			at[t.Name] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	return groups
}

// byFlaw says more of where the wrong value is, as much for all of a group.
func byFlaw(group []*naming) {
	given := func(t *naming) bool { return t.Flaw == nil || t.Name != TestName(t.Test) }
	if slices.ContainsFunc(group, given) {
		return
	}
	best, most := 1, 1
	for depth := 2; depth <= maxDepth; depth++ {
		names := map[string]bool{}
		for _, t := range group {
			names[t.named(depth)] = true
		}
		if len(names) > most {
			best, most = depth, len(names)
		}
	}
	for _, t := range group {
		t.Name = t.named(best)
	}
}

// byUser says who makes the call, where that differs.
func byUser(group []*naming) {
	byLabel(group, func(t *naming) string {
		if who := UpperCamel(t.subject().User); who != "" {
			return "As" + who
		}
		return ""
	})
}

// byStepBefore says what came before, where that differs.
func byStepBefore(group []*naming) {
	byLabel(group, func(t *naming) string {
		if before := stepBefore(t.Test); before != "" {
			return "After" + before
		}
		return ""
	})
}

func byLabel(group []*naming, label func(*naming) string) {
	first := label(group[0])
	if slices.ContainsFunc(group, func(t *naming) bool { return label(t) != first }) {
		for _, t := range group {
			if more := label(t); t.fits(more) {
				t.Name += more
			}
		}
	}
}

// numberNames numbers what has the same name after all.
func numberNames(tests []*naming) {
	taken := map[string]bool{}
	for _, group := range sameNames(tests) {
		taken[group[0].Name] = true
	}
	for _, group := range sameNames(tests) {
		for _, t := range group[1:] {
			base := t.Name
			for n := 2; taken[t.Name]; n++ {
				t.Name = base + "_" + strconv.Itoa(n)
			}
			taken[t.Name] = true
		}
	}
}

// stepBefore names the step before the one that a test is about, without
// those that only prepare and say so in a note.
func stepBefore(t *Test) string {
	subject := t.subject()
	name := ""
	for i := range t.Steps {
		if &t.Steps[i] == subject {
			break
		}
		if t.Steps[i].Note == "" {
			name = t.Steps[i].name()
		}
	}
	return name
}

// cutName cuts a name at the end of a rune.
func cutName(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	return strings.ToValidUTF8(name[:limit], "")
}
