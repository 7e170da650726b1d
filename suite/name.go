package suite

import (
	"slices"
	"strconv"
	"strings"
)

// maxName is the maximum length of a test name in bytes (EvoMaster: 120).
const maxName = 100

// StepName returns a name for a step: its operation and its outcome, "GetBooksByIDReturns404".
func StepName(s *Step) string { return s.name() + s.outcome().name }

// TestName returns a name for a test: the operation and outcome of its step, and the reason, which is the invalid value
// or the condition of the program that refuses it. An example is "PostBooksReturns400WhenTitleIsTooLong".
func TestName(t *Test) string { return t.named(1) }

// named is TestName with up to depth names on the path to the invalid value.
func (t *Test) named(depth int) string {
	fault := t.faultName()
	name := StepName(t.subject()) + fault
	if t.Invalid != nil {
		return cutName(name+"When"+t.Invalid.name(depth), maxName)
	}
	if name = cutName(name, maxName); fault == "" && !t.subject().Succeeds() {
		if c, known := t.cause(); known {
			return c.behind(name)
		}
	}
	return name
}

// schemaFault is the fault code of answers that do not fit the schema.
const schemaFault = 101

// faultName returns the words for a fault that does not show in the status of the answer; "" for other faults.
func (t *Test) faultName() string {
	call := t.subject().Call
	switch {
	case len(t.Faults) == 0 || call == nil || call.Expect.Status == 0 || call.Expect.Status >= 500 ||
		t.Faults[0].Category == "":
		return ""
	case t.Faults[0].Code == schemaFault:
		return "AgainstTheSchema"
	}
	return "With" + UpperCamel(t.Faults[0].Category)
}

// NameTests gives each test without a name the result of [TestName], and makes these names unique. The name of a test
// with a fault gets the member of the call that explains the fault best. An existing name never changes: a test keeps
// its name as long as it lives, and new names avoid it. If several tests have the same name, NameTests appends in turn:
// more of the path to the invalid value, the condition of the program that only this test meets, the error that a
// function returns, the parameters that only this call has, the user, the step before, and values of the path. As a
// last resort it appends a number. A name contains only values with a meaning for a reader, see [Test.Known]. A test
// without a purpose gets a purpose that says the same as its name.
func (s *Suite) NameTests() {
	tests := make([]*naming, len(s.Tests))
	for i := range s.Tests {
		t := &s.Tests[i]
		tests[i] = &naming{Test: t, pinned: t.Name != ""}
		if t.Name == "" {
			t.Name = TestName(t)
		}
	}
	for _, t := range tests {
		t.withFault()
	}
	tellApart(tests, []func([]*naming){byInvalid, byCause, byError, byBound, byMembers, byUser, byStepBefore, byPath})
	numberNames(tests)
	for _, t := range tests {
		if t.Purpose == "" {
			t.Purpose = t.purpose()
		}
	}
}

// naming is a test while it gets its name.
type naming struct {
	*Test
	pinned bool   // the test had a name before
	caused bool   // the name contains the condition that only this test meets
	with   traits // the members of the query and body in the name
	at     traits // the members of the path in the name
}

// add appends a suffix to the name, if the name is new and stays short enough. It reports whether the name has the
// suffix now.
func (t *naming) add(suffix string) bool {
	if t.pinned || !t.fits(suffix) {
		return false
	}
	t.Name += suffix
	return true
}

// fits reports whether the name stays short enough with the suffix.
func (t *naming) fits(suffix string) bool { return len(t.Name)+len(suffix) <= maxName }

// tellApart applies the first of the ways to the tests with equal names, the second to those whose names are then still
// equal, and so on.
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

// sameNames returns the groups of tests with the same name.
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

// byInvalid appends more of the path to the invalid value, equally deep for all tests of a group.
func byInvalid(group []*naming) {
	group = slices.DeleteFunc(slices.Clone(group), func(t *naming) bool { return t.pinned })
	if slices.ContainsFunc(group, func(t *naming) bool { return t.Invalid == nil }) {
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

// byUser appends the user, if the tests of the group have different users.
func byUser(group []*naming) {
	byLabel(group, func(t *naming) string {
		if who := UpperCamel(t.subject().User); who != "" {
			return "As" + who
		}
		return ""
	})
}

// byStepBefore appends the step before, if that differs within the group.
func byStepBefore(group []*naming) {
	byLabel(group, func(t *naming) string {
		if before := stepBefore(t.earlier()); before != "" {
			return "After" + before
		}
		return ""
	})
}

func byLabel(group []*naming, label func(*naming) string) {
	first := label(group[0])
	if slices.ContainsFunc(group, func(t *naming) bool { return label(t) != first }) {
		for _, t := range group {
			t.add(label(t))
		}
	}
}

// numberNames numbers the tests with equal names. The first needs no number, unless an existing test has the name.
func numberNames(tests []*naming) {
	taken := map[string]bool{}
	for _, t := range tests {
		taken[t.Name] = true
	}
	for _, group := range sameNames(tests) {
		fresh := slices.DeleteFunc(group, func(t *naming) bool { return t.pinned })
		if len(fresh) == len(group) {
			fresh = fresh[1:]
		}
		for _, t := range fresh {
			base := t.Name
			for n := 2; taken[t.Name]; n++ {
				t.Name = base + "_" + strconv.Itoa(n)
			}
			taken[t.Name] = true
		}
	}
}

// stepBefore returns the name of the last step before the one that a test is about. It skips steps with a note, which
// only prepare.
func stepBefore(earlier []Step) string {
	for i, s := range slices.Backward(earlier) {
		if s.Note == "" {
			return earlier[i].name()
		}
	}
	return ""
}

// cutName shortens a name to a number of bytes, at a rune boundary.
func cutName(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	return strings.ToValidUTF8(name[:limit], "")
}
