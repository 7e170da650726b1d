package where

import (
	"slices"
	"unicode/utf8"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// unknown is the outcome of a condition that is not judged.
var unknown = heuristics.Truthness{}

// truth judges a condition. Parts that cannot be judged are left out.
func (e judge) truth(x syntax.Expr, s *scope) heuristics.Truthness {
	e.steps--
	if e.nested > mostNested {
		return unknown
	}
	e.nested++
	out := e.judged(x, s)
	e.nested--
	return out
}

// judged judges one condition.
func (e judge) judged(x syntax.Expr, s *scope) heuristics.Truthness {
	switch x := x.(type) {
	case *syntax.And:
		return e.all(x.Parts, s, false)
	case *syntax.Or:
		return e.all(x.Parts, s, true).Not()
	case *syntax.Not:
		return e.truth(x.X, s).Not()
	case *syntax.Compare:
		return e.compare(x, s)
	case *syntax.Between:
		return e.between(x, s)
	case *syntax.In:
		return e.in(x, s)
	case *syntax.Quantified:
		return e.quantified(x, s)
	case *syntax.Like:
		return e.like(x, s)
	case *syntax.Null:
		v := e.value(x.X, s)
		if cell.IsUnknown(v) {
			return unknown
		}
		t := heuristics.Flag(v == nil)
		e.note(&x.Leaf, t, v)
		return t
	case *syntax.Exists:
		v := asker(e).below(x.Query, s, nil)
		t := heuristics.Truthness{OfTrue: v.any, OfFalse: v.none}
		e.note(&x.Leaf, t)
		return t
	case *syntax.Truth:
		v := e.value(x.X, s)
		t := asTruth(v)
		e.note(&x.Leaf, t, v)
		return t
	}
	return asTruth(e.value(x, s))
}

// all judges conditions that AND combines. Negated is for OR: it is true of all parts that they are false.
func (e judge) all(parts []syntax.Expr, s *scope, negated bool) heuristics.Truthness {
	sum, n, every, best := 0.0, 0, true, 0.0
	for _, x := range parts {
		t := e.truth(x, s)
		if t == unknown {
			continue
		}
		if negated {
			t = t.Not()
		}
		n++
		sum += t.OfTrue
		every = every && t.OfTrue == 1
		best = max(best, t.OfFalse)
	}
	if n == 0 {
		return unknown
	}
	return heuristics.Truthness{OfTrue: mean(sum, n, every), OfFalse: best}
}

// asTruth judges a value that is used as a condition.
func asTruth(v any) heuristics.Truthness {
	if v == nil {
		return cell.Null()
	}
	switch n := cell.AsNumber(v).(type) {
	case int64:
		return heuristics.EqualInt(n, 0).Not()
	case float64:
		return heuristics.EqualFloat(n, 0).Not()
	}
	return unknown
}

// compare judges a comparison.
func (e judge) compare(x *syntax.Compare, s *scope) heuristics.Truthness {
	a, b := e.operand(x.X, s), e.operand(x.Y, s)
	t := e.compared(x.Op, a, b)
	e.note(&x.Leaf, t, a.Value, b.Value)
	return t
}

// compared compares two values.
func (e judge) compared(op syntax.Op, a, b cell.Operand) heuristics.Truthness {
	switch op {
	case syntax.Equal:
		return cell.Equal(a, b, e.rules)
	case syntax.Unequal:
		return cell.Equal(a, b, e.rules).Not()
	case syntax.Less:
		return cell.Less(a, b, e.rules)
	case syntax.GreaterEqual:
		return cell.Less(a, b, e.rules).Not()
	case syntax.Greater:
		return cell.Less(b, a, e.rules)
	case syntax.LessEqual:
		return cell.Less(b, a, e.rules).Not()
	case syntax.Differ:
		return e.compared(syntax.Same, a, b).Not()
	}
	if cell.IsUnknown(a.Value) || cell.IsUnknown(b.Value) {
		return unknown
	}
	if a.Value == nil || b.Value == nil {
		return heuristics.Flag(a.Value == nil && b.Value == nil)
	}
	return cell.Equal(a, b, e.rules)
}

// between judges whether a value is between two others.
func (e judge) between(x *syntax.Between, s *scope) heuristics.Truthness {
	v, low, high := e.operand(x.X, s), e.operand(x.Low, s), e.operand(x.High, s)
	if e.rules.Together {
		together(&v, &low, &high)
	}
	a, b := e.compared(syntax.GreaterEqual, v, low), e.compared(syntax.LessEqual, v, high)
	if a == unknown || b == unknown {
		return unknown
	}
	every := a.OfTrue == 1 && b.OfTrue == 1
	t := heuristics.Truthness{OfTrue: mean(a.OfTrue+b.OfTrue, 2, every), OfFalse: max(a.OfFalse, b.OfFalse)}
	e.note(&x.Leaf, t, v.Value, low.Value, high.Value)
	return t
}

// together makes numbers of texts if one of several operands is a number.
func together(operands ...*cell.Operand) {
	isNumber := func(o *cell.Operand) bool {
		switch o.Value.(type) {
		case int64, float64:
			return true
		}
		return false
	}
	if !slices.ContainsFunc(operands, isNumber) {
		return
	}
	for _, o := range operands {
		if text, ok := o.Value.(string); ok {
			o.Value = cell.AsNumber(text)
		}
	}
}

// among combines the outcomes of comparisons of which one is enough.
type among struct {
	best, sum float64
	n         int
	every     bool // all are false
	unknown   bool
}

// add adds a comparison, and reports whether it came nearer than those before.
func (a *among) add(t heuristics.Truthness) bool {
	if t == unknown {
		a.unknown = true
		return false
	}
	a.every = t.OfFalse == 1 && (a.every || a.n == 0)
	a.n++
	a.sum += t.OfFalse
	if t.OfTrue > a.best {
		a.best = t.OfTrue
		return true
	}
	return false
}

// truth is the outcome. Without a comparison it is false.
func (a *among) truth() heuristics.Truthness {
	switch {
	case a.n == 0 && a.unknown:
		return unknown
	case a.n == 0:
		return heuristics.Truthness{OfTrue: heuristics.Absent, OfFalse: 1}
	}
	return heuristics.Truthness{OfTrue: a.best, OfFalse: mean(a.sum, a.n, a.every)}
}

// in judges whether a list or a query has a value.
func (e judge) in(x *syntax.In, s *scope) heuristics.Truthness {
	v := e.operand(x.X, s)
	if x.Query != nil {
		t := asker(e).anyOf(syntax.Equal, v, x.Query, s)
		e.note(&x.Leaf, t, v.Value)
		return t
	}
	t, nearest := e.oneOf(syntax.Equal, v, e.items(x.Items, s))
	e.note(&x.Leaf, t, v.Value, nearest)
	return t
}

// items computes the items of a list. An array among them stands for its items.
func (e judge) items(list []syntax.Expr, s *scope) []any {
	out := make([]any, 0, len(list))
	for _, x := range list {
		switch v := e.value(x, s).(type) {
		case cell.List:
			out = append(out, v...)
		default:
			out = append(out, v)
		}
	}
	return out
}

// oneOf compares a value with each item, one of which is enough, and returns the nearest one.
func (e judge) oneOf(op syntax.Op, v cell.Operand, items []any) (t heuristics.Truthness, nearest any) {
	if cell.IsUnknown(v.Value) {
		return unknown, nil
	}
	var out among
	for _, item := range items {
		if out.add(e.compared(op, v, cell.Operand{Value: item})) {
			nearest = item
		}
	}
	return out.truth(), nearest
}

// quantified judges a comparison with ANY or ALL items.
func (e judge) quantified(x *syntax.Quantified, s *scope) heuristics.Truthness {
	v := e.operand(x.X, s)
	op := x.Op
	if x.All { // there is none of which the opposite is true
		op = opposite(op)
	}
	t := unknown
	var nearest any
	if x.Query != nil {
		t = asker(e).anyOf(op, v, x.Query, s)
	} else if list, ok := cell.Array(e.value(x.Array, s)); ok {
		t, nearest = e.oneOf(op, v, list)
	}
	if x.All {
		t = t.Not()
	}
	e.note(&x.Leaf, t, v.Value, nearest)
	return t
}

// opposite returns the operator that is true where another one is false.
func opposite(op syntax.Op) syntax.Op {
	return [...]syntax.Op{
		syntax.Unequal, syntax.Equal, syntax.GreaterEqual, syntax.Greater, syntax.LessEqual, syntax.Less, syntax.Differ,
		syntax.Same,
	}[op]
}

// patternKey is a pattern with the way to read it.
type patternKey struct {
	text       string
	escape     rune
	fold, glob bool
}

// like judges whether a text has a pattern.
func (e judge) like(x *syntax.Like, s *scope) heuristics.Truthness {
	v, pattern := cell.AsText(e.value(x.X, s)), cell.AsText(e.value(x.Pattern, s))
	key, ok := e.patternOf(x, pattern, s)
	text, isText := v.(string)
	switch {
	case cell.IsUnknown(v) || cell.IsUnknown(pattern) || !ok:
		return unknown
	case v == nil || pattern == nil:
		e.note(&x.Leaf, cell.Null(), v, pattern)
		return cell.Null()
	case !isText:
		return unknown
	}
	t := e.pattern(key).Truth(text)
	e.note(&x.Leaf, t, v, pattern)
	return t
}

// patternOf returns how a pattern is read. Ok is false for an escape that nobody knows.
func (e judge) patternOf(x *syntax.Like, pattern any, s *scope) (key patternKey, ok bool) {
	text, _ := pattern.(string)
	key = patternKey{text: text, fold: x.Fold || e.rules.FoldLike, glob: x.Glob}
	if e.folds(x.X) {
		key.fold = true
	}
	if e.rules.Backslash {
		key.escape = '\\'
	}
	if x.Escape != nil {
		escape, isText := e.value(x.Escape, s).(string)
		if !isText || utf8.RuneCountInString(escape) > 1 {
			return key, false
		}
		key.escape, _ = utf8.DecodeRuneInString(escape)
		if escape == "" {
			key.escape = 0
		}
	}
	return key, true
}

// pattern returns a pattern, which it parses once.
func (e judge) pattern(key patternKey) *cell.Pattern {
	if p := e.patterns[key]; p != nil {
		return p
	}
	if e.patterns == nil {
		e.patterns = map[patternKey]*cell.Pattern{}
	}
	p := cell.NewGlob(key.text)
	if !key.glob {
		p = cell.NewPattern(key.text, key.escape, key.fold)
	}
	e.patterns[key] = p
	return p
}

// folds reports whether capitals do not count in an expression.
func (e judge) folds(x syntax.Expr) bool {
	c, ok := x.(*syntax.Collate)
	return ok && c.Fold
}
