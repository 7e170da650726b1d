package coverage

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
)

// Explain returns, for each uncovered block, the reason why it did not run.
//
// It looks at the first statement of the block. If the search ran it, only the written tests do not reach it. Otherwise
// the reason is a condition around it that was evaluated but never had the side that leads to the block. If there is
// none, it looks at the statement before, which never completed or did not run, and at the statement around, which did
// not run, and so on, up to a function that was never called. Conditions that were never evaluated are not the reason,
// so they are not named.
//
// Neighbouring blocks of a file with the same reason become one.
func Explain(blocks []Block, near []report.Near) []report.Block {
	e := newExplainer(near)
	for i := range blocks {
		e.uncovered[blocks[i].first] = true
	}
	out := make([]report.Block, 0, len(blocks))
	for i := range blocks {
		b := &blocks[i]
		r := e.block(b)
		n := report.Block{
			Package: b.Package, File: b.File, StartLine: b.Start.Line, EndLine: b.lastLine(),
			Statements: b.Statements, Missing: r.text, Best: r.best,
		}
		if i > 0 && blocks[i-1].next(b) && merge(&out[len(out)-1], &n) {
			continue
		}
		out = append(out, n)
	}
	return out
}

// lastLine returns the last line that the block is on.
func (b *Block) lastLine() int {
	if b.End.Column <= 1 && b.End.Line > b.Start.Line {
		return b.End.Line - 1
	}
	return b.End.Line
}

// next reports whether c follows b with no other block between them.
func (b *Block) next(c *Block) bool {
	return b.Package == c.Package && b.File == c.File && b.index+1 == c.index
}

func merge(into, b *report.Block) bool {
	if into.Missing == "" || into.Missing != b.Missing {
		return false
	}
	into.EndLine = max(into.EndLine, b.EndLine)
	into.Statements += b.Statements
	into.Best = max(into.Best, b.Best)
	return true
}

// reason says what was missing, with the best score for it.
type reason struct {
	text string
	best float64
}

type fileName struct{ pkg, file string }

type side struct {
	at   Position
	side bool
}

// sites is what the search knows of one file.
type sites struct {
	statements map[Position]*report.Near
	sides      map[side]*report.Near
	ordered    []*report.Near // the sides, in the order of the list
}

type explainer struct {
	near      []report.Near
	files     map[fileName]*sites
	uncovered map[*node]bool // first statements of the blocks
	known     map[*node]reason
	*sites    // of the current block's file
}

func newExplainer(near []report.Near) *explainer {
	e := &explainer{near: near, files: map[fileName]*sites{}, uncovered: map[*node]bool{}, known: map[*node]reason{}}
	for i := range near {
		n := &near[i]
		name := fileName{n.Package, n.File}
		s := e.files[name]
		if s == nil {
			s = &sites{statements: map[Position]*report.Near{}, sides: map[side]*report.Near{}}
			e.files[name] = s
		}
		s.add(n)
	}
	return e
}

func (s *sites) add(n *report.Near) {
	at := Position{n.Line, n.Column}
	if n.What == "" && n.Kind == "" {
		s.statements[at] = n
		return
	}
	s.ordered = append(s.ordered, n)
	// (a == b) == c begins where a == b does: the longer expression is the condition that decides.
	old := s.sides[side{at, n.Side}]
	if old == nil || rank(n) > rank(old) || rank(n) == rank(old) && len(n.What) > len(old.What) {
		s.sides[side{at, n.Side}] = n
	}
}

// rank is higher for a condition whose probe may be that of an operand; reading a map has a probe at the same place
// too.
func rank(n *report.Near) int {
	if n.Kind == report.NearBranch || n.Kind == "" {
		return 1
	}
	return 0
}

const onlyInSearch = "reached in the search, but by no written test"

func (e *explainer) block(b *Block) reason {
	e.sites = e.files[fileName{b.Package, b.File}]
	switch {
	case b.first != nil && e.sites != nil:
		return e.statement(b.first)
	case b.first != nil && b.first.entry(): // the search knows nothing of the file
		return reason{text: b.first.neverCalled()}
	case e.sites != nil:
		return e.site(b)
	}
	return reason{}
}

// entry reports whether a statement is the first of a function.
func (n *node) entry() bool { return n.prev == nil && n.parent == nil }

// site returns why a block did not run whose source is not known, from the guard of its first statement.
func (e *explainer) site(b *Block) reason {
	first := Position{}
	for at := range e.statements {
		if !at.before(b.Start) && at.before(b.End) && (first == Position{} || at.before(first)) {
			first = at
		}
	}
	site := e.statements[first]
	if site != nil && site.Best > 0 {
		return reason{onlyInSearch, 1}
	}
	r, _ := never(e.guard(site))
	return r
}

func (n *node) neverCalled() string {
	switch {
	case n.in.literal && n.in.name == "":
		return "function literal never called"
	case n.in.literal:
		return "function literal in " + n.in.name + " never called"
	}
	return n.in.name + " never called"
}

// run is what the search knows of a statement.
type run struct {
	site *report.Near // nil: unknown
	own  bool         // the site is that of this very statement
	ran  bool         // the statement was entered
}

// of finds the site of a statement. A statement that always completes may have no site of its own: it shares that of
// the statement before, and has run when that one was completed; at the beginning of a list it shares that of the next
// one.
func (e *explainer) of(n *node) run {
	if site := e.at(n); site != nil {
		return run{site, true, site.Best > 0}
	}
	for p := n; p.prev != nil && p.label == (Position{}); { // a goto may skip the statement before
		p = p.prev
		if site := e.at(p); site != nil {
			return run{site, false, site.Best >= 1}
		}
	}
	for p := n.next; p != nil; p = p.next {
		if site := e.at(p); site != nil {
			return run{site, false, site.Best > 0}
		}
	}
	return run{}
}

