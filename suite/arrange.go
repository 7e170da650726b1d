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

// Fixture is a function that performs the set-up steps of one or more tests.
type Fixture struct {
	Name string
	// Steps are the steps, with all captures that any test needs.
	Steps []Step
	// Returns are the captured values that the function returns. If no step captures a variable any more, because its
	// test is gone, the function returns an empty text for it.
	Returns []Returned
}

// Arrange gives each test without a [Form] a form. It returns the functions of all tests, those of single steps first,
// each kind in the order in which tests first use them. There are three ways of sharing. Each step that only prepares a
// test becomes a function. The calls with which at least two tests begin become a function. At least three refusals, or
// faults, of one kind become a table.
//
// Arrange never changes an existing form: an existing test stays the same when other tests come or go. Another test may
// use the same function if the function returns all that the test needs, and may become a row of the same table. Only a
// form that does not fit its test, or contradicts the form of an earlier test, is replaced.
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

// arrangement chooses the forms of the tests of a suite.
type arrangement struct {
	sharing
	tables []*table
}

// keep accepts the existing form of a test, or drops it if it does not fit.
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

// settle writes the chosen set-ups into the form of a test.
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

// inUse returns the functions that tests use, those of single steps first.
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

// free returns the wanted name, with a number appended if it is taken.
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

// sharing chooses the set-ups of the tests of a suite.
type sharing struct {
	all   []*fixture
	named map[string]*fixture
	open  []*sharer // the tests without a form
}

// sharer is a test whose set-ups are chosen.
type sharer struct {
	*Test
	begins *fixture
	single []*fixture // by step; nil for steps without a function
}

// leastSharing is the number of tests with the same first steps that justifies a new function.
const leastSharing = 2

// beginning is a sequence of first steps that tests without set-ups have in common.
type beginning struct {
	steps []Step // without captures
	tests []*sharer
	// used is the number of tests that have no longer beginning in common with other tests.
	used int
}

// begin finds, for each test, the longest beginning that it shares with another test or that an existing function
// performs.
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
		// checked again, because another test may have added a capture
		if t.begins == nil && kept[t] != nil && kept[t].mergeable(t.Steps) {
			t.begins = kept[t]
			kept[t].merge(t.Steps)
		}
	}
}

// beginnings returns the beginnings of all tests without set-ups, in the order of the tests, the longest beginning of
// each test first.
func (h *sharing) beginnings() (order []*beginning) {
	known := map[string]*beginning{}
	for _, t := range h.open {
		for n := t.setUp(); n > 0; n-- {
			steps := uncaptured(t.Steps[:n])
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

// longestKept returns the existing function with most steps with which a test can begin, or nil.
func (h *sharing) longestKept(t *Test) (longest *fixture) {
	for _, f := range h.all {
		if f.kept && !f.single && f.performs(t, 0) && (longest == nil || len(longest.Steps) < len(f.Steps)) {
			longest = f
		}
	}
	return longest
}

// setUp returns how many first steps of a test a function may perform: the calls before the first step that the test is
// about.
func (t *Test) setUp() int {
	for i := range t.Steps {
		if t.Steps[i].Call == nil || i == last(t.Steps) || len(t.FaultsAt(i)) > 0 {
			return i
		}
	}
	return 0
}

// uncaptured returns copies of steps without their captures. Tests with the same steps may capture different
// values.
func uncaptured(steps []Step) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		call := *s.Call
		call.Captures = nil
		s.Call = &call
		out[i] = s
	}
	return out
}

// textOf returns a key for steps. Different steps may have the same key; only DeepEqual tells them apart.
func textOf(steps []Step) string {
	text, err := json.Marshal(steps)
	if err != nil { // steps that are no plain data all have the key ""
		return ""
	}
	return string(text)
}

// share makes a function of a beginning for the tests that have it as their longest one.
func (h *sharing) share(b *beginning, longest map[*sharer]*beginning) {
	f := &fixture{Fixture: Fixture{Steps: uncaptured(b.steps)}}
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

// title describes a beginning: "PostTodos and PatchTodosByID as ann". It leaves out steps that only prepare.
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

// mergeable reports whether the captures of a test's steps can be added to the function: no variable would be captured
// in two ways.
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

// merge adds the captures of a test's steps to the function.
func (f *fixture) merge(steps []Step) {
	if f.single { // the function of a single step has all captures of the step
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
