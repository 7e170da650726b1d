package suite

import (
	"cmp"
	"slices"
	"strings"
)

// Sort puts the tests into the order in which a person reads them: successes come
// first, then client errors, errors and faults. Within each kind, short paths come
// first, and the tests of one path stand together in the order of a resource's
// life. Status, length, what
// [TestName] says and the data that is sent decide the rest.
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

// sorted is a test with the name that it would get.
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

// subject is the step that a test is about: the one that shows its first fault, or
// the last one of a test without faults, but for those that tidy up.
func (t *Test) subject() *Step {
	switch {
	case len(t.Faults) > 0 && t.Faults[0].Step >= 0 && t.Faults[0].Step < len(t.Steps):
		return &t.Steps[t.Faults[0].Step]
	case len(t.Steps) > 0:
		return &t.Steps[last(t.Steps)]
	}
	return &Step{}
}

// earlier are the steps before the subject.
func (t *Test) earlier() []Step {
	subject := t.subject()
	for i := range t.Steps {
		if &t.Steps[i] == subject {
			return t.Steps[:i]
		}
	}
	return nil
}

// last is the index of the last of some steps but for those that only tidy up behind it.
func last(steps []Step) int {
	for i, s := range slices.Backward(steps) {
		if s.Note == "" {
			return i
		}
	}
	return len(steps) - 1
}

// Last is the last step that a test is about: steps with a note may follow, which delete what
// it made. A test without steps has none.
func (t *Test) Last() *Step {
	if len(t.Steps) == 0 {
		return nil
	}
	return &t.Steps[last(t.Steps)]
}

// queries is how many query parameters a step sends.
func (s *Step) queries() int {
	if s.Call == nil {
		return 0
	}
	return len(s.Call.Request.Query)
}

func kindOrder(k Kind) int {
	return slices.Index([]Kind{Success, ClientError, ErrorKind, FaultKind}, k)
}

// methodOrder follows the life of a resource. Unknown methods come first.
func methodOrder(method string) int {
	return slices.Index([]string{"POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}, method)
}
