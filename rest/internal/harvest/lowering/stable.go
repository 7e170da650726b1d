package lowering

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/present"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

const (
	maxChecks    = 100  // of one step
	maxScalars   = 20   // of an array without objects that one check asserts
	maxElements  = 3    // of a large array, besides its length
	maxWholeText = 1000 // bytes of a text asserted as a whole
)

// stability finds what can be asserted about bodies that several executions of
// one call returned: values that were the same each time and do not look like
// the current time.
type stability struct {
	now    present.Moment
	prose  func(text string) bool // reports texts of which only the type is asserted
	arrays map[string]bool        // by pointer
	seen   effects.Seen           // the effects of other tests on the bodies
	mixed  map[string]bool        // lists that come in any order, by pointers with suite.Element
	checks []suite.Check
}

// Checks returns the assertions about a body, one for each value in it.
// bodies has the body of each execution. Of lists to which other tests add, and of
// resources that other tests change, only types are asserted, as of the elements of lists that
// come in any order: mixed has their pointers, with [suite.Element] for the indexes.
func Checks(
	bodies [][]byte, contentType string, now time.Time,
	prose func(string) bool, seen effects.Seen, mixed map[string]bool,
) []suite.Check {
	s := &stability{now: present.At(now), prose: prose, arrays: map[string]bool{}, seen: seen, mixed: mixed}
	if len(bodies[0]) == 0 || !isJSON(contentType) && !looksLikeJSON(bodies[0]) {
		return s.text(bodies)
	}
	values := make([]any, len(bodies))
	for i, b := range bodies {
		v, err := value.ParseJSON(b)
		if err != nil {
			return s.text(bodies)
		}
		values[i] = v
	}
	s.value("", values)
	return s.checks
}

