package rewrite

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
)

// page is a file while it is rewritten: its text with the edits, and the
// numbers of its targets.
type page struct {
	*facts
	*sites
	edits
	src     *File
	tok     *token.File
	out     *Result
	counts  map[string]int // replaced calls, by the function
	imports importList
	locals  int  // names made up so far
	paused  bool // see marked
}

// offset returns the byte offset of a position in the file.
func (w *page) offset(p token.Pos) int { return w.tok.Offset(p) }

// source returns the bytes of a stretch of the file.
func (w *page) text(from, to token.Pos) []byte { return w.content[w.offset(from):w.offset(to)] }

// place returns line and column of a position, not adjusted by directives.
func (w *page) place(p token.Pos) (line, column int) {
	at := w.Fset.PositionFor(p, false)
	return at.Line, at.Column
}

// note tells that something at a position stays as it is.
func (w *page) note(p token.Pos, reason string) {
	line, column := w.place(p)
	w.out.Notes = append(w.out.Notes, Note{fmt.Sprintf("%s:%d:%d", w.src.Path, line, column), reason})
}

// local returns a new name for a variable of the rewritten code.
func (w *page) local(stem string) string {
	w.locals++
	return reservedPrefix + stem + strconv.Itoa(w.locals)
}

// statement returns the index of a new cell for what is at a position.
func (w *page) statement(p token.Pos, g guard) int {
	line, column := w.place(p)
	return w.sites.statement(line, column, g)
}

// condition returns the index of a new condition with the source text
// between two positions.
func (w *page) condition(kind byte, op string, from, to token.Pos) int {
	line, column := w.place(from)
	return w.sites.condition(kind, op, line, column, oneLine(w.text(from, to)))
}

// probe returns the beginning of a call of the runtime on a condition.
func (w *page) probe(name string, condition int) string {
	call := fmt.Sprintf("%s.%s(%s,&%s[%d]", runtimeAlias, name, w.marked(), conditionsArray, condition)
	switch name {
	case "Bool", "Loop", "Err":
		return call // without a distance
	}
	return fmt.Sprintf("%s,&%s[%d]", call, distancesArray, condition)
}

// step returns a call of the runtime on cells of statements.
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
