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
// What wraps on purpose is left out: unsigned numbers, what bits are taken of, conversions to bytes, and functions
// whose name says that they mix numbers.

// What conditions are that are results which do not fit.
const (
	kindOverflow = 'v'
	opOverflow   = "o"
)

// calculations are the functions of the runtime.
var calculations = map[token.Token]string{token.ADD: "Sum", token.SUB: "Difference", token.MUL: "Product"}

// overflows reports whether results that do not fit are looked for at this point.
func overflows(known *facts, at *sites) bool {
	return known.overflow && !words.Mixing().MatchString(at.within)
}

// isSigned reports whether a type is one of signed integers, and no type parameter.
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

// isLength reports whether a number is that of what is in memory, or a constant below that, so that no sum of a few is
// large.
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

// overflowing returns the beginning of a call of the runtime. It marks its group always: no condition leads to it.
func overflowing(w *page, with string, c int) string {
	return fmt.Sprintf("%s.%s(%s,&%s[%d],&%s[%d], ", runtimeAlias, with, w.inGroup(),
		conditionsArray, c, distancesArray, c)
}

// wrapping marks the operands of an operation that takes bits: what they are made of wraps on purpose.
func wrapping(w *expressionWriter, op token.Token, operands ...ast.Expr) {
	switch op {
	case token.SHL, token.SHR:
		operands = operands[:1]
	case token.AND, token.OR, token.XOR, token.AND_NOT:
	default:
		return
	}
	for _, e := range operands {
		wrap(w, e)
	}
}

// wrap marks what a number is made of.
func wrap(w *expressionWriter, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		w.wraps[e] = true
		wrap(w, e.X)
		wrap(w, e.Y)
	case *ast.CallExpr:
		if w.facts.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			w.wraps[e] = true
			wrap(w, e.Args[0])
		}
	}
}

// compared marks both sides of a comparison of numbers without a sign: a negative one is meant to be larger than all.
func compared(w *expressionWriter, e *ast.BinaryExpr) {
	if !isComparison(e.Op) || !isUnsigned(w.facts.typeOf(e.X)) {
		return
	}
	for _, side := range []ast.Expr{e.X, e.Y} {
		if call, ok := ast.Unparen(side).(*ast.CallExpr); ok {
			w.wraps[call] = true
		}
	}
}

// writesBits matches packages that take numbers as bits.
var writesBits = regexp.MustCompile(
	`^(encoding/binary|hash(/.+)?|math/bits|math/rand(/v2)?|crypto(/.+)?|unsafe|syscall|sync/atomic)$`,
)

// given marks the arguments of functions that take numbers as bits.
func given(w *expressionWriter, e *ast.CallExpr) {
	f, ok := w.facts.callee(e).(*types.Func)
	if !ok || f.Pkg() == nil || !writesBits.MatchString(f.Pkg().Path()) && !strings.HasSuffix(f.Name(), "frombits") &&
		!words.Mixing().MatchString(f.Name()) {
		return
	}
	for _, arg := range e.Args {
		wrap(w, arg)
	}
}

// narrows reports whether a call converts a number to a type that need not hold it.
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

// takesBits reports whether an expression is made of bits of others.
func takesBits(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.AND || b.Op == token.SHR || b.Op == token.SHL || b.Op == token.XOR ||
		b.Op == token.OR || b.Op == token.AND_NOT)
}

// sizeOf returns the bytes of a number.
func sizeOf(t types.Type) int64 { return types.SizesFor("gc", "amd64").Sizeof(t) }

// convert rewrites a conversion as a call of the runtime.
func convert(w *expressionWriter, e *ast.CallExpr) {
	c := w.page.condition(kindOverflow, opOverflow, e.Pos(), e.End())
	w.page.insert(w.page.offset(e.Pos()), overflowing(w.page, "Converted", c))
	w.page.insert(w.page.offset(e.Lparen)+1, "0), ")
	w.exprs(e.Args)
}

// combined rewrites x += y and the like, where the result may not fit. It reports false for other assignments, and for
// those whose left side must not be read twice.
func combined(w *statementWriter, s *ast.AssignStmt) bool {
	if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
		return false
	}
	op := assignOperator(s.Tok)
	wrapping(&w.all.exprs, op, s.Rhs[0])
	if w.facts.contextual(s.Rhs[0]) {
		return false
	}
	start := again(w, s.Lhs[0], op, s.End())
	if start == "" {
		return false
	}
	at := w.page.offset(s.TokPos)
	w.page.replace(at, at+len(s.Tok.String()), start)
	w.all.exprs.exprs(s.Rhs)
	w.page.insert(w.page.offset(s.End()), ")")
	return true
}

// stepped rewrites x++ and x--, where the result may not fit.
func stepped(w *statementWriter, s *ast.IncDecStmt) {
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	if start := again(w, s.X, op, s.End()); start != "" {
		at := w.page.offset(s.TokPos)
		w.page.replace(at, at+len(s.Tok.String()), start+"1)")
	}
}

// again returns the beginning of an assignment that reads what it assigns to, "" where there is nothing to look at.
func again(w *statementWriter, left ast.Expr, op token.Token, end token.Pos) string {
	with := calculations[op]
	if with == "" || !overflows(w.facts, w.page.sites) || !isSigned(w.facts.typeOf(left)) {
		return ""
	}
	text := steady(w.facts, left)
	if text == "" {
		return ""
	}
	return "= " + overflowing(w.page, with, w.page.condition(kindOverflow, opOverflow, left.Pos(), end)) + text + ", "
}

// steady returns the text of what can be assigned to and read without an effect, "" for other expressions.
func steady(w *facts, e ast.Expr) string {
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
