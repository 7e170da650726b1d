package suite

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/value"
)

// Strength says how much a test asserts of the step that it is about.
type Strength string

// The strengths, from the weakest to the strongest.
const (
	// Status asserts the status of an answer, or whether a function fails.
	Status Strength = "status"
	// Shape asserts the content type as well, which members there are, and of which
	// type they are. It does not count the elements of an array.
	Shape Strength = "shape"
	// Full asserts the values. An object may have members that the test does not
	// know.
	Full Strength = "full"
)

// Strengths are all of them, from the weakest to the strongest.
func Strengths() []Strength { return []Strength{Status, Shape, Full} }

// MarshalText implements encoding.TextMarshaler.
func (s Strength) MarshalText() ([]byte, error) { return []byte(s), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Strength) UnmarshalText(text []byte) error {
	if *s = Strength(text); *s != "" && !slices.Contains(Strengths(), *s) {
		return fmt.Errorf("%q is no strength of assertions, those are %v", text, Strengths())
	}
	return nil
}

// Hold has the tests assert as much as a strength says of the steps that they are
// about: those that show a fault, or else the last one. Of all other steps they
// assert the status alone. The default is [Full].
func (s *Suite) Hold(at Strength) {
	for i := range s.Tests {
		t := &s.Tests[i]
		for n := range t.Steps {
			switch step := &t.Steps[n]; {
			case !isAbout(n, last(t.Steps), t.Faults):
				step.hold(Status)
			case at == Shape || at == Status:
				step.hold(at)
			}
		}
	}
}

// isAbout reports whether a test with some faults is about a step, or the step shows what came of that. The last step
// is that before those that tidy up.
func isAbout(step, last int, faults []Fault) bool {
	if step > last || len(faults) == 0 {
		return step >= last
	}
	return slices.ContainsFunc(faults, func(f Fault) bool { return f.Step == step })
}

func (s *Step) hold(at Strength) {
	switch {
	case s.Call != nil:
		s.Call.Expect.hold(at)
	case s.Function != nil:
		s.Function.Expect.hold()
	case s.Act != nil:
		s.Act.hold()
	case s.Unit != nil:
		s.Unit.Expect = nil
	}
}

func (e *Expect) hold(at Strength) {
	checks := e.Checks
	e.Checks = nil
	if at == Status {
		e.ContentType = ""
		return
	}
	arrays := map[string]bool{}
	for _, c := range checks {
		if c.Op == Length {
			arrays[c.Pointer] = true
		}
	}
	for _, c := range checks {
		if !OfFirst(c.Pointer, arrays) {
			continue
		}
		c.Pointer = AnyElement(c.Pointer, arrays)
		known := slices.ContainsFunc(e.Checks, func(other Check) bool { return other.Pointer == c.Pointer })
		if !known && c.weaken() {
			e.Checks = append(e.Checks, c)
		}
	}
}

// weaken makes a check assert the type alone. It reports false if nothing remains.
func (c *Check) weaken() bool {
	switch c.Op {
	case Equal:
		c.Op, c.Value = HasType, TypeOf(c.plain())
		c.Text = nil
	case Length:
		c.Op, c.Value = HasType, TypeArray
	case Whole:
		return false
	}
	if c.Op == HasType && c.Value == TypeNull { // it may be something else another time
		c.Op, c.Value = Exists, nil
	}
	// An array may have no elements another time.
	return c.Op != Exists || !slices.Contains(value.Steps(c.Pointer), Element)
}

// AnyElement puts [Element] in place of the indexes in a pointer; arrays tells of
// which pointers the values are arrays.
func AnyElement(pointer string, arrays map[string]bool) string {
	at, out := "", ""
	for _, name := range value.Steps(pointer) {
		above := at
		at = value.Below(at, name)
		if arrays[above] {
			name = Element
		}
		out = value.Below(out, name)
	}
	return out
}

// OfFirst reports whether the indexes in a pointer are those of first elements; arrays
// tells of which pointers the values are arrays. A check with [Element] is about the first
// element, which may be of another type than the next, so it is made of such pointers alone.
func OfFirst(pointer string, arrays map[string]bool) bool {
	at := ""
	for _, name := range value.Steps(pointer) {
		if arrays[at] && name != "0" && name != Element {
			return false
		}
		at = value.Below(at, name)
	}
	return true
}

// hold keeps whether the function fails. The compiler knows the types of the
// results.
func (r *Return) hold() {
	for i := range r.Results {
		result := &r.Results[i]
		switch {
		case result.Type != errorType:
			result.Op, result.Value = "", nil
		case result.Op == Equal:
			result.Op, result.Value = NotNil, nil
		}
	}
}

// The types of values in JSON.
const (
	TypeObject = "object"
	TypeArray  = "array"
	TypeString = "string"
	TypeNumber = "number"
	TypeBool   = "bool"
	TypeNull   = "null"
)

// TypeOf returns the type that a plain value has in JSON.
func TypeOf(v any) string {
	switch v.(type) {
	case nil:
		return TypeNull
	case bool:
		return TypeBool
	case string:
		return TypeString
	case value.Object:
		return TypeObject
	case []any:
		return TypeArray
	}
	return TypeNumber
}

// plain is the value of a check, with the variables of a text in braces.
func (c *Check) plain() any {
	if len(c.Text) > 0 {
		return c.Text.String()
	}
	return c.Value
}

// hold leaves the assertions out that a test is not about.
func (a *Act) hold() { a.Expect = nil }
