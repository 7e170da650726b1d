package sut

import (
	"context"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/probe/neighbour"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// Tracer observes the code of a system: it reports which targets each call
// reached, and how close the call came to others. A [Controller] that is a
// Tracer is used as one. For a handler in an instrumented program, [Probes] is
// the Tracer.
//
// Its methods are never called at the same time. An error means that the system can no longer be observed, and ends the
// search like a dead system. A context that has ended does the same. If the tracer panics, the search goes on without
// the scores of the call, and the report has the place of the panic.
type Tracer interface {
	// Inside returns what else the tracer knows. It is called once, between Start
	// and the first Begin. It must not call the system, so Start has to fetch
	// what it needs from there. The registry gives targets their ids.
	Inside(registry *fitness.Registry) Inside
	// Begin starts a test and forgets what ran before. If all is set, Take reports every target from now on. Else Take
	// may leave out targets that it reported with 1 before this Begin: nobody searches for them any more, and to watch
	// them costs time.
	Begin(ctx context.Context, all bool) error
	// Take appends the targets that were reached since Begin or the last Take. It is called after each call. A target
	// may occur more than once; its best value counts. Take need not allocate if the slice has room.
	Take(ctx context.Context, into []Reached) ([]Reached, error)
}

// ready returns an error if probes cannot report targets yet. call is the method that needs them.
func ready(ctx context.Context, registry *fitness.Registry, call string) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("probes: %w", context.Cause(ctx))
	case registry == nil:
		return fmt.Errorf("probes: %s before Tracer.Inside: a problem calls Inside once, when it is made", call)
	}
	return nil
}

// Reached is a target that was reached, or nearly reached.
type Reached struct {
	Target fitness.ID
	// Value is in (0,1]; 1 is covered.
	Value float64
}

// Inside is what a [Tracer] knows of a program besides the scores. A nil field
// means that it does not know. Only Last may call the system; the other
// functions use what Start and Take fetched.
type Inside struct {
	// Constants are the constants of all conditions, in the order of the source:
	// string, int64, float64, or rune for a character.
	Constants []any
	// Values returns the constants in the condition of a target.
	Values func(target fitness.ID) []any
	// Watch names the target of the next tests. From now on the tracer keeps the operands that the condition of the
	// target compares, beside those of earlier targets.
	Watch func(target fitness.ID)
	// Seen returns the operands that the condition of a target compared while it
	// was watched: string, int64, float64 or [Wanted].
	Seen func(target fitness.ID) []any
	// Listen switches on or off that the operands of all comparisons are kept. It costs time.
	Listen func(on bool)
	// Heard returns the comparisons since its last call, made while Listen was on. It is called after Take.
	Heard func() []Heard
	// Describe returns the side of a condition in words and its function, such as "n > 100 is true" and
	// "api.(*Server).create". It returns "" for other targets.
	Describe func(target fitness.ID) (what, place string)
	// Inputs returns what the system read of the last request, each once, in the same order each time. It is called
	// after Take. The tracer need not note anything before the first call of Inputs.
	Inputs func() []Input
	// Tables returns the tables that the SQL statements of the last request used, each once for each way, in the same
	// order each time. It is called after Take. The tracer need not note anything before the first call of Tables.
	Tables func() []Table
	Surroundings
	// Last returns the place where the system was last. If the system recovered from a panic since Begin or the last
	// Take, it is the place of the panic, such as "api.(*book).rating (books.go:12)". Else, if the system met an error,
	// it is where the error began. Else it is the statement that ran last, such as "api.(*Server).create
	// (books.go:12)". It is "" if the place is not known, or if the call ran no code of the program. Last is called
	// after a call that failed, before its Take.
	Last func(ctx context.Context) (string, error)
	// Incidents returns the incidents in the system during the last request, each once, in the order of time. It is
	// called after a call, before its Take.
	Incidents func() []Incident
}

// Surroundings is what a [Tracer] knows of what stands around a program, and can arrange of it. A nil field means that
// it does not know, or cannot.
type Surroundings struct {
	// Neighbours returns the requests to other services that the last request led to, each once, in the same order each
	// time. It is called after Take. From the first call of Neighbours or Arrange on, the program calls none of these
	// services, except for those that it is allowed to. Both are nil for a program that calls no other service.
	Neighbours func() []Asked
	// Arrange sets the answers of other services until its next call. A request without an answer gets an error.
	Arrange func(answers []Answer)
	// Queries returns the SQL statements with conditions that the system executed in the last call, each text once, in
	// the same order each time. It is called after Take. The tracer need not judge anything before the first call of
	// Queries.
	Queries func() []Query
	// Further has Queries also return what a function returns: the queries since its last call, of a store that is not
	// SQL. The function is called before each test and by Take.
	Further func(queries func() []Query)
	// Know says which unique keys the tables of the SQL database have, by name in small letters. It is called after
	// Queries, which from then on also returns the INSERTs, as queries for the rows that have a key of the inserted
	// ones.
	Know func(keys map[string]where.Keys)
	// Misfits returns the values of columns that the system could not read since the last call of Misfits. It is called
	// after a call, before its Take.
	Misfits func() []Misfit
	// ReadsClock reports whether the system read the clock in the last call. It is called after Take.
	ReadsClock func() bool
	// Advance lets time pass for the system. With 0 its clock stands still from then on, but for Advance, as in a
	// bubble of testing/synctest. A negative duration takes back all that passed, and has the clock go.
	Advance func(time.Duration)
}

