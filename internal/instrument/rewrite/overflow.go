package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// Where it is asked for (Options.Overflow), sums, differences and products of signed integers, and conversions of
// signed and fractional numbers to integers, become calls of the runtime that note results that do not fit:
//
//	n * price      evoke_p.Product(&evoke_g[0],&evoke_c[1],&evoke_n[1], n, price)
//	total += n     total = evoke_p.Sum(&evoke_g[0],&evoke_c[2],&evoke_n[2], total, n)
//	int32(n)       evoke_p.Converted(&evoke_g[0],&evoke_c[3],&evoke_n[3], int32(0), n)
//
// Calculations that wrap on purpose are left out: those on unsigned numbers, operands of bit operations, conversions to
// bytes, and functions whose names say that they hash or mix numbers.

// Operations in descriptions of conditions for results that do not fit.
const (
	kindOverflow = 'v'
	opOverflow   = "o"
)

// calculations are the functions of the runtime, by operator.
var calculations = map[token.Token]string{token.ADD: "Sum", token.SUB: "Difference", token.MUL: "Product"}

// overflows reports whether probes for results that do not fit are added here.
func overflows(known *facts, at *sites) bool {
	return known.overflow && !words.Mixing().MatchString(at.within)
}

// isSigned reports whether a type is a signed integer type, and no type parameter.
func isSigned(t types.Type) bool {
	info, kind := basic(t)
	return !isTypeParam(t) && info&types.IsInteger != 0 && info&(types.IsUnsigned|types.IsUntyped) == 0 &&
		kind != types.Invalid
}

// calculates returns the function of the runtime for an operation, "" for most.
func calculates(w *expressionWriter, e *ast.BinaryExpr) string {
	if !overflows(w.facts, w.page.sites) || w.wraps[e] || w.facts.isConstant(e) || !isSigned(w.facts.typeOf(e)) ||
		w.facts.contextual(e.X) || w.facts.contextual(e.Y) {
		return ""
	}
	if isLength(w.facts, e.X) && isLength(w.facts, e.Y) {
		return ""
	}
	return calculations[e.Op]
}

// isLength reports whether a number is a length or index of something in memory, or a smaller constant. The sum of a
// few of these cannot overflow.
func isLength(w *facts, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		f, ok := w.callee(e).(*types.Builtin)
		return ok && (f.Name() == "len" || f.Name() == "cap" || f.Name() == "copy")
	case *ast.BinaryExpr:
		if _, ok := calculations[e.Op]; ok && !w.isConstant(e) {
			return isLength(w, e.X) && isLength(w, e.Y)
		}
	}
	return w.isConstant(e) && len(w.Info.Types[e].Value.ExactString()) < 6
}

// calculate rewrites an operation as a call of the runtime.
func calculate(w *expressionWriter, e *ast.BinaryExpr, with string) {
	c := w.page.condition(kindOverflow, opOverflow, e.Pos(), e.End())
	w.page.insert(w.page.offset(e.Pos()), overflowing(w.page, with, c))
	w.expr(e.X)
	at := w.page.offset(e.OpPos)
	w.page.replace(at, at+len(e.Op.String()), ", ")
	w.expr(e.Y)
	w.page.insert(w.page.offset(e.End()), ")")
}

// overflowing returns the beginning of the call of the runtime. It always marks its group, since no other condition
// does.
func overflowing(w *page, with string, c int) string {
	return fmt.Sprintf("%s.%s(%s,&%s[%d],&%s[%d], ", runtimeAlias, with, w.inGroup(),
		conditionsArray, c, distancesArray, c)
}

// markBitOperands marks the operands of a bit operation: the calculations in them wrap on purpose.
func markBitOperands(w *expressionWriter, op token.Token, operands ...ast.Expr) {
	switch op {
	case token.SHL, token.SHR:
		operands = operands[:1]
	case token.AND, token.OR, token.XOR, token.AND_NOT:
	default:
		return
	}
	for _, e := range operands {
		markWrapping(w, e)
	}
}

// markWrapping marks the calculations of which a number is made.
func markWrapping(w *expressionWriter, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		w.wraps[e] = true
		markWrapping(w, e.X)
		markWrapping(w, e.Y)
	case *ast.CallExpr:
		if w.facts.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			w.wraps[e] = true
			markWrapping(w, e.Args[0])
		}
	}
}

// markCompared marks both sides of a comparison of unsigned numbers: a negative number is meant to be larger than all
// others.
func markCompared(w *expressionWriter, e *ast.BinaryExpr) {
	if !isComparison(e.Op) || !isUnsigned(w.facts.typeOf(e.X)) {
		return
	}
	for _, side := range []ast.Expr{e.X, e.Y} {
		if call, ok := ast.Unparen(side).(*ast.CallExpr); ok {
			w.wraps[call] = true
		}
	}
}

