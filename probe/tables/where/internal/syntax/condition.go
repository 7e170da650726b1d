package syntax

import "github.com/evoke-go/evoke/probe/tables/internal/token"

// condition reads a condition.
func (p conditions) condition() Expr {
	items := p.items
	p.items = false
	defer func() { p.items = items }()
	from := p.t.at
	return p.judged(p.or(), from)
}

// judged makes a condition of a value whose tokens begin at an index.
func (p conditions) judged(e Expr, from int) Expr {
	switch e.(type) {
	case *Column, *Literal, *Param, *Call, *Case, *Cast, *Binary, *Scalar, *Collate:
		return &Truth{Leaf{Text: p.t.text(from)}, e}
	}
	return e
}

// or reads parts with OR between them.
func (p conditions) or() Expr {
	from := p.t.at
	first := p.and()
	if !p.t.peek(0).Is("OR", "XOR") && !p.isOr() {
		return first
	}
	out := &Or{[]Expr{p.judged(first, from)}}
	for {
		xor := p.t.peek(0).Is("XOR")
		if !p.t.skip("OR", "XOR") {
			if !p.isOr() {
				return out
			}
			p.t.at++
		}
		from = p.t.at
		part := p.judged(p.and(), from)
		if xor {
			part = &Opaque{}
			out.Parts[len(out.Parts)-1] = part
		}
		out.Parts = append(out.Parts, part)
	}
}

// isOr reports whether "||" follows, and means OR.
func (p conditions) isOr() bool { return p.dialect == MySQL && p.t.peek(0).Is("||") }

// and reads parts with AND between them.
func (p conditions) and() Expr {
	from := p.t.at
	first := p.part()
	if !p.isAnd() {
		return first
	}
	out := &And{[]Expr{p.judged(first, from)}}
	for p.isAnd() {
		p.t.at++
		from = p.t.at
		out.Parts = append(out.Parts, p.judged(p.part(), from))
	}
	return out
}

func (p conditions) isAnd() bool {
	return p.t.peek(0).Is("AND") || p.dialect != Postgres && p.t.peek(0).Is("&&")
}

// part reads an operand of AND. If more follows than the parser understands, the whole part is opaque.
func (p conditions) part() Expr {
	e := p.not()
	if p.ended() {
		return e
	}
	p.t.until(clauses...)
	return &Opaque{}
}

// ended reports whether an expression may end before the next token.
func (p conditions) ended() bool {
	t := p.t.peek(0)
	return p.t.done() || t.Is(")", "]", ",", ";") || t.Kind == token.Word && ends[t.Text] || p.isAnd() || p.isOr() ||
		p.items && isName(t)
}

// not reads a condition with NOT before it, or without.
func (p conditions) not() Expr {
	if !p.t.skip("NOT") && !(p.t.peek(0).Is("!") && p.t.skip("!")) {
		return p.predicate()
	}
	defer p.t.leave()
	if !p.t.enter() {
		return &Opaque{}
	}
	from := p.t.at
	e := p.judged(p.not(), from)
	if _, ok := e.(*Opaque); ok {
		return &Opaque{}
	}
	return &Not{e}
}

// predicate reads a comparison, or a value.
func (p conditions) predicate() Expr {
	from := p.t.at
	e := operands(p).bits()
	for range maxChain {
		next := p.compared(e, from)
		if next == nil {
			break
		}
		e = next
	}
	return e
}

