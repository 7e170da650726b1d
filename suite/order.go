package suite

import (
	"cmp"
	"slices"
	"strings"
)

// Sort sorts the tests for a reader: successes come first, then client errors, errors and faults. Within each kind,
// short paths come first, and the tests of one path stand together in the order of a resource's life. Ties are broken
// by status, number of steps, the result of [TestName] and the data sent.
func (s *Suite) Sort() {
	tests := make([]sorted, len(s.Tests))
	for i := range s.Tests {
		tests[i] = sorted{s.Tests[i], TestName(&s.Tests[i])}
	}
	slices.SortStableFunc(tests, compareTests)
	for i := range tests {
		s.Tests[i] = tests[i].Test
	}
}

// sorted is a test with the name that TestName gives it.
type sorted struct {
	Test
	suggested string
}

func compareTests(a, b sorted) int {
	x, y := a.subject(), b.subject()
	xMethod, xPath, _ := strings.Cut(x.Operation, " ")
	yMethod, yPath, _ := strings.Cut(y.Operation, " ")
	return cmp.Or(
		cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)),
		cmp.Compare(strings.Count(xPath, "/"), strings.Count(yPath, "/")),
		cmp.Compare(xPath, yPath),
		cmp.Compare(methodOrder(xMethod), methodOrder(yMethod)),
		cmp.Compare(xMethod, yMethod),
		cmp.Compare(x.outcome().rank, y.outcome().rank),
		cmp.Compare(len(a.Steps), len(b.Steps)),
		cmp.Compare(a.suggested, b.suggested),
		cmp.Compare(x.queries(), y.queries()),
		cmp.Compare(x.String(), y.String()),
		cmp.Compare(a.Name, b.Name),
	)
}

// subject returns the step that a test is about: the step of its first fault, or for a test without faults its last
// step, apart from steps that tidy up.
func (t *Test) subject() *Step {
	switch {
	case len(t.Faults) > 0 && t.Faults[0].Step >= 0 && t.Faults[0].Step < len(t.Steps):
		return &t.Steps[t.Faults[0].Step]
	case len(t.Steps) > 0:
		return &t.Steps[last(t.Steps)]
	}
	return &Step{}
}

// earlier returns the steps before the subject.
func (t *Test) earlier() []Step {
	subject := t.subject()
	for i := range t.Steps {
		if &t.Steps[i] == subject {
			return t.Steps[:i]
		}
	}
	return nil
}

// last returns the index of the last step that is not there only to tidy up.
func last(steps []Step) int {
	for i, s := range slices.Backward(steps) {
		if s.Note == "" {
			return i
		}
	}
	return len(steps) - 1
}

// Last returns the last step that a test is about; only steps with a note, which delete what the test made, may follow
// it. It returns nil for a test without steps.
func (t *Test) Last() *Step {
	if len(t.Steps) == 0 {
		return nil
	}
	return &t.Steps[last(t.Steps)]
}

// queries returns the number of query parameters that a step sends.
func (s *Step) queries() int {
	if s.Call == nil {
		return 0
	}
	return len(s.Call.Request.Query)
}

func kindOrder(k Kind) int {
	return slices.Index([]Kind{Success, ClientError, ErrorKind, FaultKind}, k)
}

// methodOrder returns the rank of an HTTP method in the life of a resource. Unknown methods come first.
func methodOrder(method string) int {
	return slices.Index([]string{"POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}, method)
}