// writesBits matches packages that treat numbers as bits.
var writesBits = regexp.MustCompile(
	`^(encoding/binary|hash(/.+)?|math/bits|math/rand(/v2)?|crypto(/.+)?|unsafe|syscall|sync/atomic)$`,
)

// markBitArguments marks the arguments of functions that treat numbers as bits.
func markBitArguments(w *expressionWriter, e *ast.CallExpr) {
	f, ok := w.facts.callee(e).(*types.Func)
	if !ok || f.Pkg() == nil || !writesBits.MatchString(f.Pkg().Path()) && !strings.HasSuffix(f.Name(), "frombits") &&
		!words.Mixing().MatchString(f.Name()) {
		return
	}
	for _, arg := range e.Args {
		markWrapping(w, arg)
	}
}

// narrows reports whether a call converts a number to a type that may not hold it.
func narrows(w *expressionWriter, e *ast.CallExpr) bool {
	if !overflows(w.facts, w.page.sites) || w.wraps[e] || w.facts.isConstant(e) ||
		!w.facts.Info.Types[e.Fun].IsType() || len(e.Args) != 1 {
		return false
	}
	arg := ast.Unparen(e.Args[0])
	if w.facts.contextual(arg) || w.facts.isConstant(arg) || takesBits(arg) || isLength(w.facts, arg) {
		return false
	}
	from, to := w.facts.typeOf(arg), w.facts.typeOf(e)
	info, kind := basic(to)
	if isTypeParam(to) || isTypeParam(from) || info&types.IsInteger == 0 || kind == types.Uint8 ||
		kind == types.Uintptr {
		return false
	}
	if fromInfo, _ := basic(from); fromInfo&types.IsFloat != 0 {
		return true
	}
	if !isSigned(from) {
		return false
	}
	return isUnsigned(to) || sizeOf(to) < sizeOf(from)
}

// takesBits reports whether an expression is made of bits of other numbers.
func takesBits(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.AND || b.Op == token.SHR || b.Op == token.SHL || b.Op == token.XOR ||
		b.Op == token.OR || b.Op == token.AND_NOT)
}

// sizeOf returns the size of a number in bytes.
func sizeOf(t types.Type) int64 { return types.SizesFor("gc", "amd64").Sizeof(t) }

// convert rewrites a conversion as a call of the runtime.
func convert(w *expressionWriter, e *ast.CallExpr) {
	c := w.page.condition(kindOverflow, opOverflow, e.Pos(), e.End())
	w.page.insert(w.page.offset(e.Pos()), overflowing(w.page, "Converted", c))
	w.page.insert(w.page.offset(e.Lparen)+1, "0), ")
	w.exprs(e.Args)
}

// compoundAssign rewrites x += y and similar assignments if the result may not fit. It returns false for other
// assignments, and if x must not be evaluated twice.
func compoundAssign(w *statementWriter, s *ast.AssignStmt) bool {
	if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
		return false
	}
	op := assignOperator(s.Tok)
	markBitOperands(&w.all.exprs, op, s.Rhs[0])
	if w.facts.contextual(s.Rhs[0]) {
		return false
	}
	start := assignmentTo(w, s.Lhs[0], op, s.End())
	if start == "" {
		return false
	}
	at := w.page.offset(s.TokPos)
	w.page.replace(at, at+len(s.Tok.String()), start)
	w.all.exprs.exprs(s.Rhs)
	w.page.insert(w.page.offset(s.End()), ")")
	return true
}

// incDec rewrites x++ and x-- if the result may not fit.
func incDec(w *statementWriter, s *ast.IncDecStmt) {
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	if start := assignmentTo(w, s.X, op, s.End()); start != "" {
		at := w.page.offset(s.TokPos)
		w.page.replace(at, at+len(s.Tok.String()), start+"1)")
	}
}

// assignmentTo returns the beginning of an assignment that reads the variable that it assigns to, "" if no probe is
// needed.
func assignmentTo(w *statementWriter, left ast.Expr, op token.Token, end token.Pos) string {
	with := calculations[op]
	if with == "" || !overflows(w.facts, w.page.sites) || !isSigned(w.facts.typeOf(left)) {
		return ""
	}
	text := rereadable(w.facts, left)
	if text == "" {
		return ""
	}
	return "= " + overflowing(w.page, with, w.page.condition(kindOverflow, opOverflow, left.Pos(), end)) + text + ", "
}

// rereadable returns the text of a variable that can be read and assigned to without side effects, "" for other
// expressions.
func rereadable(w *facts, e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		if x := w.variable(e.X); x != "" {
			return "*" + x
		}
	case *ast.IndexExpr:
		x, index := w.variable(e.X), w.variable(e.Index)
		if w.isConstant(e.Index) {
			index = types.ExprString(e.Index)
		}
		if x != "" && index != "" && !isTypeParam(w.typeOf(e.X)) {
			return x + "[" + index + "]"
		}
	default:
		return w.variable(e)
	}
	return ""
}