// compared reads what follows the left side of a comparison, nil if none follows.
func (p conditions) compared(x Expr, from int) Expr {
	if p.t.done() {
		return nil
	}
	t := p.t.peek(0)
	negated := t.Is("NOT")
	if negated {
		t = p.t.peek(1)
		if !t.Is("IN", "LIKE", "ILIKE", "GLOB", "BETWEEN", "REGEXP", "RLIKE", "SIMILAR", "MATCH", "NULL") {
			return nil
		}
	}
	if op, ok := operators[t.Text]; ok && t.Kind == token.Sign {
		p.t.at++
		return p.operator(op, x, from)
	}
	switch {
	case t.Is("IS"):
		p.t.at++
		return p.is(x, from)
	case t.Is("ISNULL", "NOTNULL") || negated && t.Is("NULL"):
		p.passed(negated)
		return inverted(&Null{Leaf{Text: p.t.text(from)}, x}, negated || t.Is("NOTNULL"))
	case t.Is("IN"):
		p.passed(negated)
		return inverted(p.in(x, from), negated)
	case t.Is("BETWEEN"):
		p.passed(negated)
		return inverted(p.between(x, from), negated)
	case t.Is("LIKE", "ILIKE", "GLOB"):
		p.passed(negated)
		return inverted(p.like(x, t, from), negated)
	case t.Is("@>"):
		p.passed(negated)
		if y := operands(p).bits(); Known(x) && Known(y) {
			return inverted(&Truth{Leaf{Text: p.t.text(from)}, &Call{Name: "@>", Args: []Expr{x, y}}}, negated)
		}
		return &Opaque{}
	case t.Is("REGEXP", "RLIKE", "SIMILAR", "MATCH", "~", "!~", "~*", "!~*", "<@", "@@", "?", "&&") && !p.isAnd():
		p.passed(negated)
		p.t.skip("TO")
		out := &Opaque{Pattern: operands(p).bits()}
		if !negated && t.Is("REGEXP", "RLIKE", "~") {
			out.Matches = x
		}
		return out
	}
	return nil
}

// passed passes an operator and the NOT before it.
func (p conditions) passed(negated bool) {
	p.t.at++
	if negated {
		p.t.at++
	}
}

// inverted adds NOT to a condition.
func inverted(e Expr, is bool) Expr {
	if _, opaque := e.(*Opaque); opaque || !is {
		return e
	}
	if l := leafOf(e); l != nil {
		l.Negated = !l.Negated
	}
	return &Not{e}
}

// operators are the signs of comparisons.
var operators = map[string]Op{
	"=": Equal, "==": Equal, "<>": Unequal, "!=": Unequal, "<": Less, "<=": LessEqual, ">": Greater, ">=": GreaterEqual,
	"<=>": Same,
}

// operator reads the right side of a comparison.
func (p conditions) operator(op Op, x Expr, from int) Expr {
	if all := p.t.peek(0).Is("ALL"); all || p.t.peek(0).Is("ANY", "SOME") {
		if p.t.peek(1).Is("(") {
			p.t.at += 2
			return p.quantified(op, all, x, from)
		}
	}
	y := operands(p).bits()
	if !Known(x) || !Known(y) {
		return &Opaque{}
	}
	a, rowX := x.(*List)
	b, rowY := y.(*List)
	if rowX && rowY {
		return rows(op, a, b)
	}
	return &Compare{Leaf{Text: p.t.text(from)}, op, x, y}
}

// rows compares rows of values: one after the other.
func rows(op Op, x, y *List) Expr {
	if len(x.Items) != len(y.Items) || len(x.Items) == 0 {
		return &Opaque{}
	}
	out := &And{}
	switch op {
	case Equal, Same:
		for i := range x.Items {
			out.Parts = append(out.Parts, pair(op, x, y, i))
		}
		return out
	case Unequal, Differ:
		return &Not{rows(op-Unequal+Equal, x, y)}
	}
	return ordered(op, x, y, 0)
}

// ordered compares rows of values from an index on: the first values that differ decide.
func ordered(op Op, x, y *List, i int) Expr {
	if i == len(x.Items)-1 {
		return pair(op, x, y, i)
	}
	strict := Less
	if op == Greater || op == GreaterEqual {
		strict = Greater
	}
	return &Or{[]Expr{pair(strict, x, y, i), &And{[]Expr{pair(Equal, x, y, i), ordered(op, x, y, i+1)}}}}
}

// pair compares the values of two rows at an index.
func pair(op Op, x, y *List, i int) Expr {
	sign := [...]string{"=", "<>", "<", "<=", ">", ">=", "IS NOT DISTINCT FROM", "IS DISTINCT FROM"}[op]
	return &Compare{Leaf{Text: x.Texts[i] + " " + sign + " " + y.Texts[i]}, op, x.Items[i], y.Items[i]}
}

// quantified reads the array or the query behind ANY or ALL.
func (p conditions) quantified(op Op, all bool, x Expr, from int) Expr {
	out := &Quantified{Op: op, All: all, X: x}
	if p.t.peek(0).Is("SELECT", "WITH") {
		out.Query = statements(p).query()
	} else {
		out.Array = p.inParens()
	}
	if !p.t.close() {
		return &Opaque{}
	}
	out.Text = p.t.text(from)
	return out
}