// PackageCoverage counts the statements of a Go package, or of a folder of JavaScript files. A driver announced them:
// the system runs in a process of its own.
type PackageCoverage struct {
	// Path is the import path of the package, or the folder with slashes; "." is the folder of the program.
	Path string
	// Statements counts all statements, Covered the statements that calls reached so far.
	Statements, Covered int
}

// Input is a part of the requests of one call that the program read, whether the call sent it or not.
type Input = inputs.Read

// Misfit is a value of a column that a program could not read into a variable.
type Misfit = tables.Misfit

// Table is the use of a table by SQL statements of a program.
type Table = tables.Use

// Asked is a request that a program made to another service, a neighbour.
type Asked = neighbour.Asked

// Answer is an arranged answer of a neighbour.
type Answer = neighbour.Answer

// Break is a way in which a neighbour fails to answer.
type Break = neighbour.Break

// The ways.
const (
	Refused = neighbour.Refused // nobody listens there
	Closed  = neighbour.Closed  // the connection is closed before the answer
	Cut     = neighbour.Cut     // the connection is closed in the middle of the body
)

// Query is an SQL statement with conditions, or a query of another store.
type Query = tables.Question

// Incident is something that went wrong in the program while it served a call, although the answer may look normal.
type Incident struct {
	Kind IncidentKind
	// Place is its place, such as "api.(*Server).create (books.go:12)", "" if that is not known.
	Place string
	// Text is a text that is the same each time, else "". For LoggedError it is the logged constant; for DroppedError
	// the source of the call; for LeftOpen what was opened; for Raced both places, such as "written at api.add
	// (cart.go:5) and read at api.total (cart.go:7)"; for Overflowed the calculation with its numbers, such as
	// "int32(n): 3000000000 becomes -1294967296"; for Committed what is done to tables, such as "inserts into orders;
	// updates stock (count)"; for Spliced the part of the statement around the input; for Repeated how often, for how
	// many rows, and the statement without its values.
	Text string
}

// IncidentKind says what kind of incident it is.
type IncidentKind = probe.IncidentKind

// The kinds of incidents.
const (
	LoggedError    = probe.LoggedError    // the program logs an error
	RecoveredError = probe.RecoveredError // the program recovers from an error of the runtime, such as a nil pointer
	DroppedError   = probe.DroppedError   // the program does nothing about an error that a function returns
	LeftOpen       = probe.LeftOpen       // the program opens something that nobody can close any more
	Overflowed     = probe.Overflowed     // a result does not fit into its type
	BrokenLine     = probe.BrokenLine     // the program writes a text with a line break into a log
	Raced          = probe.Raced          // two goroutines use the same memory at the same time
	Committed      = probe.Committed      // the program changes rows for good: wrong where the answer refuses the call
	Spliced        = probe.Spliced        // a statement has an input of an attack in its text
	Repeated       = probe.Repeated       // the same statement for each row of another one
)

// Heard has the operands of a comparison.
type Heard struct {
	// True and False are the sides of the condition. False is -1 if the false side is no target. For a condition in a
	// library, which is not covered, True is a number below -1 that stands for the condition.
	True, False fitness.ID
	// Operands are the compared values: string, int64, float64 or [Wanted]. Values of other types are left out, so a
	// comparison of a text with such a value has one operand.
	Operands []any
}

// Wanted is the text that a program would have liked to get in place of the text that it got, such as one that matches
// a regular expression.
type Wanted = probe.Wanted

// These are the kinds of the targets that [Probes] reports. Their names begin
// with the import path of the package and the name of the file without its
// folder.
const (
	// StatementTarget is a statement: "example.com/shop/api/books.go:12:3". Its
	// score is 0.5 when the statement was entered and 1 when it was completed.
	StatementTarget fitness.Kind = "statement"
	// BranchTarget is one side of a condition:
	// "example.com/shop/api/books.go:12:7 n > 100 true". A score below 1 says how
	// close the condition came to that side. Cases of switches, loops (entered or
	// not), comma-ok forms and returned errors are branches too. Their names have
	// "case", "loop", "ok" or "error" after the position.
	BranchTarget fitness.Kind = "branch"
	// LineTarget is a line of source: "example.com/shop/api/books.go:12". It is
	// covered as soon as a statement that begins there was entered.
	LineTarget fitness.Kind = "line"
	// FileTarget is a file: "example.com/shop/api/books.go". It is covered like
	// its lines.
	FileTarget fitness.Kind = "file"
)
