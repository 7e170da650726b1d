package report

// Near says how close the search came to one thing in the program: that a
// statement runs, or that a condition has one of its sides.
type Near struct {
	// Package is an import path, File a base name; Line and Column (in bytes)
	// count from 1: where the statement or the condition begins.
	Package, File string
	Line, Column  int
	// What is the source of the condition, "" for a statement.
	What string
	// Kind says what a side of the condition means, "" for a statement.
	Kind NearKind
	// Side is the side of the condition.
	Side bool
	// Best is the best value in [0,1] of the whole search. For a side: 0 never
	// evaluated, 1 reached. For a statement: 0 never begun, 0.5 begun, 1
	// completed.
	Best float64
	// Guard holds, for a statement that only runs if conditions have certain
	// sides, the indexes of these sides in the same list. Where the source
	// tells which sides are needed it is preferred.
	Guard []int
}

// NearKind says what the sides of a condition are.
type NearKind string

// The kinds of conditions.
const (
	NearBranch NearKind = "branch" // true or false
	NearCase   NearKind = "case"   // the case of a switch is taken or not
	NearLoop   NearKind = "loop"   // the loop is entered or not
	NearFound  NearKind = "found"  // "v, ok :=" has ok or not
	NearError  NearKind = "error"  // the error is one or nil
	NearCall   NearKind = "call"   // the call succeeds or fails
)

// Never says in a few words that the side was not reached: "n > 4711 never
// true".
func (n *Near) Never() string {
	what := line(n.What)
	switch n.Kind {
	case NearCase: // What may be "switch n: none of the cases"
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
