package gene

import "unicode/utf8"

// State returns the URI as a text, within a list if it is an odd one, which
// mutation treats as a whole.
func (g *uri) State() any {
	if g.odd != "" {
		return []any{g.odd}
	}
	return g.text()
}

// SetState takes what State returned.
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

// State returns an assigned text as it is. Of any other it returns, within a
// list, the choices that were made along the pattern, one character each: the
// character chosen, the number of an alternative, the number of repetitions.
func (g *Regex) State() any {
	if g.tree == nil {
		return g.text
	}
	return []any{string(g.tree.choices(nil))}
}

// SetState takes what State returned.
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

// Numbers are written as characters. There are none from surrogateMin to
// surrogateMax, so that larger numbers are moved past these.
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

// choices appends what was chosen at each node, parents first.
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

// rxDecoder makes a tree of the choices along a pattern.
type rxDecoder struct {
	text string
	left int  // nodes that may still come
	bad  bool // the choices are not those of this pattern
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

// next takes a character off the text.
func (d *rxDecoder) next() rune {
	c, size := utf8.DecodeRuneInString(d.text)
	d.bad = d.bad || size == 0
	d.text = d.text[size:]
	return c
}

// number takes a number off the text.
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
