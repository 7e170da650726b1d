package sut

import (
	"context"

	"github.com/evoke-go/evoke/fitness"
)

// Tracer is a system that can be looked into: it tells which targets each call
// reached, and how near it came to others. A [Controller] that is a Tracer is
// used as one; for a handler in an instrumented program, [Probes] is.
//
// Its methods are called one at a time. An error of one means that the system
// cannot be looked into any more, and ends the search as a dead system does; so
// does a context that has ended.
type Tracer interface {
	// Inside says what else the tracer knows. It is called once, between Start
	// and the first Begin, and makes no calls of the system: what has to be
	// asked of it, Start has asked. Targets get their ids from the registry.
	Inside(registry *fitness.Registry) Inside
	// Begin starts a test, and forgets what ran before. With all, every target
	// is told from now on; else those may be left out that were told with 1
	// before this Begin, as nobody searches for them any more and to watch them
	// costs time.
	Begin(ctx context.Context, all bool) error
	// Take appends what was reached since Begin or the last Take, which is made
	// behind each call. A target may be there more than once; the best counts.
	// Where there is room in the slice, nothing need be allocated.
	Take(ctx context.Context, into []Reached) ([]Reached, error)
}

// Reached is a target that was reached, or nearly so.
type Reached struct {
	Target fitness.ID
	// Value is in (0,1]; 1 is covered.
	Value float64
}

// Inside is what a [Tracer] knows of a program besides the scores. A field that
// is nil says that it does not know. None of the functions but Last calls the
// system: they tell what came with Start and with Take.
type Inside struct {
	// Constants are those of all conditions, in the order of the source: string,
	// int64, float64, or rune for a character.
	Constants []any
	// Values returns the constants in the condition that is a target.
	Values func(target fitness.ID) []any
	// Watch says which target the next tests are made for. What its condition
	// compares is kept from now on, that of targets before it stays.
	Watch func(target fitness.ID)
	// Seen returns what the condition that is a target was seen to compare while
	// it was watched, with both operands: string, int64, float64 or [Pattern].
	Seen func(target fitness.ID) []any
	// Describe says in words which way a condition goes and where it is, such as
	// "n > 100 is true" and "api/books.go:12". It returns "" for other targets.
	Describe func(target fitness.ID) (what, place string)
	// Last returns the place where the system was last: that of a panic which it
	// recovered since Begin or the last Take, such as "api.(*book).rating
	// (books.go:12)", else that of the statement that ran last since Begin, such
	// as "api/books.go:12", and "" if there was none or it is not known. It is
	// asked behind a call that failed.
	Last func(ctx context.Context) (string, error)
}

// Pattern is the text of a regular expression that a program matches its data
// with.
type Pattern string

// The kinds of the targets that [Probes] tells. Their names begin with the
// import path of the package and the name of the file, without its folder.
const (
	// StatementTarget is a statement: "example.com/shop/api/books.go:12:3". It
	// has 0.5 when it was entered and 1 when it came to its end.
	StatementTarget fitness.Kind = "statement"
	// BranchTarget is one side of a condition:
	// "example.com/shop/api/books.go:12:7 n > 100 true". Below 1 it says how
	// close the condition came to going that way. Cases of switches, loops
	// (entered or not), comma-ok and returned errors are branches as well;
	// theirs begin with "case", "loop", "ok" or "error" after the position.
	BranchTarget fitness.Kind = "branch"
	// LineTarget is a line of source: "example.com/shop/api/books.go:12". It
	// is covered as soon as a statement that begins there was entered.
	LineTarget fitness.Kind = "line"
	// FileTarget is a file: "example.com/shop/api/books.go", covered as its
	// lines are.
	FileTarget fitness.Kind = "file"
)
