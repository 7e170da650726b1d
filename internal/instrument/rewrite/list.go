package rewrite

import (
	"go/ast"
	"go/token"
)

// run is a part of a statement list that shares one cell. It consists of statements that always complete (see quiet),
// and at most one other, the main statement. All of them have run once the cell is completed. After an if, a loop or a
// switch a new run begins, since control may come from elsewhere.
type run struct {
	from, to int // indexes in the list
	main     int // index of the main statement; -1 if every statement is quiet
	leaves   bool
}

// runs divides a statement list into runs.
func (w *listWriter) runs(list []ast.Stmt) []run {
	var all []run
	begin := true
	for i, s := range list {
		quiet := w.all.calm.quiet(s) || w.all.calm.quietLeave(s)
		if begin || w.jumped(s) || !quiet && all[len(all)-1].main >= 0 {
			all = append(all, run{from: i, main: -1})
		}
		r := &all[len(all)-1]
		r.to = i + 1
		if !quiet {
			r.main = i
		}
		r.leaves = w.all.flow.leaves(s)
		begin = r.leaves || !quiet && isCompound(s)
	}
	return all
}

// quietLeave reports whether s transfers control elsewhere and cannot panic before.
func (w *quietness) quietLeave(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BranchStmt:
		return true
	case *ast.ReturnStmt:
		return w.quietExprs(s.Results)
	}
	return false
}

func isCompound(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt,
		*ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	case *ast.LabeledStmt:
		return isCompound(s.Stmt)
	}
	return false
}

// jumped reports whether a goto may lead to s.
func (w *listWriter) jumped(s ast.Stmt) bool {
	labeled, ok := s.(*ast.LabeledStmt)
	return ok && (w.all.fn.jumps[labeled.Label.Name] || w.jumped(labeled.Stmt))
}

// none stands for no cell.
const none = -1

// list rewrites the statements of a block or clause. g guards them. end returns the offset for probes after the last
// one.
func (w *listWriter) list(list []ast.Stmt, g guard, end func() int) {
	if w.facts.library {
		w.bare(list)
		return
	}
	open := none // the cell that is entered and not completed
	for _, r := range w.runs(list) {
		open = w.run(list, r, g, open)
		if r.main >= 0 {
			g = w.guardAfter(list[r.main], g)
		}
	}
	if open != none {
		w.page.insert(end(), ";"+w.page.step("Done", open))
	}
}

// bare rewrites the parts of statements that are no targets.
func (w *listWriter) bare(list []ast.Stmt) {
	for _, s := range list {
		if r, ok := s.(*ast.ReturnStmt); ok {
			w.all.returns.returnStmt(r, none, returnPlan{way: wayQuiet, err: none, cell: none})
		} else {
			w.all.stmts.stmt(s)
		}
	}
}

// run rewrites one run after the open cell, and returns the cell that is open after the run.
func (w *listWriter) run(list []ast.Stmt, r run, g guard, open int) int {
	first, last := list[r.from], list[r.to-1]
	at := first
	if r.main >= 0 {
		at = list[r.main]
	}
	for labeled, ok := at.(*ast.LabeledStmt); ok; labeled, ok = at.(*ast.LabeledStmt) {
		at = labeled.Stmt
	}
	cell := w.page.statement(at.Pos(), g)
	returned, _ := last.(*ast.ReturnStmt)
	plan := w.all.returns.planReturn(returned)
	plan.cell = cell
	w.enter(first, open, cell, w.entry(list, r, plan))
	if r.main == none && plan.way != wayError || r.main >= 0 && w.doneAtEntry(list[r.main], plan) {
		cell = none // completed
	}
	for i := r.from; i < r.to; i++ {
		if i == r.to-1 && cell != none && w.all.calm.quietLeave(list[i]) && plan.way != wayError {
			w.page.insert(w.page.offset(list[i].Pos()), w.page.step("Done", cell)+";")
		}
		w.statementIn(list, i, cell, plan)
	}
	if r.leaves {
		return none
	}
	return cell
}

// entry says with which of the probes Enter and Done a run begins.
type entry struct{ enter, done bool }

