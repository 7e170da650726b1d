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
	NearCase   NearKind = "case"   // the case of a switch is taken or not; What is "" for its default
	NearLoop   NearKind = "loop"   // the loop is entered or not; What is what follows "for"
	NearFound  NearKind = "found"  // "v, ok :=" has ok or not
	NearError  NearKind = "error"  // the error is one or nil
)

// Never says in a few words that the side was not reached: "n > 4711 never
// true".
func (n *Near) Never() string {
	what, words := line(n.What), neverWords(n.Kind)
	if what == "" && n.Kind == NearCase {
		what = "default"
	}
	if n.Side {
		return words[0] + what + words[1]
	}
	return words[0] + what + words[2]
}

// neverWords stand before a condition, and behind it for its sides true and
// false.
func neverWords(k NearKind) [3]string {
	switch k {
	case NearCase:
		return [3]string{"case ", " never taken", " always taken"}
	case NearLoop:
		return [3]string{"for ", " never entered", " always entered"}
	case NearFound:
		return [3]string{"", " never found", " always found"}
	case NearError:
		return [3]string{"", " never non-nil", " never nil"}
	}
	return [3]string{"", " never true", " never false"}
}
