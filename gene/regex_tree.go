package gene

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// rxSpec is one node of a pattern. An rxNode is the choice made for it in a value.
type rxSpec struct {
	kind  rxKind
	text  []rune     // rxText
	class *charClass // rxChar
	subs  []*rxSpec  // for rxConcat and rxChoice; rxRepeat has one
	min   int        // rxRepeat
	max   int        // rxRepeat; -1: unbounded
	pad   bool       // rxRepeat: text beside an unanchored pattern
	size  int        // fewest nodes that a value of this node has
}

type rxKind uint8

const (
	rxText rxKind = iota
	rxChar
	rxConcat
	rxChoice
	rxRepeat
)

const (
	// rxBudget bounds, roughly, the nodes of a drawn value beyond those that the pattern requires.
	rxBudget = 2000
	// rxGrowth bounds the repetitions that are usually drawn beyond the least number.
	rxGrowth = 8
	// rxLargest bounds the nodes of the shortest value of a pattern.
	rxLargest = 100_000
)

// rxBuilder converts the syntax tree of package regexp/syntax to specs.
type rxBuilder struct {
	// asserts is set by an anchor or word boundary inside the pattern. Values then have to be checked, because not
	// every tree matches.
	asserts bool
}

// root converts the whole pattern. It drops anchors at its ends; at an end without an anchor it allows other text.
func (b *rxBuilder) root(re *syntax.Regexp) (*rxSpec, error) {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	subs := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		subs = re.Sub
	}
	begins := len(subs) > 0 && subs[0].Op == syntax.OpBeginText
	if begins {
		subs = subs[1:]
	}
	ends := len(subs) > 0 && subs[len(subs)-1].Op == syntax.OpEndText
	if ends {
		subs = subs[:len(subs)-1]
	}
	specs, err := b.all(subs)
	if err != nil {
		return nil, err
	}
	if !begins && !b.asserts {
		specs = slices.Insert(specs, 0, newPad())
	}
	if !ends && !b.asserts {
		specs = append(specs, newPad())
	}
	return newConcat(specs), nil
}

func newPad() *rxSpec {
	char := &rxSpec{kind: rxChar, class: newCharClass([]rune{'0', '9', 'a', 'z'}), size: 1}
	return &rxSpec{kind: rxRepeat, subs: []*rxSpec{char}, max: -1, pad: true, size: 1}
}

func newConcat(subs []*rxSpec) *rxSpec {
	s := &rxSpec{kind: rxConcat, subs: subs, size: 1}
	for _, sub := range subs {
		s.size = min(s.size+sub.size, rxLargest+1)
	}
	return s
}

func (b *rxBuilder) all(res []*syntax.Regexp) ([]*rxSpec, error) {
	specs := make([]*rxSpec, len(res))
	for i, re := range res {
		s, err := b.build(re)
		if err != nil {
			return nil, err
		}
		specs[i] = s
	}
	return specs, nil
}

func (b *rxBuilder) build(re *syntax.Regexp) (*rxSpec, error) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return newConcat(nil), nil
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		b.asserts = true
		return newConcat(nil), nil
	case syntax.OpLiteral:
		return literalSpec(re), nil
	case syntax.OpCharClass:
		return charSpec(re.Rune)
	case syntax.OpAnyChar:
		return charSpec([]rune{0, unicode.MaxRune})
	case syntax.OpAnyCharNotNL:
		return charSpec([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune})
	case syntax.OpCapture:
		return b.build(re.Sub[0])
	case syntax.OpConcat:
		specs, err := b.all(re.Sub)
		return newConcat(specs), err
	case syntax.OpAlternate:
		return b.choice(re.Sub)
	case syntax.OpStar:
		return b.repeat(re.Sub[0], 0, -1)
	case syntax.OpPlus:
		return b.repeat(re.Sub[0], 1, -1)
	case syntax.OpQuest:
		return b.repeat(re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		return b.repeat(re.Sub[0], re.Min, re.Max)
	}
	return nil, errors.New("a part of it matches nothing")
}

func literalSpec(re *syntax.Regexp) *rxSpec {
	if re.Flags&syntax.FoldCase == 0 {
		return &rxSpec{kind: rxText, text: re.Rune, size: 1}
	}
	subs := make([]*rxSpec, len(re.Rune))
	for i, c := range re.Rune {
		subs[i] = &rxSpec{kind: rxChar, class: foldClass(c), size: 1}
	}
	return newConcat(subs)
}

func charSpec(pairs []rune) (*rxSpec, error) {
	class := newCharClass(pairs)
	if class.all.n == 0 {
		return nil, errors.New("a class of it has no characters")
	}
	return &rxSpec{kind: rxChar, class: class, size: 1}, nil
}

func (b *rxBuilder) choice(res []*syntax.Regexp) (*rxSpec, error) {
	subs, err := b.all(res)
	if err != nil {
		return nil, err
	}
	s := &rxSpec{kind: rxChoice, subs: subs, size: rxLargest}
	for _, sub := range subs {
		s.size = min(s.size, 1+sub.size)
	}
	return s, nil
}

