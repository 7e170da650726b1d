package syntax

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/internal/token"
)

// bits reads operands with "&", "|" and shifts between them.
func (p operands) bits() Expr { return p.chain(p.sum, "&", "|", "<<", ">>", "#") }

// sum reads operands with "+" and "-" between them.
func (p operands) sum() Expr { return p.chain(p.product, "+", "-") }

// product reads operands with "*", "/" and "%" between them.
func (p operands) product() Expr { return p.chain(p.joined, "*", "/", "%", "DIV", "MOD") }

// joined reads operands with "||" between them.
func (p operands) joined() Expr {
	if p.dialect == MySQL {
		return p.chain(p.unary, "->", "->>", "#>", "#>>")
	}
	return p.chain(p.unary, "||", "->", "->>", "#>", "#>>")
}

// maxChain bounds how many operators follow each other.
const maxChain = 64

// chain reads operands with some operators between them.
func (p operands) chain(operand func() Expr, operators ...string) Expr {
	x := operand()
	for n := 0; p.t.peek(0).Is(operators...); n++ {
		if n == maxChain {
			p.t.until(clauses...)
			return &Opaque{}
		}
		op := p.t.peek(0).Text
		p.t.at++
		y := operand()
		switch {
		case op == "#" || !Known(x) || !Known(y):
			x = &Opaque{}
		case strings.HasSuffix(op, ">") && op != ">>":
			x = &Call{Name: op, Args: []Expr{x, y}}
		default:
			x = &Binary{op, x, y}
		}
	}
	return x
}

// unary reads an operand with signs before it.
func (p operands) unary() Expr {
	t := p.t.peek(0)
	if !t.Is("-", "+", "~", "BINARY", "PRIOR") || t.Kind == token.Word && p.t.peek(1).Is(")", ",", ".", "=") {
		return p.postfix(p.primary())
	}
	defer p.t.leave()
	if !p.t.enter() {
		return &Opaque{}
	}
	p.t.at++
	x := p.unary()
	switch {
	case t.Is("~"):
		return &Opaque{}
	case !t.Is("-"):
		return x
	}
	if l, ok := x.(*Literal); ok {
		switch v := l.Value.(type) {
		case int64:
			return &Literal{-v}
		case float64:
			return &Literal{-v}
		}
	}
	return &Binary{"-", &Literal{int64(0)}, x}
}

// postfix reads what may follow an operand: a cast, a collation, an index.
func (p operands) postfix(x Expr) Expr {
	for {
		switch {
		case p.t.skip("::"):
			x = &Cast{x, p.typeName()}
		case p.t.skip("COLLATE"):
			name := p.t.path()
			x = &Collate{x, folds(name[len(name)-1])}
		case p.t.peek(0).Is("[") || p.t.peek(0).Kind == token.Quoted && p.t.peek(0).Source[0] == '[':
			p.t.at++
			if p.t.peek(-1).Is("[") {
				p.t.close()
			}
			x = &Opaque{}
		case p.t.peek(0).Is("AT") && p.t.peek(1).Is("TIME") && p.t.peek(2).Is("ZONE"):
			p.t.at += 3
			p.primary()
		default:
			return x
		}
	}
}

// folds reports whether capitals do not count in a collation: NOCASE, and names that end in _ci.
func folds(name string) bool { return name == "nocase" || strings.HasSuffix(name, "_ci") }

// typeName reads the name of a type.
func (p operands) typeName() string {
	if !isName(p.t.peek(0)) {
		return ""
	}
	parts := p.t.path()
	name := parts[len(parts)-1]
	for p.t.peek(0).Is("PRECISION", "VARYING", "UNSIGNED", "SIGNED", "INTEGER", "INT") {
		p.t.at++
	}
	if p.t.skip("(") {
		p.t.close()
	}
	if p.t.peek(0).Is("WITH", "WITHOUT") && p.t.peek(1).Is("TIME") {
		p.t.at += 3
	}
	for p.t.peek(0).Is("[") && p.t.peek(1).Is("]") {
		p.t.at += 2
		name = "array"
	}
	return name
}

// primary reads an operand without signs.
func (p operands) primary() Expr {
	t := p.t.peek(0)
	at := p.t.at
	p.t.at++
	switch t.Kind {
	case token.Text:
		return &Literal{t.Text}
	case token.Number:
		return number(t.Text)
	case token.Param:
		if param := p.params[at]; param != nil {
			return param
		}
		return &Opaque{}
	case token.Quoted:
		p.t.at--
		return p.reference()
	case token.Word:
		p.t.at--
		return calls(p).word(t)
	}
	if t.Is("(") {
		return p.parens()
	}
	p.t.at--
	if p.t.done() || (conditions(p)).ended() {
		return &Opaque{}
	}
	p.t.at++
	return &Opaque{}
}

// number returns the value of a number.
func number(text string) Expr {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && (text == "0" || text[0] != '0' || text[1]|0x20 == 'x') {
		return &Literal{n}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return &Literal{n}
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && !strings.ContainsAny(text, "xX_pP") {
		return &Literal{f}
	}
	return &Opaque{}
}

// parens reads what stands in parentheses, after the opening one: a query, a row of values, or an expression.
func (p operands) parens() Expr {
	if p.t.peek(0).Is("SELECT", "WITH") {
		q := statements(p).query()
		if !p.t.close() {
			return &Opaque{}
		}
		return &Scalar{q}
	}
	from := p.t.at
	e := conditions(p).inParens()
	if text := p.t.text(from); p.t.skip(",") {
		rest := conditions(p).list()
		return &List{append([]Expr{e}, rest.Items...), append([]string{text}, rest.Texts...)}
	}
	if !p.t.close() {
		return &Opaque{}
	}
	return e
}

// reference reads a column.
func (p operands) reference() Expr {
	first := p.t.peek(0)
	parts := p.t.path()
	switch n := len(parts); {
	case p.t.peek(0).Is("("):
		p.t.at++
		p.t.close()
		return &Opaque{}
	case p.t.peek(0).Is("."):
		return &Opaque{}
	case n == 1:
		c := sources(p).column("", parts[0])
		if first.Source[0] == '"' {
			c.Double = first.Text
		}
		return c
	default:
		return sources(p).column(parts[n-2], parts[n-1])
	}
}