// inParens reads an expression in parentheses.
func (p conditions) inParens() Expr {
	defer p.t.leave()
	if !p.t.enter() {
		return &Opaque{}
	}
	items := p.items
	p.items = false
	e := p.or()
	p.items = items
	return e
}

// is reads what follows IS.
func (p conditions) is(x Expr, from int) Expr {
	negated := p.t.skip("NOT")
	switch {
	case p.t.skip("NULL", "UNKNOWN"):
		return inverted(&Null{Leaf{Text: p.t.text(from)}, x}, negated)
	case p.t.peek(0).Is("TRUE", "FALSE"):
		want := int64(0)
		if p.t.peek(0).Is("TRUE") {
			want = 1
		}
		p.t.at++
		if _, opaque := x.(*Opaque); opaque {
			return x
		}
		truth := p.judged(x, from)
		if t, ok := truth.(*Truth); ok {
			t.Text = "" // it is no condition of its own
		}
		return inverted(&Compare{Leaf{Text: p.t.text(from)}, Same, truth, &Literal{want}}, negated)
	case p.t.skip("DISTINCT") && p.t.skip("FROM"):
		return inverted(p.operator(Same, x, from), !negated)
	}
	return inverted(p.operator(Same, x, from), negated)
}

// between reads the bounds behind BETWEEN.
func (p conditions) between(x Expr, from int) Expr {
	symmetric := p.t.skip("SYMMETRIC")
	p.t.skip("ASYMMETRIC")
	low := operands(p).bits()
	if !p.t.skip("AND") {
		return &Opaque{}
	}
	high := operands(p).bits()
	if symmetric {
		return &Opaque{}
	}
	return &Between{Leaf{Text: p.t.text(from)}, x, low, high}
}

// like reads the pattern behind LIKE and its like.
func (p conditions) like(x Expr, t token.Token, from int) Expr {
	if p.t.peek(0).Is("ANY", "ALL", "SOME") && p.t.peek(1).Is("(") {
		p.t.at += 2
		p.t.close()
		return &Opaque{}
	}
	out := &Like{X: x, Fold: t.Is("ILIKE"), Glob: t.Is("GLOB")}
	out.Pattern = operands(p).bits()
	if p.t.skip("ESCAPE") {
		out.Escape = operands(p).bits()
	}
	out.Text = p.t.text(from)
	return out
}

// in reads the list or the query behind IN.
func (p conditions) in(x Expr, from int) Expr {
	out := &In{X: x}
	switch {
	case !p.t.skip("("):
		param := operands(p).bits() // IN ?
		if _, ok := param.(*Param); !ok {
			return &Opaque{}
		}
		out.Items = []Expr{param}
	case p.t.peek(0).Is("SELECT", "WITH"):
		out.Query = statements(p).query()
		if !p.t.close() {
			return &Opaque{}
		}
	default:
		out.Items = p.list().Items
	}
	out.Text = p.t.text(from)
	if row, ok := x.(*List); ok {
		return rowIn(row, out)
	}
	return out
}

// rowIn looks for a row of values in a list of rows.
func rowIn(x *List, in *In) Expr {
	out := &Or{}
	for _, item := range in.Items {
		row, ok := item.(*List)
		if !ok {
			return &Opaque{}
		}
		out.Parts = append(out.Parts, rows(Equal, x, row))
	}
	if in.Query != nil || len(out.Parts) == 0 {
		return &Opaque{}
	}
	return out
}

// list reads expressions up to the closing parenthesis, and passes that.
func (p conditions) list() *List {
	out := &List{}
	for !p.t.done() && !p.t.peek(0).Is(")", "]") {
		from := p.t.at
		out.Items = append(out.Items, p.inParens())
		out.Texts = append(out.Texts, p.t.text(from))
		if !p.t.skip(",") {
			break
		}
	}
	if !p.t.peek(0).Is(")", "]") {
		out.Items, out.Texts = append(out.Items, &Opaque{}), append(out.Texts, "")
	}
	p.t.close()
	return out
}
