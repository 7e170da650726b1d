package syntax

import (
	"strings"

	"github.com/evoke-go/evoke/probe/tables/internal/token"
)

// maxDepth bounds how deep expressions and queries are nested.
const maxDepth = 64

// cursor is a place in the tokens of a statement.
type cursor struct {
	tokens []token.Token
	at     int
	depth  int
}

// peek returns the token at a distance from the next one, a zero token if there is none.
func (c *cursor) peek(by int) token.Token {
	if i := c.at + by; i >= 0 && i < len(c.tokens) {
		return c.tokens[i]
	}
	return token.Token{}
}

// done reports whether no token is left.
func (c *cursor) done() bool { return c.at >= len(c.tokens) }

// skip passes the next token if it is one of several, and reports whether it was.
func (c *cursor) skip(texts ...string) bool {
	if !c.done() && c.peek(0).Is(texts...) {
		c.at++
		return true
	}
	return false
}

// pass passes all next tokens that are one of several.
func (c *cursor) pass(texts ...string) {
	for c.skip(texts...) {
	}
}

// enter goes one level deeper. At the bound nothing is left to be read.
func (c *cursor) enter() bool {
	c.depth++
	if c.depth > maxDepth {
		c.at = len(c.tokens)
		return false
	}
	return true
}

func (c *cursor) leave() { c.depth-- }

// until passes tokens up to one of several outside of parentheses that open here, or up to a closing one.
func (c *cursor) until(texts ...string) {
	for depth := 0; !c.done(); c.at++ {
		switch t := c.peek(0); {
		case t.Is("(", "["):
			depth++
		case t.Is(")", "]"):
			if depth == 0 {
				return
			}
			depth--
		case depth == 0 && t.Is(texts...):
			return
		}
	}
}

// close passes what is left up to the closing parenthesis, and that. It reports whether nothing was left.
func (c *cursor) close() bool {
	from := c.at
	c.until(";")
	clean := c.at == from && c.peek(0).Is(")")
	c.skip(")", "]")
	return clean
}

// text returns the tokens from an index up to the next one as text.
func (c *cursor) text(from int) string { return c.textOf(from, c.at) }

func (c *cursor) textOf(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from && c.tokens[i].Spaced {
			b.WriteByte(' ')
		}
		b.WriteString(c.tokens[i].Source)
	}
	return b.String()
}

// path reads names with dots between them.
func (c *cursor) path() (parts []string) {
	for {
		parts = append(parts, nameOf(c.peek(0)))
		c.at++
		after := c.peek(1)
		if !c.peek(0).Is(".") || after.Kind != token.Word && after.Kind != token.Quoted {
			return parts
		}
		c.at++
	}
}

// names reads names in parentheses, after the opening one.
func (c *cursor) names() (out []string) {
	for isName(c.peek(0)) {
		out = append(out, nameOf(c.peek(0)))
		c.at++
		if !c.skip(",") {
			break
		}
	}
	c.close()
	return out
}

// isName reports whether a token may be a name.
func isName(t token.Token) bool {
	return t.Kind == token.Quoted || t.Kind == token.Word && !reserved[t.Text]
}

// nameOf returns a name in small letters.
func nameOf(t token.Token) string {
	if t.Kind == token.Quoted {
		return strings.ToLower(t.Text)
	}
	return strings.ToLower(t.Source)
}