func (b *rxBuilder) repeat(re *syntax.Regexp, least, greatest int) (*rxSpec, error) {
	sub, err := b.build(re)
	if err != nil {
		return nil, err
	}
	s := &rxSpec{kind: rxRepeat, subs: []*rxSpec{sub}, min: least, max: greatest}
	s.size = min(1+least*sub.size, rxLargest+1)
	return s, nil
}

// rxNode is the choice made at one node of the pattern. Trees are never
// changed in place, so genes may share them.
type rxNode struct {
	spec *rxSpec
	pick rune // for rxChar the character, for rxChoice the index of the alternative
	kids []rxNode
}

// rxDrawer draws random values.
type rxDrawer struct {
	r      *rand.Rand
	budget int
	growth int
}

func (d *rxDrawer) draw(s *rxSpec) rxNode {
	d.budget--
	n := rxNode{spec: s}
	switch s.kind {
	case rxChar:
		n.pick = s.class.draw(d.r)
	case rxConcat:
		n.kids = make([]rxNode, len(s.subs))
		for i, sub := range s.subs {
			n.kids[i] = d.draw(sub)
		}
	case rxChoice:
		n.pick = d.alternative(s)
		n.kids = []rxNode{d.draw(s.subs[n.pick])}
	case rxRepeat:
		n.kids = make([]rxNode, d.count(s))
		for i := range n.kids {
			n.kids[i] = d.draw(s.subs[0])
		}
	}
	return n
}

// alternative draws an alternative, or returns the smallest once the budget is spent.
func (d *rxDrawer) alternative(s *rxSpec) rune {
	if d.budget > 0 {
		return rune(d.r.IntN(len(s.subs)))
	}
	least := 0
	for i, sub := range s.subs {
		if sub.size < s.subs[least].size {
			least = i
		}
	}
	return rune(least)
}

// count draws a number of repetitions within the budget.
func (d *rxDrawer) count(s *rxSpec) int {
	room := max(d.budget, 0) / s.subs[0].size
	if s.max >= 0 {
		room = min(room, s.max-s.min)
	}
	if s.pad && d.growth <= rxGrowth {
		if d.r.Float64() < 0.9 {
			return 0
		}
		return d.r.IntN(5)
	}
	if p := d.r.Float64(); p < boundaryRate {
		if s.max >= 0 && p < boundaryRate/2 {
			return s.min + room
		}
		return s.min
	}
	return s.min + d.r.IntN(min(room, d.growth)+1)
}

// append appends the string of a tree.
func (n *rxNode) append(dst []byte) []byte {
	switch n.spec.kind {
	case rxText:
		for _, c := range n.spec.text {
			dst = utf8.AppendRune(dst, c)
		}
	case rxChar:
		dst = utf8.AppendRune(dst, n.pick)
	}
	for i := range n.kids {
		dst = n.kids[i].append(dst)
	}
	return dst
}

// changeable reports whether this node itself, without its children, has another choice.
func (n *rxNode) changeable() bool {
	s := n.spec
	switch s.kind {
	case rxChar:
		return s.class.all.n > 1
	case rxChoice:
		return len(s.subs) > 1
	case rxRepeat:
		return s.min != s.max
	}
	return false
}

// measure counts the nodes of a tree, and the changeable nodes.
func (n *rxNode) measure() (nodes, places int) {
	nodes = 1
	if n.changeable() {
		places = 1
	}
	for i := range n.kids {
		m, p := n.kids[i].measure()
		nodes, places = nodes+m, places+p
	}
	return nodes, places
}

// mutated returns a copy of the tree with its k-th changeable node changed. The copy shares all nodes that are not on
// the path to that node.
func (n rxNode) mutated(d *rxDrawer, k int, focus float64) rxNode {
	if n.changeable() {
		if k == 0 {
			return n.changed(d, focus)
		}
		k--
	}
	for i := range n.kids {
		_, places := n.kids[i].measure()
		if k < places {
			n.kids = slices.Clone(n.kids)
			n.kids[i] = n.kids[i].mutated(d, k, focus)
			return n
		}
		k -= places
	}
	return n
}

// changed returns a copy of this node with another choice.
func (n rxNode) changed(d *rxDrawer, focus float64) rxNode {
	switch n.spec.kind {
	case rxChar:
		n.pick = n.spec.class.shift(d.r, n.pick, focus)
	case rxChoice:
		others := len(n.spec.subs) - 1
		n.pick = (n.pick + 1 + d.r.Int32N(int32(others))) % int32(others+1)
		n.kids = []rxNode{d.draw(n.spec.subs[n.pick])}
	case rxRepeat:
		n.kids = n.resized(d)
	}
	return n
}

// resized returns the repetitions with one added or removed, mostly at the end.
func (n rxNode) resized(d *rxDrawer) []rxNode {
	count := len(n.kids)
	canAdd := (n.spec.max < 0 || count < n.spec.max) && d.budget > 0
	at := count
	if d.r.Float64() < 0.2 {
		at = d.r.IntN(count + 1)
	}
	if canAdd && (count == n.spec.min || flip(d.r)) {
		return slices.Insert(slices.Clone(n.kids), at, d.draw(n.spec.subs[0]))
	}
	if count == n.spec.min {
		return n.kids
	}
	at = min(at, count-1)
	return slices.Delete(slices.Clone(n.kids), at, at+1)
}

var errTooLarge = fmt.Errorf("its shortest match has more than %d parts", rxLargest)
