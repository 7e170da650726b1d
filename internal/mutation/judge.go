package mutation

import (
	"mime"
	"slices"

	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Answer is the part of an answer that tests assert.
type Answer struct {
	Outcome     sut.Outcome
	Status      int
	ContentType string // without its parameters
	Body        []byte
}

func answerOf(r *sut.Response) Answer {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		kind = ""
	}
	return Answer{r.Outcome, r.Status, kind, slices.Clone(r.Body)}
}

// unmet returns the assertions that an answer does not fulfil, with step 0. If the status differs, it checks nothing
// else.
func unmet(e *suite.Expect, answer *Answer) (failed []suite.Assertion) {
	if !ends(e, answer) {
		return []suite.Assertion{{Op: suite.StatusOp}}
	}
	if e.Panics || e.Broken {
		return nil
	}
	if e.ContentType != "" && e.ContentType != answer.ContentType {
		failed = append(failed, suite.Assertion{Op: suite.ContentTypeOp})
	}
	if e.Stream {
		return failed
	}
	body, err := value.ParseJSON(answer.Body)
	for i := range e.Checks {
		if c := &e.Checks[i]; !holds(c, answer.Body, body, err == nil) {
			failed = append(failed, suite.Assertion{Op: c.Op, Pointer: c.Pointer})
		}
	}
	return failed
}

// ends reports whether a call ends as it should.
func ends(e *suite.Expect, answer *Answer) bool {
	if e.Panics || e.Broken {
		return answer.Outcome != sut.Answered
	}
	return answer.Outcome == sut.Answered && (e.Status == 0 || answer.Status == e.Status)
}

// holds reports whether a check holds of a body, which may be JSON.
func holds(c *suite.Check, text []byte, body any, isJSON bool) bool {
	switch c.Op {
	case suite.Whole:
		want, _ := c.Value.(string)
		return string(text) == want
	case suite.Empty:
		return len(text) == 0
	}
	if !isJSON {
		return false
	}
	if c.Op.IsLaw() {
		law := invariant.Relation{Form: string(c.Op), Of: c.Operands()}
		is, applies := law.Holds(body)
		return is || !applies
	}
	if c.Op == suite.HasType {
		return hasType(body, value.Steps(c.Pointer), c.Value)
	}
	got, err := value.At(body, c.Pointer)
	if err != nil || c.Op == suite.Absent {
		return err != nil && c.Op == suite.Absent
	}
	switch c.Op {
	case suite.Equal:
		return includes(got, c.Value)
	case suite.Length:
		list, ok := got.([]any)
		return ok && value.Equal(int64(len(list)), c.Value)
	}
	return true // suite.Exists
}

// includes reports whether got has the value want. Objects in got may have more members.
func includes(got, want any) bool {
	switch want := want.(type) {
	case value.Object:
		object, ok := got.(value.Object)
		return ok && !slices.ContainsFunc(want, func(m value.Member) bool {
			v, there := object.Get(m.Name)
			return !there || !includes(v, m.Value)
		})
	case []any:
		list, ok := got.([]any)
		return ok && slices.EqualFunc(list, want, includes)
	}
	return value.Equal(got, want)
}

// hasType reports whether the values at a path of steps have a type. An array without elements has none of a wrong
// type.
func hasType(v any, steps []string, want any) bool {
	for _, name := range steps {
		if name != suite.Element {
			var err error
			if v, err = value.At(v, value.Below("", name)); err != nil {
				return false
			}
			continue
		}
		list, ok := v.([]any)
		if !ok || len(list) == 0 {
			return ok
		}
		v = list[0]
	}
	return suite.TypeOf(v) == want
}