// at is the site at a statement.
func (e *explainer) at(n *node) *report.Near {
	if site := e.statements[n.pos]; site != nil {
		return site
	}
	return e.statements[n.label]
}

// statement returns why a statement did not run. Results are cached, since blocks share most of their reasons.
func (e *explainer) statement(n *node) reason {
	r, ok := e.known[n]
	if !ok {
		r = e.find(n)
		e.known[n] = r
	}
	return r
}

func (e *explainer) find(n *node) reason {
	known := e.of(n)
	switch {
	case known.ran:
		return reason{onlyInSearch, 1}
	case n.prev != nil:
		return e.blocked(n.prev)
	}
	if r, ok := never(e.sidesToEnter(n, known.site)); ok {
		return r
	}
	switch {
	case n.parent == nil:
		return e.function(n)
	case e.of(n.parent).ran:
		return reason{text: fmt.Sprintf("this branch of line %d never taken", n.parent.pos.Line)}
	}
	return e.statement(n.parent)
}

// function returns why a function was not called. A function literal that was never evaluated has the reason of the
// statement that contains it. For a function without probes that was called nothing is known.
func (e *explainer) function(n *node) reason {
	if owner := n.in.owner; owner != nil {
		if known := e.of(owner); known.site != nil && !known.ran {
			return e.statement(owner)
		}
	}
	if !e.uncovered[n] {
		return reason{}
	}
	return reason{text: n.neverCalled()}
}

// blocked returns why the statement after n in its list did not run.
func (e *explainer) blocked(n *node) reason {
	known := e.of(n)
	if !known.ran {
		return e.statement(n)
	}
	if r, ok := never(e.sidesToComplete(n)); ok {
		return r
	}
	if known.own && known.site.Best < 1 {
		return reason{text: fmt.Sprintf("line %d never completed: it returns, panics or waits", n.pos.Line)}
	}
	return reason{text: fmt.Sprintf("never reached after line %d", n.pos.Line)}
}

// sidesToComplete returns the sides that n needs to complete.
func (e *explainer) sidesToComplete(n *node) []*report.Near {
	if n.branch != nil {
		return e.otherWay(n.in.outline, n.branch)
	}
	var open []*report.Near
	for _, s := range e.ordered {
		if s.Best < 1 && n.decides(Position{s.Line, s.Column}) {
			open = append(open, s)
		}
	}
	return open
}

// otherWay returns the sides that are missing for an if to go the other way. For an if that never completes, that is
// the way out.
func (e *explainer) otherWay(o *outline, s *ast.IfStmt) []*report.Near {
	for _, want := range []bool{false, true} {
		if open, met := e.need(o, s.Cond, want); !met && len(open) > 0 {
			return open
		}
	}
	if next, ok := s.Else.(*ast.IfStmt); ok {
		return e.otherWay(o, next)
	}
	return nil
}

// decides reports whether the condition at a position decides where control goes after n.
func (n *node) decides(at Position) bool {
	return slices.ContainsFunc(n.headers, func(h [2]Position) bool { return !at.before(h[0]) && at.before(h[1]) })
}

// sidesToEnter returns the sides that the first statement of a list still needs: those of its guard if its condition
// has no known probes.
func (e *explainer) sidesToEnter(n *node, site *report.Near) []*report.Near {
	if n.cond != nil {
		if open, met := e.need(n.in.outline, n.cond, n.side); met || len(open) > 0 {
			return open
		}
	}
	return e.guard(site)
}

// guard returns the sides that the guard of a statement still needs.
func (e *explainer) guard(site *report.Near) []*report.Near {
	if site == nil {
		return nil
	}
	var open []*report.Near
	for _, i := range site.Guard {
		if i >= 0 && i < len(e.near) && e.near[i].Best < 1 {
			open = append(open, &e.near[i])
		}
	}
	return open
}

// need returns the sides of the operands of a condition that are missing for its value to be want; met says that the
// value was want before. It looks into operators, since an operand that is not evaluated is not what is missing.
func (e *explainer) need(o *outline, x ast.Expr, want bool) (open []*report.Near, met bool) {
	switch y := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		if y.Op == token.NOT {
			return e.need(o, y.X, !want)
		}
	case *ast.BinaryExpr:
		if y.Op == token.LAND || y.Op == token.LOR {
			return e.needs(o, y, want)
		}
	}
	s := e.sides[side{o.position(ast.Unparen(x).Pos()), want}]
	if s == nil {
		return nil, false
	}
	if s.Best >= 1 {
		return nil, true
	}
	return []*report.Near{s}, false
}

func (e *explainer) needs(o *outline, x *ast.BinaryExpr, want bool) (open []*report.Near, met bool) {
	left, leftMet := e.need(o, x.X, want)
	both := (x.Op == token.LAND) == want // both operands have to be want
	if both && !leftMet && len(left) > 0 {
		return left, false
	}
	right, rightMet := e.need(o, x.Y, want)
	if both {
		return right, rightMet
	}
	if leftMet || rightMet {
		return nil, true
	}
	return append(left, right...), false
}

// never writes the sides that were evaluated but never taken, the closest first.
func never(open []*report.Near) (reason, bool) {
	const shown = 2
	open = slices.DeleteFunc(slices.Clone(open), func(n *report.Near) bool { return n.Best <= 0 })
	if len(open) == 0 {
		return reason{}, false
	}
	slices.SortStableFunc(open, func(a, b *report.Near) int { return cmp.Compare(b.Best, a.Best) })
	var texts []string
	for _, n := range open {
		if text := n.Never(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	text := strings.Join(texts[:min(len(texts), shown)], ", ")
	if n := len(texts) - shown; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return reason{text, open[0].Best}, true
}
