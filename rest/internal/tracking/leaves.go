package tracking

import (
	"slices"

	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// leaf is a value of a test.
type leaf struct {
	call  int // index of the action
	taker int // index of its taker in the call
	at    action.Place
	value any
	views []track.View // the values inside of it
}

// leaves are the values of a test up to a call, the latest call first.
type leaves struct {
	all []leaf
	// index has the values and the values inside of them. shown has the leaf and the view of each.
	index *track.Index
	shown []shown
	known *track.Known
	found map[any][]match // by operand
	joins map[string]*join
}

// shown is the value of a leaf, or of a view of the leaf.
type shown struct{ leaf, view int }

// itself is the view of the whole leaf.
const itself = -1

// leavesOf returns the leaves of a test up to a call, the latest call first.
func leavesOf(c *testcase.Case, at int) (all []leaf) {
	for i := at; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		for k, t := range action.Takers(call) {
			all = append(all, leaf{call: i, taker: k, at: action.PlaceOf(call, t), value: action.Sent(call, t)})
		}
	}
	return all
}

func indexLeaves(all []leaf, known *track.Known) *leaves {
	l := &leaves{all: all, known: known, found: map[any][]match{}, joins: map[string]*join{}}
	var values []any
	for i := range all {
		one := &all[i]
		one.views = track.Views(one.value, known)
		values, l.shown = append(values, one.value), append(l.shown, shown{i, itself})
		for n := range one.views {
			values, l.shown = append(values, one.views[n].Value), append(l.shown, shown{i, n})
		}
	}
	l.index = track.NewIndex(values, known)
	return l
}

const (
	// A match with sure bits is no chance. A match with likely bits is worth a trial, and a match with possible bits
	// only while no better match is known.
	sure     = 12
	likely   = 6
	possible = 1
	// guesses is the number of inputs that are tried for an operand that matches several inputs.
	guesses = 3
)

// match is a leaf that an operand may have come from.
type match struct {
	*leaf
	link track.Link
}

// matchesOf returns the leaves that an operand may have come from: the surest leaves, and of equally sure leaves those
// of the latest calls.
func (l *leaves) matchesOf(operand any) []match {
	found, ok := l.found[operand]
	if !ok {
		found = l.findMatches(operand, false)
		l.found[operand] = found
	}
	return found
}

// findMatches returns the matches of an operand. lengths says that the operand is the length of a text. Otherwise it is
// none: there are too many texts of each length.
func (l *leaves) findMatches(operand any, lengths bool) (out []match) {
	last := -1 // leaf that has a match
	for _, i := range l.index.Of(operand) {
		s := l.shown[i]
		if s.leaf == last {
			continue
		}
		of := &l.all[s.leaf]
		var link track.Link
		var ok bool
		if s.view == itself {
			link, ok = track.Of(of.value, operand, l.known)
		} else {
			link, ok = of.views[s.view].Of(operand, l.known)
		}
		if ok && link.Bits >= possible && (link.Way == track.Length) == lengths {
			out, last = append(out, match{of, link}), s.leaf
		}
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b match) int { return a.countChanges() - b.countChanges() })
	if out[0].link.Bits >= sure { // a match with more changes is a chance
		first := out[0].countChanges()
		if i := slices.IndexFunc(out, func(m match) bool { return m.countChanges() != first }); i > 0 {
			out = out[:i]
		}
	}
	return out[:min(len(out), guesses)]
}

// countChanges returns a number that grows with the changes between the input and the operand.
func (m *match) countChanges() int { return m.link.Depth()<<8 + int(m.link.Way) }

// join says how several inputs of a call make an operand.
type join struct {
	track.Join
	of     []*leaf
	before []any // values of the inputs
}

// joinOf returns the join of a text from the inputs of a call, nil for none.
func (l *leaves) joinOf(call int, text string) *join {
	known, ok := l.joins[text]
	if ok || text == "" {
		return known
	}
	var values []any
	for i := range l.all {
		if l.all[i].call == call { // these are the first
			values = append(values, l.all[i].value)
		}
	}
	if how, ok := track.Joined(values, text); ok {
		known = &join{Join: how}
		for _, i := range how.Inputs {
			known.of, known.before = append(known.of, &l.all[i]), append(known.before, values[i])
		}
	}
	l.joins[text] = known
	return known
}

// otherOperand returns the other operand of two, and its leaves if it is an input too.
func (l *leaves) otherOperand(h *sut.Heard, operand int) (any, []match) {
	if len(h.Operands) != 2 {
		return nil, nil
	}
	v := h.Operands[1-operand]
	if _, form := v.(sut.Wanted); form {
		return nil, nil
	}
	return v, l.matchesOf(v)
}

// otherInput returns the first match in a list that is another input than a given match, of the same call or an earlier
// call. It returns nil for none.
func otherInput(list []match, than match) *match {
	for i := range list {
		if m := &list[i]; m.call <= than.call && (m.call != than.call || m.at != than.at) {
			return m
		}
	}
	return nil
}

// inputIn returns the input of a leaf in a test. The call may have got further inputs since
// the leaf was seen.
func (l *leaf) inputIn(c *testcase.Case) (*action.Call, action.Taker, bool) {
	call := c.Actions[l.call].(*action.Call)
	takers := action.Takers(call)
	if l.taker < len(takers) && takers[l.taker].Place() == l.at.Path {
		return call, takers[l.taker], true
	}
	to, ok := inputAt(call, l.at)
	return call, to, ok
}

// inputAt returns the input of a call at a place.
func inputAt(c *action.Call, at action.Place) (action.Taker, bool) {
	if c.Op.Index != at.Op {
		return action.Taker{}, false
	}
	for _, t := range action.Takers(c) {
		if t.Place() == at.Path {
			return t, true
		}
	}
	return action.Taker{}, false
}

// maxForms bounds the layouts of times, and the alphabets of base64.
const maxForms = 16

// keepForms keeps the layouts of times and the alphabets of base64 that conditions ask for.
func keepForms(forms *track.Known, heard []sut.Heard) {
	for i := range heard {
		for _, operand := range heard[i].Operands {
			w, _ := operand.(sut.Wanted)
			switch {
			case w.Form == probe.Timed && w.Text != "":
				forms.Layouts = withForm(forms.Layouts, w.Text)
			case w.Form == probe.Base64:
				forms.Alphabets = withForm(forms.Alphabets, w.Text)
			}
		}
	}
}

// withForm adds a form to a list, if it is new.
func withForm(list []string, form string) []string {
	if len(list) == maxForms || slices.Contains(list, form) {
		return list
	}
	return append(list, form)
}
