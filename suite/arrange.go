package suite

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fixture is a function that set-ups of tests are about.
type Fixture struct {
	Name string
	// Steps have all the captures that tests need of them.
	Steps []Step
	// Returns are those of the set-ups. One whose variable no step captures is
	// of a test that is gone: the function returns an empty text in its place.
	Returns []Returned
}

// Arrange gives each test that has none yet its form, and returns the functions of
// all tests: those of single steps first, each kind in the order in which the tests
// need them. Each step that only prepares a test is a function. The calls with which
// at least two tests begin are another one. At least three refusals, or faults,
// of one kind are a table.
//
// It never changes a form that is there already: a test that is kept does not change
// because of other tests. Another test may have the same function if that returns
// all that the test needs, and may become a row of the same table. Forms that do not
// fit their test, or that contradict one of a test before, are chosen anew.
func (s *Suite) Arrange() []Fixture {
	a := &arrangement{sharing: sharing{named: map[string]*fixture{}}}
	for i := range s.Tests {
		a.keep(&s.Tests[i])
	}
	for _, t := range a.open {
		a.prepare(t)
	}
	a.begin()
	for _, t := range a.open {
		t.settle()
	}
	a.tabulate(s)
	return a.inUse(s)
}

// arrangement gives the tests of a suite their forms.
type arrangement struct {
	sharing
	tables []*table
}

// keep takes the form that a test has, unless it does not fit.
func (a *arrangement) keep(t *Test) {
	if t.Form == nil || !a.fit(t) || !a.keepRow(t) {
		t.Form = nil
		a.open = append(a.open, &sharer{Test: t, single: make([]*fixture, len(t.Steps))})
		return
	}
	for _, u := range t.Form.SetUps {
		f := a.named[u.Name]
		if f == nil {
			f = newFixture(u, t.Steps, isSingle(t, u))
			a.add(f)
		}
		f.merge(t.Steps)
	}
}

// settle gives a test the set-ups that were chosen.
func (t *sharer) settle() {
	t.Form = &Form{}
	if f := t.begins; f != nil {
		t.Form.SetUps = append(t.Form.SetUps, SetUp{Name: f.Name, Steps: len(f.Steps), Returns: f.Returns})
	}
	for i, f := range t.single {
		if f != nil {
			t.Form.SetUps = append(t.Form.SetUps, SetUp{Name: f.Name, First: i, Steps: 1, Returns: f.Returns})
		}
	}
}

// inUse returns the functions that tests have, those of single steps first.
func (a *arrangement) inUse(s *Suite) []Fixture {
	var single, others []Fixture
	seen := map[string]bool{}
	for i := range s.Tests {
		for _, u := range s.Tests[i].Form.SetUps {
			f := a.named[u.Name]
			switch {
			case seen[u.Name]:
			case f.single:
				single = append(single, f.Fixture)
			default:
				others = append(others, f.Fixture)
			}
			seen[u.Name] = true
		}
	}
	return append(single, others...)
}

// free returns a name like the wanted one that is not taken.
func free(want string, taken func(name string) bool) string {
	between := ""
	if last, _ := utf8.DecodeLastRuneInString(want); unicode.IsDigit(last) {
		between = "_"
	}
	name := want
	for n := 2; taken(name); n++ {
		name = want + between + strconv.Itoa(n)
	}
	return name
}

// sharing chooses the set-ups of a suite.
type sharing struct {
	all   []*fixture
	named map[string]*fixture
	open  []*sharer // the tests without a form
}

// sharer is a test that gets set-ups.
type sharer struct {
	*Test
	begins *fixture
	single []*fixture // nil for steps without
}

// leastSharing is how many tests begin with the steps of a new function.
const leastSharing = 2

// beginning is what tests without set-ups begin with.
type beginning struct {
	steps []Step // without captures
	tests []*sharer
	// used is how many tests have no longer beginning in common with others.
	used int
}

