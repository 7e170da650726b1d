package suite

import (
	"slices"
	"strconv"
	"strings"
)

// maxName is how many bytes the name of a test may have (EvoMaster: 120).
const maxName = 100

// StepName says what comes of a step: "GetBooksByIDReturns404".
func StepName(s *Step) string { return s.name() + s.outcome().name }

// TestName says what a test shows: which step it is about, what comes of it, and
// why: what is invalid in it, or which condition of the program refuses it. An
// example is "PostBooksReturns400WhenTitleIsTooLong".
func TestName(t *Test) string { return t.named(1) }

// named is TestName with up to depth names that lead to the invalid value.
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

// schemaFault is the code of answers that the schema does not allow.
const schemaFault = 101

// faultName names a fault that the status of the answer does not tell already.
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

// NameTests gives each test without a name the one that [TestName] suggests, and
// makes these names unique. The name of a test with a fault gets the member of the
// call that says most about it. It never changes a name that is there already: a test
// keeps its name as long as it lives, and the new ones make way. Where several
// tests share a name, it adds in turn: more about where the invalid value is, the
// condition of the program that only this test meets, the error that a function
// returns, the parameters that only this call has, the user, the step before, and values of the path. As a last
// resort it adds a number. A name holds only values that mean something, see
// [Test.Known]. A test without a purpose gets one that says the same as its name.
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

// naming is a test that gets a name.
type naming struct {
	*Test
	pinned bool   // it had a name before
	caused bool   // its name says which condition only this test meets
	with   traits // what its name says of the query and the body of the call
	at     traits // and of its path
}

// add puts more at the end of a name, if that may be changed and stays short
// enough. It reports whether the name holds it now.
func (t *naming) add(suffix string) bool {
	if t.pinned || !t.fits(suffix) {
		return false
	}
	t.Name += suffix
	return true
}

// fits reports whether the name stays short enough with more at its end.
func (t *naming) fits(suffix string) bool { return len(t.Name)+len(suffix) <= maxName }

// tellApart applies the first way to the tests that share a name, and the other
// ways to those that still share one.
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

// byInvalid says more about where the invalid value is, for all tests of a group
// alike.
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

// byUser names the users if the tests of the group have different ones.
func byUser(group []*naming) {
	byLabel(group, func(t *naming) string {
		if who := UpperCamel(t.subject().User); who != "" {
			return "As" + who
		}
		return ""
	})
}

// byStepBefore names the steps before if they differ in the group.
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

// numberNames numbers the tests that still share a name. The first one needs no
// number, unless another had the name before.
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

// stepBefore names the last of the steps before the one that a test is about. It skips steps
// with a note, which only prepare the test.
func stepBefore(earlier []Step) string {
	for i, s := range slices.Backward(earlier) {
		if s.Note == "" {
			return earlier[i].name()
		}
	}
	return ""
}

// cutName shortens a name. It never cuts a rune in two.
func cutName(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	return strings.ToValidUTF8(name[:limit], "")
}
