package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// leaf is an operand of &&, || and !: a condition that contains no further condition. It becomes a call of the runtime
// in place of the expression, so order and short-circuit evaluation stay as they are.
type leaf struct {
	index  int
	probe  string // function of the runtime, or the type of a method
	method string // of the type, "" if probe is a function
	op     string // for the description of the target
	open   string // conversion of the operands, "" for none
	shut   string
	rest   bool      // the condition is x%m == b, with operands x, m, b
	callee *callPlan // of a call that is replaced
	ask    string    // number of the function that the condition asks
	heed   string    // number of the function whose result is an operand, which the condition hears
}

// plan numbers the leaves of a condition one after the other in the order of the source, and returns their range. free
// says that the condition may be of any boolean type in its place; otherwise a condition of a named boolean type stays
// as it is.
func (w *conditionWriter) plan(e ast.Expr, free bool) guard {
	g := guard{first: w.page.sites.conditions}
	convert := false
	if !isBool(w.facts.typeOf(e)) {
		convert = free && !w.facts.library && w.facts.convertible(e)
		if !convert && !w.facts.isConstant(e) && isValid(w.facts.typeOf(e)) {
			w.page.note(e.Pos(), "condition of type "+w.facts.typeOf(e).String())
		}
	}
	w.collect(e, convert)
	g.count = w.page.sites.conditions - g.first
	w.ranges[e] = g
	return g
}

func isValid(t types.Type) bool { return t != types.Typ[types.Invalid] }

// convertible reports whether every leaf of a condition can be converted to bool, so that && and || can still combine
// them.
func (w *facts) convertible(e ast.Expr) bool {
	if w.isConstant(e) || !w.predeclared("bool", e.Pos()) {
		return false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.convertible(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return w.convertible(e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return w.convertible(e.X) && w.convertible(e.Y)
		}
	}
	return isValid(w.typeOf(e))
}

// collect plans the leaves of a condition.
func (w *conditionWriter) collect(e ast.Expr, convert bool) {
	w.logical[e] = true
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.collect(e.X, convert)
		return
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			w.collect(e.X, convert)
			return
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			w.collect(e.X, convert)
			w.collect(e.Y, convert)
			return
		}
	}
	t := w.facts.typeOf(e)
	if w.facts.isConstant(e) || !isValid(t) || !isBool(t) && !convert {
		return
	}
	w.addLeaf(e, w.classify(e, t))
}

func (w *conditionWriter) addLeaf(e ast.Expr, l leaf) { w.addLeafOf(kindBranch, e, l) }

func (w *conditionWriter) addLeafOf(kind byte, e ast.Expr, l leaf) {
	if l.probe == "" && l.callee == nil || w.facts.library && l.probe == "Bool" {
		return
	}
	l.index = w.page.condition(kind, l.op, e.Pos(), e.End())
	w.askBefore(e, l)
	if l.callee == nil || !strings.HasPrefix(l.callee.replaced, "strconv.") { // constants are bases, sizes
		w.all.consts.values(e)
	}
	w.planned[e] = l
}

// classify chooses the probe of a leaf.
func (w *conditionWriter) classify(e ast.Expr, t types.Type) leaf {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if isComparison(e.Op) {
			return w.comparison(e, t)
		}
	case *ast.CallExpr:
		if plan := w.all.calls.replacement(e); plan != nil && isBool(t) {
			return leaf{op: opCall, callee: plan}
		}
	}
	return w.flagOf(e, t)
}

// asFlag returns the probe of a condition without a distance.
func asFlag(t types.Type) leaf {
	if isBool(t) {
		return leaf{probe: "Bool", op: opFlag}
	}
	return leaf{probe: "Bool", op: opFlag, open: "bool(", shut: ")"}
}

// operators are the first part of names of probes, and the sign in the description of a target.
var operators = map[token.Token][2]string{
	token.EQL: {"Eq", "="}, token.NEQ: {"Ne", "="},
	token.LSS: {"Lt", "<"}, token.LEQ: {"Le", "<"}, token.GTR: {"Gt", "<"}, token.GEQ: {"Ge", "<"},
}

// comparison chooses the probe of a comparison by the type of its operands.
func (w *conditionWriter) comparison(e *ast.BinaryExpr, result types.Type) leaf {
	x, y := w.facts.typeOf(e.X), w.facts.typeOf(e.Y)
	if !isValid(x) || !isValid(y) {
		return leaf{}
	}
	if w.facts.isNil(e.X) || w.facts.isNil(e.Y) || w.facts.contextual(e.X) || w.facts.contextual(e.Y) {
		return w.flagOf(e, result)
	}
	l := w.operands(e, x, y)
	if l.probe == "" {
		return w.flagOf(e, result)
	}
	name, sign := operators[e.Op][0], operators[e.Op][1]
	l.rest = l.op == "i" && w.isRest(e)
	switch {
	case l.op == "t":
		l.probe = name + l.probe
	case l.rest:
		l.method = name + "Rest"
	default:
		l.method = name
	}
	l.op += sign
	l.heed = w.heardFunction(e)
	return l
}