// begin finds the longest beginning that each test has in common with another one,
// or that is a function already.
func (h *sharing) begin() {
	kept, longest := map[*sharer]*fixture{}, map[*sharer]*beginning{}
	all := h.beginnings()
	for _, t := range h.open {
		kept[t] = h.longestKept(t.Test)
	}
	for _, b := range all {
		for _, t := range b.tests {
			if len(b.tests) < leastSharing || kept[t] != nil && len(kept[t].Steps) >= len(b.steps) {
				continue
			}
			if old := longest[t]; old == nil || len(old.steps) < len(b.steps) {
				longest[t] = b
			}
		}
	}
	for _, b := range longest {
		b.used++
	}
	for _, b := range all {
		if b.used >= leastSharing {
			h.share(b, longest)
		}
	}
	for _, t := range h.open {
		if t.begins == nil && kept[t] != nil && kept[t].mergeable(t.Steps) { // another test may have added a capture
			t.begins = kept[t]
			kept[t].merge(t.Steps)
		}
	}
}

// beginnings are those of all tests without set-ups, in their order, the longest one
// of each test first.
func (h *sharing) beginnings() (order []*beginning) {
	known := map[string]*beginning{}
	for _, t := range h.open {
		for n := t.setUp(); n > 0; n-- {
			steps := bare(t.Steps[:n])
			key := textOf(steps)
			if known[key] == nil {
				known[key] = &beginning{steps: steps}
				order = append(order, known[key])
			}
			if b := known[key]; t.Steps[n-1].Note == "" && reflect.DeepEqual(b.steps, steps) {
				b.tests = append(b.tests, t)
			}
		}
	}
	return order
}

// longestKept returns the function of kept tests with most steps with which a test
// can begin, or nil.
func (h *sharing) longestKept(t *Test) (longest *fixture) {
	for _, f := range h.all {
		if f.kept && !f.single && f.stands(t, 0) && (longest == nil || len(longest.Steps) < len(f.Steps)) {
			longest = f
		}
	}
	return longest
}

// setUp is how many steps of a test may stand in the function of a beginning: those
// before the first one that it is about.
func (t *Test) setUp() int {
	for i := range t.Steps {
		if t.Steps[i].Call == nil || i == last(t.Steps) || len(t.FaultsAt(i)) > 0 {
			return i
		}
	}
	return 0
}

// bare returns steps without their captures: a test reads only what it needs.
func bare(steps []Step) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		call := *s.Call
		call.Captures = nil
		s.Call = &call
		out[i] = s
	}
	return out
}

// textOf tells beginnings apart, but for some that only DeepEqual does.
func textOf(steps []Step) string {
	text, err := json.Marshal(steps)
	if err != nil { // no plain data, so DeepEqual alone tells
		return ""
	}
	return string(text)
}

// share makes the function of a beginning.
func (h *sharing) share(b *beginning, longest map[*sharer]*beginning) {
	f := &fixture{Fixture: Fixture{Steps: bare(b.steps)}}
	var tests []*sharer
	for _, t := range b.tests {
		if longest[t] == b && f.mergeable(t.Steps) {
			f.merge(t.Steps)
			tests = append(tests, t)
		}
	}
	for _, t := range tests {
		t.begins = f
		f.returns(needs(t.Steps, t.Steps[:len(f.Steps)]))
	}
	f.Name = h.free(f.title())
	h.add(f)
}

// title says what a beginning does: "PostTodos and PatchTodosByID as ann". It leaves
// out what only prepares.
func (f *fixture) title() string {
	var names []string
	for _, s := range f.Steps {
		if s.Note == "" {
			names = append(names, OperationName(s.Operation))
		}
	}
	as := ""
	if user := f.Steps[len(f.Steps)-1].User; user != "" {
		as = " as " + user
	}
	return strings.Join(names, " and ") + as
}

// mergeable reports whether a beginning can have the captures of a test with some steps: the
// test calls none by a name that another one has for something else.
func (f *fixture) mergeable(steps []Step) bool {
	for i := range f.Steps {
		for _, c := range steps[i].Call.Captures {
			for n := range f.Steps {
				if slices.ContainsFunc(f.Steps[n].Call.Captures, func(known Capture) bool {
					return known.Var == c.Var && (known != c || n != i)
				}) {
					return false
				}
			}
		}
	}
	return true
}

// merge adds the captures of a test with some steps.
func (f *fixture) merge(steps []Step) {
	if f.single { // it has them
		return
	}
	for i := range f.Steps {
		call := f.Steps[i].Call
		for _, c := range steps[i].Call.Captures {
			if !slices.Contains(call.Captures, c) {
				call.Captures = append(call.Captures, c)
			}
		}
	}
}
