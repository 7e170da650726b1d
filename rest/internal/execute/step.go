package execute

import (
	"strings"

	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Listener hears what the executions of a search show, and learns from that. Executions for a suite it does not hear.
type Listener interface {
	// Begin hears that a test begins.
	Begin(test *testcase.Case)
	// Heard hears a call of the test with its answer, before the next call is made. The step is valid until then.
	Heard(s *Step)
}

// Step is one call of an execution with its answer.
type Step struct {
	*link.Exchange
	Test    *testcase.Case
	Tally   *Tally           // of the operation, with this answer
	Stray   bool             // the call is of an operation that no schema has
	Gone    bool             // the client left before the answer
	Inputs  []genotype.Input // what the program read of the call, beside texts of which it decoded a part
	Decoded []sut.Input      // those parts
	Tables  []sut.Table      // the SQL tables that the program used

	refusals *refusals
}

// Tells reports whether the answer tells of the call's operation: a stray call is of none, and who left before the
// answer may get any.
func (s *Step) Tells() bool { return !s.Stray && !s.Gone }

// Answered reports whether there is an answer with a status of a class, such as 2.
func (s *Step) Answered(class int) bool {
	return s.Answer.Outcome == sut.Answered && s.Answer.Status/100 == class
}

// Path is the path of the request.
func (s *Step) Path() string {
	path, _, _ := strings.Cut(s.Request.Target, "?")
	return path
}

// Refusal is what the answer says, read as a refusal.
func (s *Step) Refusal() *refusal.Refusal { return s.refusals.of(s.Answer) }
