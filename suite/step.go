package suite

import "strconv"

// outcome is what is expected to come of a step.
type outcome struct {
	name  string // "Returns404", for the name of a test
	words string // " answers 404", for a sentence
	rank  int    // orders outcomes of the same operation
}

// outcome of a step that does nothing is empty.
func (s *Step) outcome() outcome {
	switch {
	case s.Call != nil:
		return s.Call.Expect.outcome()
	case s.Function != nil:
		return s.Function.Expect.outcome()
	}
	return outcome{}
}

func (e *Expect) outcome() outcome {
	status := strconv.Itoa(e.Status)
	switch {
	case e.Panics:
		return outcome{"Panics", " panics", e.Status}
	case e.Broken:
		return outcome{"GetsNoAnswer", " gets no answer", e.Status}
	case e.Status == 0:
		return outcome{}
	}
	return outcome{"Returns" + status, " answers " + status, e.Status}
}

// Succeeds reports whether the step is expected to do what it is for: the
// answer has a status of 2xx, or the function returns no error.
func (s *Step) Succeeds() bool {
	switch {
	case s.Call != nil:
		return s.Call.Expect.Status/100 == 2
	case s.Function != nil:
		return !s.Function.Expect.Panics && !s.Function.Expect.fails()
	}
	return false
}

// name is that of the operation, for the name of a test.
func (s *Step) name() string {
	if s.Function != nil {
		return UpperCamel(s.Function.Name)
	}
	return OperationName(s.Operation)
}

// vars returns the variables that a step uses, with repetitions.
func (s *Step) vars() []string {
	if s.Call != nil {
		return s.Call.Request.Vars()
	}
	return nil
}

// members returns what a step sends by which tests can be told apart, but for
// what is only known when the test runs.
func (s *Step) members() []member {
	switch {
	case s.Call != nil:
		return s.Call.Request.members()
	case s.Function != nil:
		return s.Function.members()
	}
	return nil
}

// String shows what a step sends in a line.
func (s *Step) String() string {
	switch {
	case s.Call != nil:
		return s.Call.Request.String()
	case s.Function != nil:
		return s.Function.String()
	}
	return s.Operation
}
