package gotest

import "strings"

const (
	// shortJSON is how long a JSON value may be to stand in one line.
	shortJSON = 60
	// maxDepth is how deep JSON is laid out; what is deeper stays in one line.
	maxDepth = 30
)

// node is a value of a JSON text.
type node struct {
	key   string // with its quotes, "" outside of objects
	text  string // of a scalar
	open  byte   // '{', '[' or 0
	elems []*node
}

// parseCompact reads valid JSON without white space. It returns nil for what
// is too deep to be laid out.
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
	return &node{text: p.scalar()}
}

func (p *compactParser) list(depth int) *node {
	n := &node{open: p.s[0]}
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
		n.elems = append(n.elems, e)
	}
	p.s = p.s[1:]
	return n
}

// scalar reads a string, number or word.
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

// lines returns the value in one line if it is short, else in one for each of
// its elements. Lines after the first begin with indent.
func (n *node) lines(indent string) string {
	line := n.oneLine()
	if len(n.elems) == 0 || len(line) <= shortJSON {
		return line
	}
	var b strings.Builder
	b.WriteByte(n.open)
	for i, e := range n.elems {
		comma(&b, i)
		b.WriteString("\n" + indent + "\t" + e.lines(indent+"\t"))
	}
	b.WriteString("\n" + indent + n.closing())
	return n.keyed(b.String())
}

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
