package sut

import "github.com/evoke-go/evoke/fitness"

// Pattern is the text of a regular expression that a program matches its data
// with.
type Pattern string

// Describer is a [Tracer] that says in words which way a condition goes.
type Describer interface {
	// Describe returns for a [BranchTarget] what it is and where, such as
	// "n > 100 is true" and "api/books.go:12", and "" for other targets.
	Describe(id fitness.ID) (what, place string)
}

// Valuer knows what a program compares its data with. A [Tracer] may be one.
type Valuer interface {
	// Values returns the constants in the condition that is a target: string,
	// int64, float64, or rune for a character.
	Values(target fitness.ID) []any
	// AllValues returns the constants of all conditions.
	AllValues() []any
}

// Watcher sees what a program compares its data with. A [Tracer] may be one.
type Watcher interface {
	// Watch says which target the next evaluations are made for. What its
	// condition compares is kept from now on, that of targets before it stays.
	Watch(target fitness.ID)
	// Seen returns what the condition that is a target was seen to compare while
	// it was watched, with both operands: string, int64, float64 or [Pattern].
	Seen(target fitness.ID) []any
}

// Tracer sees what runs inside of a system. A system that can be called may
// be one as well. Its methods are called on the goroutine that makes the calls.
type Tracer interface {
	// Begin forgets what ran before. With all, every target is told from now
	// on; else those are left out that were told with 1 before this Begin, as
	// nobody searches for them any more and to watch them costs time.
	Begin(all bool)
	// Take tells what was reached since Begin or the last Take: the targets
	// with their best values in (0,1]. A target may be told more than once.
	Take(score func(id fitness.ID, value float64))
	// Last returns the place where the system was last: that of a panic which it
	// recovered since Begin or the last Take, such as "api.(*book).rating
	// (books.go:12)", else that of the statement that ran last since Begin, such
	// as "api/books.go:12", and "" if there was none or it is not known.
	Last() string
}

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
