package suite

import (
	"slices"

	"github.com/evoke-go/evoke/value"
)

// Assertion identifies one assertion of a test. It stays valid as long as the steps of the test stay the same, so it
// can be stored.
type Assertion struct {
	// Step is the index of the step.
	Step int
	// Op is the Op of a check, one of [StatusOp], [ContentTypeOp] and [CaptureOp], or the kind of a [Sight].
	Op Op
	// Pointer is the pointer of a check, the variable of a capture, or the path of the element of a sight.
	Pointer string
}

// The assertions of a call besides its checks.
const (
	StatusOp      Op = "status"       // of a call its status, or that it gets no answer; of an act that it is possible
	ContentTypeOp Op = "content type" // the media type
	CaptureOp     Op = "capture"      // a value that later steps need is in the answer
)

// Fixed reports whether a test cannot do without the assertion, because it is about the outcome of the call, captures
// a value for later steps, or is a law, which the user asked for.
func (a Assertion) Fixed() bool { return a.Op == StatusOp || a.Op == CaptureOp || a.Op.IsLaw() }

// Assertions returns all assertions of a test about answers and about pages.
func (t *Test) Assertions() (all []Assertion) {
	for i := range t.Steps {
		if a := t.Steps[i].Act; a != nil {
			all = append(all, Assertion{Step: i, Op: StatusOp})
			for j := range a.Expect {
				all = append(all, a.Expect[j].Assertion(i))
			}
		}
		c := t.Steps[i].Call
		if c == nil {
			continue
		}
		all = append(all, Assertion{Step: i, Op: StatusOp})
		if c.Expect.ContentType != "" {
			all = append(all, Assertion{Step: i, Op: ContentTypeOp})
		}
		for _, captured := range c.Captures {
			all = append(all, Assertion{i, CaptureOp, captured.Var})
		}
		for _, check := range c.Expect.Checks {
			all = append(all, Assertion{i, check.Op, check.Pointer})
		}
	}
	return all
}

// Clone returns a copy of a test. [Test.LeaveOut] of the copy does not change the original.
func (t *Test) Clone() Test {
	out := *t
	out.Steps = slices.Clone(t.Steps)
	for i := range out.Steps {
		if c := out.Steps[i].Call; c != nil {
			call := *c
			call.Expect.Checks = slices.Clone(c.Expect.Checks)
			out.Steps[i].Call = &call
		}
		if a := t.Steps[i].Act; a != nil {
			act := *a
			act.Expect = slices.Clone(a.Expect)
			out.Steps[i].Act = &act
		}
	}
	return out
}

// LeaveOut removes assertions from a test. It ignores assertions that are [Assertion.Fixed], and assertions that the
// test does not have.
func (t *Test) LeaveOut(without []Assertion) {
	for _, a := range without {
		if a.Fixed() || a.Step < 0 || a.Step >= len(t.Steps) {
			continue
		}
		if act := t.Steps[a.Step].Act; act != nil {
			act.Expect = slices.DeleteFunc(act.Expect, func(s Sight) bool { return s.Assertion(a.Step) == a })
		}
		if t.Steps[a.Step].Call == nil {
			continue
		}
		expect := &t.Steps[a.Step].Call.Expect
		if a.Op == ContentTypeOp {
			expect.ContentType = ""
			continue
		}
		expect.Checks = slices.DeleteFunc(expect.Checks, func(c Check) bool {
			return c.Op == a.Op && c.Pointer == a.Pointer
		})
	}
}

// About names the part of an answer that shows a fault. The zero value means the whole answer.
type About struct {
	// Op is [StatusOp] for the status, [ContentTypeOp] for the media type, [Equal] for the value at Pointer, and "" for
	// the whole answer.
	Op Op `json:",omitempty"`
	// Pointer is a JSON pointer to the value, or to the place where a value is missing; "" for the whole body.
	Pointer string `json:",omitempty"`
}

// Covers reports whether an assertion is about the part of the answer.
func (a About) Covers(op Op, pointer string) bool {
	switch {
	case a.Op == "":
		return true
	case a.Op != Equal || op == StatusOp || op == ContentTypeOp || op == CaptureOp:
		return a.Op == op
	case op == Equal:
		return encloses(pointer, a.Pointer)
	}
	return len(value.Steps(pointer)) == len(value.Steps(a.Pointer)) && encloses(pointer, a.Pointer)
}

// encloses reports whether the value at a pointer is the value at another pointer, or has it inside. [Element] in outer
// fits the first element of an array.
func encloses(outer, inner string) bool {
	above, below := value.Steps(outer), value.Steps(inner)
	return len(above) <= len(below) && slices.EqualFunc(above, below[:len(above)], func(a, b string) bool {
		return a == b || a == Element && b == "0"
	})
}

// ShownBy reports whether an assertion is about the part of an answer that shows the fault.
func (f *Fault) ShownBy(a Assertion) bool { return f.Step == a.Step && f.About.Covers(a.Op, a.Pointer) }
