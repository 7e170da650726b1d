package sut

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/probe/tables"
)

// Tracer observes the code of a system: it reports which targets each call
// reached, and how close the call came to others. A [Controller] that is a
// Tracer is used as one. For a handler in an instrumented program, [Probes] is
// the Tracer.
//
// Its methods are never called at the same time. An error means that the system
// can no longer be observed, and ends the search like a dead system. A context
// that has ended does the same. After a panic the search goes on without what the call was to
// tell, and the report has its place.
type Tracer interface {
	// Inside returns what else the tracer knows. It is called once, between Start
	// and the first Begin. It must not call the system, so Start has to fetch
	// what it needs from there. The registry gives targets their ids.
	Inside(registry *fitness.Registry) Inside
	// Begin starts a test and forgets what ran before. If all is set, Take
	// reports every target from now on. Else Take may leave out targets that it
	// reported with 1 before this Begin: nobody searches for them any more, and
	// watching them costs time.
	Begin(ctx context.Context, all bool) error
	// Take appends what was reached since Begin or the last Take. It is called
	// after each call. A target may occur more than once; its best value counts.
	// Take need not allocate if the slice has room.
	Take(ctx context.Context, into []Reached) ([]Reached, error)
}

// ready returns an error where probes cannot tell what was reached.
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
	// Watch names the target of the next tests. From now on the tracer keeps what
	// the condition of the target compares. It also keeps what it recorded for
	// earlier targets.
	Watch func(target fitness.ID)
	// Seen returns the operands that the condition of a target compared while it
	// was watched: string, int64, float64 or [Wanted].
	Seen func(target fitness.ID) []any
	// Listen has the operands of all comparisons kept, until it is called with false.
	// That costs time.
	Listen func(on bool)
	// Heard returns the comparisons that were made since it was called last, while
	// somebody listened. It is called after Take.
	Heard func() []Heard
	// Describe says in words which way a condition goes and in which function it is,
	// such as "n > 100 is true" and "api.(*Server).create". It returns "" for other
	// targets.
	Describe func(target fitness.ID) (what, place string)
	// Inputs returns what the system read of the last request, each once, in an order
	// that is the same each time. It is called after Take. Nothing has to be noted
	// before the first call.
	Inputs func() []Input
	// Tables returns what the SQL statements of the last request used, each table once
	// for each way, in an order that is the same each time. It is called after Take.
	// Nothing has to be noted before the first call.
	Tables func() []Table
	// Last returns where the system was last. If the system recovered a panic since Begin or the last Take, that is the
	// place of the panic, such as "api.(*book).rating (books.go:12)". Else, if it met an error, it is where that began.
	// Else it is the statement that ran last since then, such as "api.(*Server).create (books.go:12)". Last returns ""
	// if there was none, as with a call that runs no code of the program, or if it does not know. It is called after a
	// call that failed, before its Take.
	Last func(ctx context.Context) (string, error)
	// Incidents returns what went wrong in the system during the last request without
	// the answer having to show it, each once, in the order in which it happened. It is called after a
	// call, before its Take.
	Incidents func() []Incident
}

// PackageCoverage counts the statements of a Go package, or of a folder of JavaScript files. A driver announced them:
// the system runs in a process of its own.
type PackageCoverage struct {
	// Path is the import path of the package, or the folder with slashes; "." is the folder of the program.
	Path string
	// Statements counts all statements, Covered the statements that calls reached so far.
	Statements, Covered int
}

// Input is something that a program read of the requests of one call, whether the
// call sent it or not.
type Input = inputs.Read

// Table is what SQL statements of a program did with a table.
type Table = tables.Use

// Incident is something that went wrong in the program while it served a call, and that the answer need not show.
type Incident struct {
	Kind IncidentKind
	// Place is where, such as "api.(*Server).create (books.go:12)", "" if that is not known.
	Place string
	// Text is what the program says of it, if it always says the same there, else "". For DroppedError it is what was
	// called, as the source has it; for LeftOpen it is what was opened; for Raced it is both places, such as "written
	// at api.add (cart.go:5) and read at api.total (cart.go:7)"; for Overflowed it is what is calculated with the
	// numbers, such as "int32(n): 3000000000 becomes -1294967296".
	Text string
}

// IncidentKind says what kind of incident it is.
type IncidentKind = probe.IncidentKind

// The kinds of incidents.
const (
	LoggedError    = probe.LoggedError    // the program logs an error
	RecoveredError = probe.RecoveredError // it recovers from an error of the runtime, such as a nil pointer
	DroppedError   = probe.DroppedError   // it does nothing about an error that a function returns
	LeftOpen       = probe.LeftOpen       // it opens something that nobody can close any more
	Overflowed     = probe.Overflowed     // a result does not fit into its type
	BrokenLine     = probe.BrokenLine     // it writes a text with a line break into a log
	Raced          = probe.Raced          // two goroutines use the same memory at the same time
)

// Heard is what a condition compared.
type Heard struct {
	// True and False are the sides of the condition. False is -1 if that is no
	// target. Of a condition in a library, which is not covered, neither is: True is a
	// number below -1 that stands for the condition.
	True, False fitness.ID
	// Operands are what was compared: string, int64, float64 or [Wanted]. Other
	// values are left out, so there may be one alone.
	Operands []any
}

// Wanted is what a program would have liked to get in place of a text that it got,
// such as one that matches a regular expression.
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
