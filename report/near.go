package report

// Near says how close the search came to one thing in the program: to executing a statement, or to one outcome of a
// condition.
type Near struct {
	// Package is an import path, File a base name. Line and Column are the beginning of the statement or the condition,
	// from 1; columns are in bytes.
	Package, File string
	Line, Column  int
	// What is the source of the condition; "" for a statement.
	What string
	// Kind is the kind of the condition; "" for a statement.
	Kind NearKind
	// Side is the outcome of the condition.
	Side bool
	// Best is the best score in [0,1] of the whole search. For a condition: 0 never evaluated, 1 this outcome was
	// reached. For a statement: 0 never begun, 0.5 begun, 1 completed.
	Best float64
	// Guard applies to a statement that runs only if conditions have certain outcomes: it holds the indexes of these
	// outcomes in the same list. If the source shows which outcomes are needed, that takes precedence.
	Guard []int
}

// NearKind is a kind of conditions, which says what its two outcomes mean.
type NearKind string

// The kinds of conditions, with the meaning of Side true and false.
const (
	NearBranch NearKind = "branch" // true or false
	NearCase   NearKind = "case"   // the case of a switch is taken or not
	NearLoop   NearKind = "loop"   // the loop is entered or not
	NearFound  NearKind = "found"  // the key of "v, ok := m[key]" is found or not
	NearError  NearKind = "error"  // the error is not nil, or nil
	NearCall   NearKind = "call"   // the call succeeds or fails
)

// Never says in a few words that the outcome was not reached: "n > 4711 never true".
func (n *Near) Never() string {
	what := line(n.What)
	switch n.Kind {
	case NearCase: // What may have the form "switch n: none of the cases"
		return side(n.Side, "case never taken: ", "case always taken: ") + what
	case NearLoop:
		return what + side(n.Side, " never entered", " always entered")
	case NearFound:
		return what + side(n.Side, " never found", " always found")
	case NearCall:
		return what + side(n.Side, " never succeeds", " never fails")
	case NearError:
		return what + side(n.Side, " never non-nil", " never nil")
	}
	return what + side(n.Side, " never true", " never false")
}

func side(side bool, ofTrue, ofFalse string) string {
	if side {
		return ofTrue
	}
	return ofFalse
}