// isRest reports whether a comparison is x%m == b, or !=, with a constant m.
func (w *conditionWriter) isRest(e *ast.BinaryExpr) bool {
	rest, ok := e.X.(*ast.BinaryExpr)
	return ok && (e.Op == token.EQL || e.Op == token.NEQ) && rest.Op == token.REM &&
		!w.facts.isConstant(rest) && w.facts.isConstant(rest.Y)
}

// maxArray bounds the elements of arrays that are passed to a probe, since they are copied.
const maxArray = 1024

// operands returns the letter of the probe for two operands and how they are converted. It returns the zero leaf if no
// distance can be computed.
func (w *conditionWriter) operands(e *ast.BinaryExpr, x, y types.Type) leaf {
	if isInterface(x) || isInterface(y) {
		return leaf{probe: "Interfaces", op: "a"}
	}
	info, kind := basic(x)
	switch {
	case isTypeParam(x), isTypeParam(y):
		return w.generic(x, y, true)
	case info&types.IsString != 0:
		return w.converted(leaf{probe: "Texts", op: "s", open: "string("}, e, types.String)
	case kind == types.Float32:
		return w.converted(leaf{probe: "Floats", op: "f", open: "float64(float32(", shut: "))"}, e, types.Invalid)
	case info&types.IsFloat != 0:
		return w.converted(leaf{probe: "Floats", op: "f", open: "float64("}, e, types.Float64)
	case info&types.IsUnsigned != 0:
		return w.converted(leaf{probe: "Uints", op: "u", open: "uint64("}, e, types.Uint64)
	case info&types.IsInteger != 0:
		return w.converted(leaf{probe: "Ints", op: "i", open: "int64("}, e, types.Int64)
	}
	switch u := under(x).(type) {
	case *types.Struct:
		return w.generic(x, y, w.facts.anyEqual || isPlain(x))
	case *types.Array:
		return w.generic(x, y, u.Len() <= maxArray && (w.facts.anyEqual || isPlain(x)))
	}
	return leaf{}
}

// generic returns a comparison by a probe with a type parameter; both operands must have the same type.
func (w *conditionWriter) generic(x, y types.Type, comparable bool) leaf {
	if !w.facts.generics || !comparable || !types.Identical(x, y) {
		return leaf{}
	}
	return leaf{probe: "T", op: "t"}
}

// converted adds the conversion of operands to the type of a probe's parameters. Operands of type float32 are converted
// to float32 first, so that constants are rounded as before.
func (w *conditionWriter) converted(l leaf, e *ast.BinaryExpr, target types.BasicKind) leaf {
	if target != types.Invalid && types.Identical(w.facts.typeOf(e.X), types.Typ[target]) &&
		types.Identical(w.facts.typeOf(e.Y), types.Typ[target]) {
		l.open = ""
		return l
	}
	for _, name := range []string{"int64", "uint64", "float64", "float32", "string"} {
		if !w.facts.predeclared(name, e.Pos()) {
			return leaf{}
		}
	}
	if l.shut == "" {
		l.shut = ")"
	}
	return l
}

// leaf writes the probe of a leaf and rewrites its operands.
func (w *conditionWriter) leaf(e ast.Expr, l leaf) {
	start := ""
	near := nearCell(l.index)
	if l.heed != "" && w.heeds[e] == nil {
		near = heed(l)
	}
	begin := func() { start = w.page.probeWith(l.probe, l.index, near) + ", " }
	switch {
	case l.callee != nil:
		begin = func() { start = w.page.at(l.index, nearCell(l.index)) }
	case l.method != "":
		begin = func() {
			start = fmt.Sprintf("%s.%s(%s).%s(", runtimeAlias, l.probe, w.page.at(l.index, near), l.method)
		}
	}
	if l.ask != "" {
		begin = func() { start = w.page.probe(l.probe, l.index) + ", " + w.page.ask(l.index, l.ask) + ", " }
	}
	w.page.around(e, l.probe == "Bool", begin, func() { w.operandsOf(e, l, start) })
}

func (w *conditionWriter) operandsOf(e ast.Expr, l leaf, start string) {
	binary, ok := e.(*ast.BinaryExpr)
	switch {
	case l.callee != nil:
		w.all.calls.replaceCall(e.(*ast.CallExpr), l.callee, start)
		return
	case l.op == opFlag || !ok:
		w.page.insert(w.page.offset(e.Pos()), start+l.open)
		flagOperands(w, e, l)
	default:
		markCompared(&w.all.exprs, binary)
		w.page.insert(w.page.offset(e.Pos()), start+l.open)
		x := binary.X
		if l.rest {
			rest := x.(*ast.BinaryExpr)
			w.all.exprs.expr(rest.X)
			x = rest.Y
			w.between(rest, l)
		}
		w.all.exprs.expr(x)
		w.between(binary, l)
		w.all.exprs.expr(binary.Y)
	}
	w.page.insert(w.page.offset(e.End()), l.shut+")")
}

// between replaces the operator by a comma.
func (w *conditionWriter) between(e *ast.BinaryExpr, l leaf) {
	at := w.page.offset(e.OpPos)
	w.page.replace(at, at+len(e.Op.String()), l.shut+", "+l.open)
}
