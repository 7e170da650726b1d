package gotest

import (
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
)

// maxDepth is the depth of JSON to which each value may have several lines; deeper values stay in one line.
const maxDepth = 30

// node is a value of a JSON text.
type node struct {
	key   string // including its quotes; "" outside of objects
	text  string // for a scalar
	open  byte   // '{', '[', or 0 for a scalar
	elems []*node
	size  int // number of bytes of the value in one line, without its key
}

// parseCompact parses valid JSON without white space. It returns nil for JSON that is nested too deeply.
func parseCompact(s string) *node {
	p := compactParser{s: s}
	n := p.value(0)
	if p.deep {
		return nil
	}
	return n
}

type compactParser struct {
	s    string
	deep bool
}

func (p *compactParser) value(depth int) *node {
	if depth > maxDepth {
		p.deep = true
		return nil
	}
	switch p.s[0] {
	case '{', '[':
		return p.list(depth)
	}
	text := p.scalar()
	return &node{text: text, size: len(text)}
}

func (p *compactParser) list(depth int) *node {
	n := &node{open: p.s[0], size: len("{}")}
	p.s = p.s[1:]
	for !p.deep && p.s[0] != '}' && p.s[0] != ']' {
		if p.s[0] == ',' {
			p.s = p.s[1:]
		}
		key := ""
		if n.open == '{' {
			key = p.scalar()
			p.s = p.s[1:] // the colon
		}
		e := p.value(depth + 1)
		if p.deep {
			return nil
		}
		e.key = key
		if len(n.elems) > 0 {
			n.size += len(", ")
		}
		n.size += e.columns()
		n.elems = append(n.elems, e)
	}
	p.s = p.s[1:]
	return n
}

// scalar parses a string, number or word.
func (p *compactParser) scalar() string {
	end := 1
	if p.s[0] == '"' {
		for p.s[end] != '"' {
			if p.s[end] == '\\' {
				end++
			}
			end++
		}
		end++
	} else {
		for end < len(p.s) && !strings.ContainsRune(",]}", rune(p.s[end])) {
			end++
		}
	}
	out := p.s[:end]
	p.s = p.s[end:]
	return out
}

// oneLine returns the value with a space after commas and colons.
func (n *node) oneLine() string {
	if n.open == 0 {
		return n.keyed(n.text)
	}
	parts := make([]string, len(n.elems))
	for i, e := range n.elems {
		parts[i] = e.oneLine()
	}
	return n.keyed(string(n.open) + strings.Join(parts, ", ") + n.closing())
}

// layout has the options for JSON that does not fit into one line.
type layout struct {
	// fill puts as many elements as fit into a line, instead of one.
	fill bool
}

// lines returns the value in one line if that fits, else in several. Lines after the first begin with indent. others is
// the number of columns of other code in the first line, before and behind the value.
func (n *node) lines(l layout, indent string, others int) string {
	if len(n.elems) == 0 || others+n.columns() <= expr.Width {
		return n.oneLine()
	}
	inner := indent + "\t"
	var b strings.Builder
	b.WriteByte(n.open)
	left := 0 // columns left in the line
	for i, e := range n.elems {
		comma(&b, i)
		text := e.lines(l, inner, expr.Columns(inner+","))
		if left -= len(text) + len(", "); l.fill && left >= 0 && !strings.Contains(text, "\n") {
			b.WriteString(" " + text)
			continue
		}
		b.WriteString("\n" + inner + text)
		left = expr.Width - expr.Columns(inner+",") - len(text)
		if strings.Contains(text, "\n") {
			left = 0
		}
	}
	b.WriteString("\n" + indent + n.closing())
	return n.keyed(b.String())
}

// columns returns the number of bytes of the value in one line, with its key.
func (n *node) columns() int { return len(n.keyed("")) + n.size }

func (n *node) keyed(value string) string {
	if n.key == "" {
		return value
	}
	return n.key + ": " + value
}

func (n *node) closing() string {
	if n.open == '{' {
		return "}"
	}
	return "]"
}
