package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// page is a file that is being rewritten: its text with the edits, and the numbers of its targets.
type page struct {
	facts *facts
	sites *sites
	edits
	src     *File
	tok     *token.File
	out     *Result
	counts  map[string]int // number of replaced calls, by the function
	imports importList
	locals  int    // number of names made up so far
	paused  bool   // see marked
	named   string // name of the declared function that is about to be rewritten
}

// offset returns the byte offset of a position in the file.
func (w *page) offset(p token.Pos) int { return w.tok.Offset(p) }

// text returns the bytes of a range of the file.
func (w *page) text(from, to token.Pos) []byte { return w.content[w.offset(from):w.offset(to)] }

// place returns line and column of a position, without regard to line directives.
func (w *page) place(p token.Pos) (line, column int) {
	at := w.facts.Fset.PositionFor(p, false)
	return at.Line, at.Column
}

// note adds a note that the code at a position stays as it is.
func (w *page) note(p token.Pos, reason string) {
	if w.facts.library {
		return
	}
	line, column := w.place(p)
	w.out.Notes = append(w.out.Notes, Note{fmt.Sprintf("%s:%d:%d", w.src.Path, line, column), reason})
}

// local returns a new name for a variable in rewritten code.
func (w *page) local(stem string) string {
	w.locals++
	return reservedPrefix + stem + strconv.Itoa(w.locals)
}

// statement returns the index of a new cell for the statement at a position.
func (w *page) statement(p token.Pos, g guard) int {
	line, column := w.place(p)
	return w.sites.statement(line, column, g)
}

// condition returns the index of a new condition. Its source text lies between two positions.
func (w *page) condition(kind byte, op string, from, to token.Pos) int {
	line, column := w.place(from)
	return w.sites.condition(kind, op, line, column, oneLine(w.text(from, to)))
}

// nearCell returns an expression of the cell for the distance of a condition.
func nearCell(condition int) string { return fmt.Sprintf("&%s[%d]", distancesArray, condition) }

// probe returns the beginning of a call of the runtime on a condition.
func (w *page) probe(name string, condition int) string {
	return w.probeWith(name, condition, nearCell(condition))
}

// probeWith is [page.probe] with another expression of the cell for the distance.
func (w *page) probeWith(name string, condition int, near string) string {
	call := fmt.Sprintf("%s.%s(%s,&%s[%d]", runtimeAlias, name, w.marked(), conditionsArray, condition)
	switch name {
	case "Bool", "Loop", "Err":
		return call // a probe without a distance
	}
	return call + "," + near
}

// ask returns the call of the runtime by which a condition asks a function.
func (w *page) ask(condition int, name string) string {
	return fmt.Sprintf("%s.Ask(&%s[%d],&%s[%d],%s)", runtimeAlias, conditionsArray, condition,
		distancesArray, condition, name)
}

// step returns a call of the runtime for cells of statements.
func (w *page) step(name string, cells ...int) string {
	group := w.marked()
	if name == "Enter" {
		group = w.inGroup()
	}
	w.paused = false
	var b strings.Builder
	b.WriteString(runtimeAlias + "." + name + "(" + group)
	for _, cell := range cells {
		fmt.Fprintf(&b, ",&%s[%d]", statementsArray, cell)
	}
	return b.String() + ")"
}

// A probe marks its cell and the group of the function. A probe gets nil in place of the group if the group was marked
// just before, and no other code has run since. writer.paused says that other code may have run. It is updated while
// the source is walked in the order of execution. Where control forks, it may be true without need, but never false
// wrongly.

// marked returns the group argument of a probe at this place: the group, or nil.
func (w *page) marked() string {
	if w.paused && !w.facts.library || w.facts.declared["nil"] {
		return w.inGroup()
	}
	return "nil"
}

// inGroup returns the argument of a probe that always marks its group.
func (w *page) inGroup() string { return fmt.Sprintf("&%s[%d]", groupsArray, len(w.sites.groups)-1) }

// around walks an expression that is an argument of a probe. begin writes the beginning of the call, which runs after
// the expression. marks says that the probe always marks the group; a comparison whose outcome is quiet does not.
func (w *page) around(e ast.Expr, marks bool, begin, walk func()) {
	before := w.paused
	w.paused = before || w.facts.pauses(e)
	after := w.paused && (before || !marks) // or no part of this ran
	begin()
	walk()
	w.paused = after
}

// pauses reports whether other code may run while n runs: a called function, or a goroutine that n waits for.
func (w *facts) pauses(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !w.isQuick(n)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.RangeStmt:
			found = found || isEndless(w.typeOf(n.X)) || isTypeParam(w.typeOf(n.X))
		}
		return !found
	})
	return found
}

// isQuick reports whether a call is a conversion or calls a builtin.
func (w *facts) isQuick(call *ast.CallExpr) bool {
	if w.Info.Types[call.Fun].IsType() {
		return true
	}
	_, builtin := w.callee(call).(*types.Builtin)
	return builtin
}