func (w *listWriter) entry(list []ast.Stmt, r run, plan returnPlan) entry {
	switch {
	case r.main == none:
		return entry{done: plan.way != wayError}
	case w.doneAtEntry(list[r.main], plan):
		return entry{enter: true, done: true}
	}
	return entry{enter: true}
}

// doneAtEntry reports whether a main statement counts as completed when it is entered, because no probe can note its
// end: control never comes to the code after it.
func (w *listWriter) doneAtEntry(s ast.Stmt, plan returnPlan) bool {
	if _, ok := s.(*ast.ReturnStmt); ok {
		return plan.way == wayEntry
	}
	return w.all.flow.leaves(s)
}

// enter puts the probes before the first statement of a run. Probes go before a label, so that break and continue still
// find their loop. If a goto leads to the label, the probe that enters this run goes after it.
func (w *listWriter) enter(first ast.Stmt, open, cell int, e entry) {
	at := w.page.offset(first.Pos())
	w.page.paused = w.page.paused || len(w.all.fn.jumps) > 0
	if inner, ok := behindLabel(first); ok && w.jumped(first) {
		if open != none {
			w.page.insert(at, w.page.step("Done", open)+";")
		}
		open, at = none, w.page.offset(inner.Pos())
	}
	text := ""
	if w.jumped(first) {
		text = runtimeAlias + ".Spin();"
	}
	switch {
	case e.enter && open != none:
		text += w.page.step("Next", open, cell) + ";"
	case e.enter:
		text += w.page.step("Enter", cell) + ";"
	case open != none:
		text += w.page.step("Done", open) + ";"
	}
	if e.done {
		text += w.page.step("Done", cell) + ";"
	}
	if text != "" {
		w.page.insert(at, text)
	}
}

// behindLabel returns the statement after a label that only a goto can name.
func behindLabel(s ast.Stmt) (ast.Stmt, bool) {
	labeled, ok := s.(*ast.LabeledStmt)
	if !ok {
		return nil, false
	}
	switch labeled.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.LabeledStmt:
		return nil, false
	}
	return labeled.Stmt, true
}

// statementIn rewrites the i-th statement of a list with the probes around it.
func (w *listWriter) statementIn(list []ast.Stmt, i, cell int, plan returnPlan) {
	s := list[i]
	if r, ok := s.(*ast.ReturnStmt); ok {
		w.all.returns.returnStmt(r, cell, plan)
		return
	}
	entered := w.all.loops.beforeLoop(s)
	w.all.stmts.beforeSelect(s)
	w.all.stmts.aroundStart(s, func() { w.all.stmts.stmt(s) })
	w.all.loops.afterLoop(s, entered)
	if i+1 < len(list) {
		w.all.stmts.commaOK(s, list[i+1])
	} else {
		w.all.stmts.commaOK(s, nil)
	}
}

// guardAfter returns the guard of the statements after s: if one side of an if leaves, they run on the other side only.
func (w *listWriter) guardAfter(s ast.Stmt, g guard) guard {
	branch, ok := s.(*ast.IfStmt)
	if !ok {
		return g
	}
	after, ok := w.all.conds.ranges[branch.Cond]
	if !ok || after.count == 0 {
		return g
	}
	switch {
	case w.all.flow.leaves(branch.Body) && branch.Else == nil:
		after.side = false
	case branch.Else != nil && w.all.flow.leaves(branch.Else):
		after.side = true
	default:
		return g
	}
	return after
}

// block rewrites the statements between two braces.
func (w *listWriter) block(b *ast.BlockStmt, g guard) {
	w.list(b.List, g, func() int { return w.page.offset(b.Rbrace) })
}

// clause rewrites the statements of a clause. An empty clause gets a cell of its own if no condition reports that it
// was taken.
func (w *listWriter) clause(list []ast.Stmt, at, colon token.Pos, g guard, told bool) {
	before := w.page.paused
	defer func() { w.page.paused = before }()
	w.page.paused = true
	if len(list) == 0 {
		if !told && !w.facts.library {
			w.page.insert(w.page.offset(colon)+1, w.page.step("Done", w.page.statement(at, g))+";")
		}
		return
	}
	w.list(list, g, func() int { return w.page.offset(list[len(list)-1].End()) })
}
