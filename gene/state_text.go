package gene

import "unicode/utf8"

// State returns the URI as a string. It puts an odd URI, which mutation replaces as a whole, into a list.
func (g *uri) State() any {
	if g.odd != "" {
		return []any{g.odd}
	}
	return g.text()
}

// SetState restores a state that State returned.
func (g *uri) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok {
		return g.Assign(state) && g.odd == ""
	}
	if len(list) != 1 || !g.Assign(list[0]) {
		return false
	}
	*g = uri{odd: list[0].(string)}
	return true
}

// State returns an assigned string unchanged. For a string with a tree it returns a list of one string with one
// character for each choice along the pattern: the character chosen, the index of an alternative, or the number of
// repetitions.
func (g *Regex) State() any {
	if g.tree == nil {
		return g.text
	}
	return []any{string(g.tree.choices(nil))}
}

// SetState restores a state that State returned.
func (g *Regex) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok {
		text, ok := state.(string)
		g.text, g.tree = text, nil
		return ok && g.spec.allows(text)
	}
	if len(list) != 1 {
		return false
	}
	text, ok := list[0].(string)
	d := rxDecoder{text: text, left: rxLargest + rxBudget}
	tree := d.decode(g.spec.root)
	if !ok || d.bad || d.text != "" {
		return false
	}
	g.set(&tree)
	return true
}

// Indices and counts are written as characters. The numbers from surrogateMin to surrogateMax are no characters, so
// larger numbers are moved beyond them.
const (
	surrogateMin  = 0xd800
	surrogateSize = 0x800
)

func appendNumber(dst []byte, n rune) []byte {
	if n >= surrogateMin {
		n += surrogateSize
	}
	return utf8.AppendRune(dst, n)
}

// choices appends the choice at each node, parents first.
func (n *rxNode) choices(dst []byte) []byte {
	switch n.spec.kind {
	case rxChar:
		dst = utf8.AppendRune(dst, n.pick)
	case rxChoice:
		dst = appendNumber(dst, n.pick)
	case rxRepeat:
		dst = appendNumber(dst, rune(len(n.kids)))
	}
	for i := range n.kids {
		dst = n.kids[i].choices(dst)
	}
	return dst
}

// rxDecoder makes a tree from the choices along a pattern.
type rxDecoder struct {
	text string
	left int  // how many nodes may still come
	bad  bool // the choices do not fit the pattern
}

func (d *rxDecoder) decode(s *rxSpec) rxNode {
	n := rxNode{spec: s}
	if d.left--; d.left < 0 {
		d.bad = true
	}
	if d.bad {
		return n
	}
	switch s.kind {
	case rxChar:
		n.pick = d.next()
		d.bad = d.bad || s.class.all.index(n.pick) < 0
	case rxConcat:
		d.kids(&n, len(s.subs), func(i int) *rxSpec { return s.subs[i] })
	case rxChoice:
		n.pick = d.number(len(s.subs) - 1)
		d.kids(&n, 1, func(int) *rxSpec { return s.subs[n.pick] })
	case rxRepeat:
		d.kids(&n, int(d.number(d.left)), func(int) *rxSpec { return s.subs[0] })
	}
	return n
}

func (d *rxDecoder) kids(n *rxNode, count int, spec func(i int) *rxSpec) {
	if d.bad {
		return
	}
	n.kids = make([]rxNode, count)
	for i := range n.kids {
		n.kids[i] = d.decode(spec(i))
	}
}

// next consumes a character of the text.
func (d *rxDecoder) next() rune {
	c, size := utf8.DecodeRuneInString(d.text)
	d.bad = d.bad || size == 0
	d.text = d.text[size:]
	return c
}

// number consumes a number of the text, at most most.
func (d *rxDecoder) number(most int) rune {
	n := d.next()
	if n >= surrogateMin {
		n -= surrogateSize
	}
	if int(n) > most {
		d.bad = true
	}
	return n
}