func isJSON(contentType string) bool {
	kind := message.Essence(contentType)
	return kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// looksLikeJSON reports whether a body may be a JSON object or array. Many
// services set no content type, and the server then takes their JSON for text.
func looksLikeJSON(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[')
}

func (s *stability) text(bodies [][]byte) []suite.Check {
	first := string(bodies[0])
	if slices.ContainsFunc(bodies, func(b []byte) bool { return string(b) != first }) {
		return nil
	}
	switch {
	case first == "":
		return []suite.Check{{Op: suite.Empty}}
	case s.seen.Altered || len(first) > maxWholeText || !utf8.ValidString(first) ||
		s.now.In("", first) || s.prose(first):
		return nil
	}
	return []suite.Check{{Op: suite.Whole, Value: first}}
}

// typed adds a check of a type. If there are arrays on the way, the check is about their first elements.
func (s *stability) typed(pointer, kind string) {
	if !suite.OfFirst(pointer, s.arrays) {
		return
	}
	pointer = suite.AnyElement(pointer, s.arrays)
	if !slices.ContainsFunc(s.checks, func(c suite.Check) bool {
		return c.Pointer == pointer && c.Op == suite.HasType
	}) {
		s.add(pointer, suite.HasType, kind)
	}
}

func (s *stability) add(pointer string, op suite.Op, value any) {
	if len(s.checks) < maxChecks {
		s.checks = append(s.checks, suite.Check{Pointer: pointer, Op: op, Value: value})
	}
}

// value adds the checks for the values of several executions at a pointer. If the values differ or may change, it
// checks only their type, if that is always the same.
func (s *stability) value(pointer string, values []any) {
	kind := suite.TypeOf(values[0])
	if slices.ContainsFunc(values, func(v any) bool { return suite.TypeOf(v) != kind }) {
		return
	}
	switch first := values[0].(type) {
	case value.Object:
		if len(first) == 0 {
			s.typed(pointer, kind)
		}
		s.members(pointer, first, values)
		return
	case []any:
		if s.empty(values) && s.seen.Counted {
			s.typed(pointer, kind)
			return
		}
		if (s.seen.Shared || s.seen.Altered) && !s.empty(values) {
			s.anyOf(pointer, values)
			return
		}
		if scalars(first) && !s.mixed[suite.AnyElement(pointer, s.arrays)] && s.holds(pointer, values) {
			s.add(pointer, suite.Equal, first)
			return
		}
		s.elements(pointer, first, values)
		return
	}
	if s.holds(pointer, values) {
		s.add(pointer, suite.Equal, values[0])
	} else {
		s.typed(pointer, kind)
	}
}

// empty reports whether all of some lists are empty.
func (s *stability) empty(lists []any) bool {
	return !slices.ContainsFunc(lists, func(v any) bool { return len(v.([]any)) > 0 })
}

// anyOf adds checks that hold for all elements of some lists: their type, and the types of the members that each of
// them has.
func (s *stability) anyOf(pointer string, lists []any) {
	var all []any
	for _, list := range lists {
		all = append(all, list.([]any)...)
	}
	s.typed(pointer, suite.TypeOf(lists[0]))
	s.arrays[pointer] = true
	s.alike(value.Below(pointer, "0"), all)
}

// alike adds checks of the type of the values at a pointer, if all have the same type, and of the types of the members
// that all of them have.
func (s *stability) alike(pointer string, values []any) {
	kind := suite.TypeOf(values[0])
	if slices.ContainsFunc(values, func(v any) bool { return suite.TypeOf(v) != kind }) {
		return
	}
	s.typed(pointer, kind)
	first, _ := values[0].(value.Object)
	for _, m := range first {
		if !s.seen.Elements.Has(suite.AnyElement(pointer, s.arrays), m.Name) {
			continue
		}
		if column, ok := membersOf(values, m.Name); ok {
			s.alike(value.Below(pointer, m.Name), column)
		}
	}
}

// scalars reports whether a list has some elements, none of which has elements or
// members itself.
func scalars(list []any) bool {
	return len(list) > 0 && len(list) <= maxScalars && size(list) == len(list)+1
}

func (s *stability) members(pointer string, first value.Object, values []any) {
	for _, m := range first {
		if s.seen.Counted && !s.seen.Elements.Has(suite.AnyElement(pointer, s.arrays), m.Name) {
			continue // not an element of the list, such as the address of the next page
		}
		if column, ok := membersOf(values, m.Name); ok {
			s.value(value.Below(pointer, m.Name), column)
		}
	}
}

func (s *stability) elements(pointer string, first []any, values []any) {
	if slices.ContainsFunc(values, func(v any) bool { return len(v.([]any)) != len(first) }) {
		return
	}
	s.arrays[pointer] = true
	s.add(pointer, suite.Length, int64(len(first)))
	if len(first) > 0 && s.mixed[suite.AnyElement(pointer, s.arrays)] {
		s.anyOf(pointer, values)
		return
	}
	for i := range first[:min(len(first), maxElements)] {
		column := make([]any, len(values))
		for n, v := range values {
			column[n] = v.([]any)[i]
		}
		s.value(value.Below(pointer, strconv.Itoa(i)), column)
	}
}

// membersOf returns the members of some objects with a name. ok is false if any object has none.
func membersOf(objects []any, name string) (out []any, ok bool) {
	out = make([]any, len(objects))
	for i, o := range objects {
		if out[i], ok = o.(value.Object).Get(name); !ok {
			return nil, false
		}
	}
	return out, true
}

func nameOf(pointer string) string {
	_, name := value.Above(pointer)
	return name
}

// holds reports whether the values at a pointer are equal, and should stay so at another time and with another version
// of a library.
func (s *stability) holds(pointer string, values []any) bool {
	differs := func(v any) bool { return !value.Equal(values[0], v) }
	return !slices.ContainsFunc(values, differs) && !s.seen.Altered && !s.seen.Counted &&
		!s.now.In(nameOf(pointer), values[0]) && !s.wordy(values[0])
}

// wordy reports whether a value is prose, or an element of it.
func (s *stability) wordy(v any) bool {
	switch v := v.(type) {
	case string:
		return s.prose(v)
	case []any:
		return slices.ContainsFunc(v, s.wordy)
	}
	return false
}

// size counts the nodes of a value.
func size(val any) int {
	n := 1
	switch v := val.(type) {
	case value.Object:
		for _, m := range v {
			n += size(m.Value)
		}
	case []any:
		for _, e := range v {
			n += size(e)
		}
	}
	return n
}

// Times returns the number of executions of the test, those in another process included.
func (of Executions) Times() int {
	if of.Elsewhere != nil {
		return len(of.Traces) + 1
	}
	return len(of.Traces)
}

// Agree reports whether all executions got the same kinds of answers.
func (of Executions) Agree() bool {
	first := of.Traces[0]
	for _, t := range of.Traces[1:] {
		if len(t.Steps) != len(first.Steps) {
			return false
		}
		for i := range t.Steps {
			a, b := &t.Steps[i].Answer, &first.Steps[i].Answer
			if !sameStatus(&t.Steps[i], a.Status, b.Status) || a.Outcome != b.Outcome ||
				len(t.Steps[i].Uses) != len(first.Steps[i].Uses) {
				return false
			}
		}
	}
	return len(first.Steps) > 0 && of.agreeElsewhere()
}

// bodies returns the bodies of the answers to a call. It returns false if the answers are of several kinds, or a body
// is not complete or cannot be read.
func (of Executions) bodies(i int) (all [][]byte, alike bool) {
	first := &of.Traces[0].Steps[i].Answer
	contentType := typeOf(first)
	for _, t := range of.Traces {
		answer := &t.Steps[i].Answer
		if answer.Truncated || recoded(answer) || answer.Gzip != first.Gzip || typeOf(answer) != contentType {
			return nil, false
		}
		all = append(all, likeFirst(of.Traces[0].Names, t.Names, answer.Body))
	}
	if of.Elsewhere != nil {
		answer := &of.Elsewhere[i]
		if answer.Truncated || answer.ContentType != contentType {
			return nil, false
		}
		all = append(all, answer.Body)
	}
	if seen := &of.Traces[0].Steps[i].Seen; seen.First != nil {
		all = append(all, seen.First)
	}
	return all, true
}
