package syntax

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/internal/token"
)

// word reads an operand that begins with a word.
func (p calls) word(t token.Token) Expr {
	next := p.t.peek(1)
	switch {
	case t.Is("NULL"):
		p.t.at++
		return &Literal{}
	case t.Is("TRUE") && !next.Is(".", "("):
		p.t.at++
		return &Literal{int64(1)}
	case t.Is("FALSE") && !next.Is(".", "("):
		p.t.at++
		return &Literal{int64(0)}
	case constants[t.Text]:
		p.t.at++
		if p.t.skip("(") {
			p.t.close()
		}
		return &Call{Name: nameOf(t)}
	case next.Kind == token.Text && (!reserved[t.Text] || t.Is("INTERVAL")):
		return p.typed(t)
	case t.Is("CASE"):
		return p.choice()
	case t.Is("INTERVAL") && (next.Kind == token.Number || next.Kind == token.Param):
		p.t.at++
		n := operands(p).primary()
		unit := nameOf(p.t.peek(0))
		p.t.at++
		return &Call{Name: "interval", Args: []Expr{n, &Literal{unit}}}
	case t.Is("EXISTS") && next.Is("("):
		return p.exists()
	case t.Is("ARRAY") && (next.Is("[") || next.Kind == token.Quoted):
		return p.array()
	case next.Is("(") && (!reserved[t.Text] || t.Is("LEFT", "RIGHT")):
		return p.call(t)
	case reserved[t.Text]:
		if !(conditions(p)).ended() {
			p.t.at++
		}
		return &Opaque{}
	}
	return operands(p).reference()
}

// typed reads a text with a word before it: a type, a character set or a base.
func (p calls) typed(t token.Token) Expr {
	text := p.t.peek(1)
	p.t.at += 2
	switch {
	case t.Is("DATE", "TIMESTAMP", "TIME", "DATETIME"), text.Spaced && !t.Is("INTERVAL"):
		return &Cast{&Literal{text.Text}, nameOf(t)}
	case t.Is("INTERVAL"):
		return &Call{Name: "interval", Args: []Expr{&Literal{text.Text}}}
	case t.Is("X"):
		return fromHex(text.Text)
	case t.Is("B"):
		return &Opaque{}
	}
	return &Literal{text.Text}
}

// fromHex returns the text whose bytes are written in hexadecimal digits.
func fromHex(digits string) Expr {
	var out []byte
	for ; len(digits) > 1; digits = digits[2:] {
		b, err := strconv.ParseUint(digits[:2], 16, 8)
		if err != nil {
			return &Opaque{}
		}
		out = append(out, byte(b))
	}
	return &Literal{string(out)}
}

// array reads ARRAY[...].
func (p calls) array() Expr {
	p.t.at++
	if !p.t.skip("[") {
		p.t.at++
		return &Opaque{}
	}
	return conditions(p).list()
}

// exists reads EXISTS and its query.
func (p calls) exists() Expr {
	from := p.t.at
	p.t.at += 2
	out := &Exists{}
	if !p.t.peek(0).Is("SELECT", "WITH", "(") {
		p.t.close()
		return &Opaque{}
	}
	out.Query = statements(p).query()
	if !p.t.close() {
		return &Opaque{}
	}
	out.Text = p.t.text(from)
	return out
}

// choice reads a CASE.
func (p calls) choice() Expr {
	defer p.t.leave()
	if !p.t.enter() {
		return &Opaque{}
	}
	items := p.items
	p.items = false
	defer func() { p.items = items }()
	p.t.at++
	out := &Case{}
	if !p.t.peek(0).Is("WHEN") {
		out.Of = conditions(p).or()
	}
	for p.t.skip("WHEN") {
		from := p.t.at
		when := When{If: conditions(p).or()}
		if out.Of == nil {
			when.If = conditions(p).judged(when.If, from)
		}
		if p.t.skip("THEN") {
			when.Then = conditions(p).or()
		}
		out.When = append(out.When, when)
	}
	if p.t.skip("ELSE") {
		out.Else = conditions(p).or()
	}
	if !p.t.skip("END") || len(out.When) == 0 {
		return &Opaque{}
	}
	return out
}

// call reads a call of a function.
func (p calls) call(t token.Token) Expr {
	defer p.t.leave()
	p.t.at += 2
	if !p.t.enter() {
		return &Opaque{}
	}
	items := p.items
	p.items = false
	defer func() { p.items = items }()
	out := &Call{Name: nameOf(t)}
	switch {
	case t.Is("CAST", "CONVERT", "TRY_CAST"):
		return p.cast()
	case t.Is("EXTRACT") && p.t.peek(1).Is("FROM"):
		out.Args = []Expr{&Literal{nameOf(p.t.peek(0))}}
		p.t.at += 2
	case t.Is("TRIM") && p.t.peek(0).Is("BOTH", "LEADING", "TRAILING"):
		p.t.close()
		return &Opaque{}
	case p.t.skip("*"):
		out.Star = true
	}
	out.Distinct = p.t.skip("DISTINCT")
	p.t.skip("ALL")
	ok := p.arguments(out)
	return p.afterCall(out, ok)
}

// cast reads the rest of a cast.
func (p calls) cast() Expr {
	x := conditions(p).or()
	switch {
	case p.t.skip("AS", ","):
		out := &Cast{x, operands(p).typeName()}
		if p.t.close() {
			return out
		}
		return &Opaque{}
	case p.t.skip("USING"):
		p.t.close()
		return x
	}
	p.t.close()
	return &Opaque{}
}

// arguments reads the arguments of a call, and the closing parenthesis. It reports whether it understood them.
func (p calls) arguments(out *Call) bool {
	for !p.t.done() && !p.t.peek(0).Is(")") {
		switch {
		case out.Name == "position" && len(out.Args) == 0:
			out.Args = append(out.Args, operands(p).bits())
		default:
			out.Args = append(out.Args, conditions(p).or())
		}
		inside := out.Name == "position" && p.t.skip("IN") || out.Name == "substring" && p.t.skip("FOR")
		if !inside && !p.t.skip(",", "FROM") {
			break
		}
	}
	if p.t.peek(0).Is("ORDER", "SEPARATOR") {
		p.t.until(";")
	}
	return p.t.close()
}

// afterCall reads what may follow a call. A window or a filter makes it opaque.
func (p calls) afterCall(out *Call, ok bool) Expr {
	for p.t.peek(0).Is("FILTER", "OVER", "WITHIN") && (p.t.peek(1).Is("(", "GROUP") || p.t.peek(0).Is("OVER")) {
		ok = false
		p.t.at++
		p.t.skip("GROUP")
		if !p.t.skip("(") {
			p.t.at++ // the name of a window
			continue
		}
		p.t.close()
	}
	if !ok || strings.ContainsAny(out.Name, ".") {
		return &Opaque{}
	}
	return out
}
