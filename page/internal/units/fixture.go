package units

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/evoke-go/evoke/internal/literal"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// mostCuts is the maximum number of parts that are tried to be removed from a fixture.
const mostCuts = 200

// fixture is a tree of HTML.
type fixture struct{ root *html.Node }

func parsed(text string) (*fixture, error) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return &fixture{root: body}, err
}

// String implements fmt.Stringer.
func (f *fixture) String() string {
	var b strings.Builder
	for n := range f.root.ChildNodes() {
		if html.Render(&b, n) != nil {
			return ""
		}
	}
	return strings.TrimSpace(b.String())
}

// change changes a tree, and returns a function that undoes the change.
type change func() (undo func())

// without returns changes that remove a node, in the order of the tree: the node with its content, the node alone, and
// each of its attributes.
func without(n *html.Node) (out []change) {
	out = append(out, func() func() {
		parent, next := n.Parent, n.NextSibling
		parent.RemoveChild(n)
		return func() { parent.InsertBefore(n, next) }
	})
	if n.Type != html.ElementNode {
		return out
	}
	out = append(out, func() func() {
		parent, next := n.Parent, n.NextSibling
		inner := slices.Collect(n.ChildNodes())
		parent.RemoveChild(n)
		for _, c := range inner {
			n.RemoveChild(c)
			parent.InsertBefore(c, next)
		}
		return func() {
			for _, c := range inner {
				parent.RemoveChild(c)
				n.AppendChild(c)
			}
			parent.InsertBefore(n, next)
		}
	})
	for _, a := range n.Attr {
		out = append(out, func() func() {
			was := n.Attr
			n.Attr = slices.DeleteFunc(slices.Clone(was), func(other html.Attribute) bool { return other == a })
			return func() { n.Attr = was }
		})
	}
	return out
}

// shorten removes details of events from a call as far as that does not change its outcome.
func (w *writer) shorten(ctx context.Context, c *candidate) error {
	if err := w.lighten(ctx, c); err != nil {
		return err
	}
	for d := literal.Typed; d < literal.Most; d++ {
		full := c.unit
		if c.call(d); c.unit.Call == full.Call {
			break
		}
		o, err := w.run(ctx, c.unit)
		if err != nil {
			return err
		}
		if alike(o, c.outcome) {
			break
		}
		c.unit = full
	}
	return nil
}

// lighten removes members from the receiver of a call that the call neither reads nor changes.
func (w *writer) lighten(ctx context.Context, c *candidate) error {
	u, full := c.unit, c.unit
	u.Noted = true
	o, err := w.run(ctx, u)
	if err != nil || o == nil || c.owner != receiver {
		return err
	}
	of := map[string]bool{}
	same := checks(c.outcome)
	for name, v := range literal.Members(c.record.Entry.This) {
		is, _ := literal.Of(v)
		if !slices.Contains(o.Read, name) && slices.Contains(same, check{of: receiver + "." + name, is: is}) {
			c.without, of[receiver+"."+name] = append(c.without, name), true
		}
	}
	was := *c.outcome
	was.Seen = slices.DeleteFunc(slices.Clone(was.Seen), func(s seen) bool { return of[s.Of] })
	c.call(literal.Most)
	c.unit.Watched = slices.DeleteFunc(slices.Clone(full.Watched), func(name string) bool { return of[name] })
	if o, err = w.run(ctx, c.unit); alike(o, &was) {
		c.outcome = o
	} else {
		c.unit, c.without = full, nil
	}
	return err
}

// cut removes parts of a call and its fixture as far as that does not change its outcome.
func (w *writer) cut(ctx context.Context, c *candidate) error {
	if err := w.shorten(ctx, c); err != nil {
		return err
	}
	f, err := parsed(c.unit.Fixture)
	if err != nil {
		return nil // the fixture stays as it is
	}
	try := func() (bool, error) {
		u := c.unit
		u.Fixture = f.String()
		o, err := w.run(ctx, u)
		return alike(o, c.outcome), err
	}
	if same, err := try(); err != nil || !same {
		return err
	}
	left := mostCuts
	for _, n := range slices.Collect(f.root.Descendants()) {
		for _, cut := range without(n) {
			if !f.holds(n) || left == 0 {
				break
			}
			left--
			undo := cut()
			same, err := try()
			if err != nil {
				return err
			}
			if !same {
				undo()
			}
		}
	}
	c.unit.Fixture = f.String()
	return nil
}

// holds reports whether a node is in the tree.
func (f *fixture) holds(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == f.root {
			return true
		}
	}
	return false
}

// mostDOMMutants is the maximum number of mutants of a fixture, as in the paper.
const mostDOMMutants = 20

// mutated returns units whose fixtures lack an element, or have another attribute value.
func mutated(u *visitor.Unit) (out []visitor.Unit) {
	f, err := parsed(u.Fixture)
	if err != nil {
		return nil
	}
	add := func(undo func()) {
		other := *u
		other.Fixture = f.String()
		undo()
		if len(out) < mostDOMMutants {
			out = append(out, other)
		}
	}
	for _, n := range slices.Collect(f.root.Descendants()) {
		if n.Type != html.ElementNode {
			continue
		}
		add(without(n)[0]())
		for i, was := range n.Attr {
			if was.Val == "" {
				continue
			}
			n.Attr[i].Val = ""
			add(func() { n.Attr[i] = was })
		}
	}
	return out
}
