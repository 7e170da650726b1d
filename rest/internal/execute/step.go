package execute

import (
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Listener learns from the executions of a search. It does not receive executions for a suite.
type Listener interface {
	// Begin is called when a test begins.
	Begin(test *testcase.Case)
	// Heard is called with each call of the test and its answer, before the next call is made. The step is valid only
	// during this call.
	Heard(s *Step)
}

// Scorer scores the targets that answers cover.
type Scorer interface {
	// Begin is called when a test begins.
	Begin()
	// Score gives the board the score of each target that the answer of a step covers. It is called before an oracle
	// judges the answer, and only for steps that tell (see [Step.Tells]). whole says that the elements of the answer
	// matter, and their order.
	Score(s *Step, board *fitness.Board) (whole bool)
}

// Step is one call of an execution with its answer.
type Step struct {
	*link.Exchange
	Test    *testcase.Case
	About   *oracle.Exchange // the exchange in the form for oracles, with the earlier exchanges of the test
	Suite   bool             // the execution is for a suite
	Tally   *Tally           // the tally of the operation, including this answer of a search
	Stray   bool             // the schema lacks the operation of the call
	Gone    bool             // the client left before the answer
	Inputs  []genotype.Input // the inputs that the program read of the call, except Decoded
	Decoded []sut.Input      // the texts that the program decoded from inputs
	Tables  []sut.Table      // the SQL tables that the program used
	Outside

	Reader *refusal.Reader
}

// Outside is what the program had to do with its surroundings during a call.
type Outside struct {
	Queries []sut.Query  // the SQL statements with conditions that it executed
	Asked   []sut.Asked  // its requests to other services
	Clock   bool         // it read the clock
	Misfits []sut.Misfit // values of columns that it could not read
	// Arranged says that the test arranged surroundings for this call or an earlier one.
	Arranged bool
}

// Tells reports whether the answer says something about the operation of the call. It does not if the schema lacks the
// operation, or if the client left before the answer.
func (s *Step) Tells() bool { return !s.Stray && !s.Gone }

// Answered reports whether there is an answer with a status of a class, such as 2 for 2xx.
func (s *Step) Answered(class int) bool {
	return s.Answer.Outcome == sut.Answered && s.Answer.Status/100 == class
}

// Path returns the path of the request.
func (s *Step) Path() string {
	path, _, _ := strings.Cut(s.Request.Target, "?")
	return path
}

// Refusal returns the answer, read as a refusal.
func (s *Step) Refusal() *refusal.Refusal { return s.Reader.Read(s.Answer.Body) }
