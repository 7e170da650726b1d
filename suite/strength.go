package suite

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/value"
)

// Strength is how much a test asserts of the step that it is about.
type Strength string

// The strengths, from the weakest to the strongest.
const (
	// Status asserts only the status of an answer, or whether a function fails.
	Status Strength = "status"
	// Shape also asserts the content type, and which members exist with which types. It does not assert the length of
	// an array.
	Shape Strength = "shape"
	// Full also asserts values. Objects may have members that the test does not know.
	Full Strength = "full"
	// Invariants also asserts the laws that held in all executions of the operation, such as "/used is at most /limit".
	Invariants Strength = "invariants"
)

// Strengths returns all strengths, from the weakest to the strongest.
func Strengths() []Strength { return []Strength{Status, Shape, Full, Invariants} }

// MarshalText implements encoding.TextMarshaler.
func (s Strength) MarshalText() ([]byte, error) { return []byte(s), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It returns an error for an unknown strength.
func (s *Strength) UnmarshalText(text []byte) error {
	if *s = Strength(text); *s != "" && !slices.Contains(Strengths(), *s) {
		return fmt.Errorf("%q is no strength of assertions, those are %v", text, Strengths())
	}
	return nil
}

// Hold removes assertions beyond a strength from the steps that the tests are about: the steps with a fault, or else
// the last step. Of all other steps it leaves the status alone. The zero value means [Full].
func (s *Suite) Hold(at Strength) {
	for i := range s.Tests {
		t := &s.Tests[i]
		for n := range t.Steps {
			switch step := &t.Steps[n]; {
			case !isAbout(n, last(t.Steps), t.Faults):
				step.hold(Status)
			case at == Shape || at == Status:
				step.hold(at)
			case at != Invariants && step.Call != nil:
				step.Call.Expect.dropLaws()
			}
		}
	}
}

// isAbout reports whether a test with these faults is about the step, or whether the step shows the effect of the step
// that the test is about. last is the index of the last step that does not tidy up.
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

// dropLaws removes the checks of laws.
func (e *Expect) dropLaws() {
	e.Checks = slices.DeleteFunc(e.Checks, func(c Check) bool { return c.Op.IsLaw() })
}

// weaken reduces a check to the type of the value. It returns false if no check remains.
func (c *Check) weaken() bool {
	if c.Op.IsLaw() {
		return false
	}
	switch c.Op {
	case Equal:
		c.Op, c.Value = HasType, TypeOf(c.plain())
		c.Text = nil
	case Length:
		c.Op, c.Value = HasType, TypeArray
	case Whole:
		return false
	}
	if c.Op == HasType && c.Value == TypeNull { // a null value may have another type in another run
		c.Op, c.Value = Exists, nil
	}
	// The array may be empty in another run.
	return c.Op != Exists || !slices.Contains(value.Steps(c.Pointer), Element)
}

// AnyElement replaces the indexes in a pointer by [Element]. arrays says which pointers lead to arrays.
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

// OfFirst reports whether all indexes in a pointer are those of first elements. arrays says which pointers lead to
// arrays. Checks with [Element] are made only from such pointers: they are about the first element, and the others may
// have other types.
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

// hold keeps only whether the function fails. The compiler checks the types of the results.
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

// The JSON types of values.
const (
	TypeObject = "object"
	TypeArray  = "array"
	TypeString = "string"
	TypeNumber = "number"
	TypeBool   = "bool"
	TypeNull   = "null"
)

// TypeOf returns the JSON type of a plain value.
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

// plain returns the expected value of a check, with the variables of a text in braces.
func (c *Check) plain() any {
	if len(c.Text) > 0 {
		return c.Text.String()
	}
	return c.Value
}

// hold removes the assertions of a step that the test is not about.
func (a *Act) hold() { a.Expect = nil }
