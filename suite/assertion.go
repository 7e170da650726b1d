package suite

import "slices"

// Assertion names one thing that a test asserts. It keeps its meaning as long as
// the steps of the test stay the same, so it can be stored.
type Assertion struct {
	// Step is the index of the step.
	Step int
	// Op is that of a check, one of [StatusOp], [ContentTypeOp] and [CaptureOp], or the kind of a [Sight].
	Op Op
	// Pointer is that of a check, the variable of a capture, or the path of the element of a sight.
	Pointer string
}

// What a call asserts besides its checks.
const (
	StatusOp      Op = "status"       // the status, or that there is no answer; of an act, that it is possible
	ContentTypeOp Op = "content type" // the media type
	CaptureOp     Op = "capture"      // a value that later steps need is there
)

// Fixed reports whether a test cannot do without the assertion: it says how the
// call ends, or later steps need it.
func (a Assertion) Fixed() bool { return a.Op == StatusOp || a.Op == CaptureOp }

// Assertions returns what a test asserts of the answers to its calls, and of what pages show.
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

// Clone returns a test that asserts the same and can be changed by [Test.LeaveOut]
// without a change of this one.
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

// LeaveOut removes assertions from a test. It ignores those that are [Assertion.Fixed]
// and those that the test does not have.
func (t *Test) LeaveOut(without []Assertion) {
	for _, a := range without {
		if a.Step < 0 || a.Step >= len(t.Steps) {
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
