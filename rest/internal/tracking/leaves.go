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
	// index has the values and those inside of them; shown says which one each is.
	index *track.Index
	shown []shown
	known *track.Known
	found map[any][]match // by operand
	joins map[string]*join
}

// shown is a value of a leaf: the leaf itself, or a view of it.
type shown struct{ leaf, view int }

// itself stands for no view.
const itself = -1

func leavesOf(c *testcase.Case, at int) (all []leaf) {
	for i := at; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		for k, t := range action.Takers(call) {
			all = append(all, leaf{call: i, taker: k, at: action.PlaceOf(call, t), value: action.Sent(call, t)})
		}
	}
	return all
}

func indexed(all []leaf, known *track.Known) *leaves {
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
	// sure is the number of bits above which a match is no chance, likely that above
	// which it is worth a trial, and possible that above which it is while nothing
	// better is known.
	sure     = 12
	likely   = 6
	possible = 1
	// guesses is how many inputs are tried for an operand that matches several.
	guesses = 3
)

// match is a leaf that an operand may have come from.
type match struct {
	*leaf
	link track.Link
}

// of returns the leaves that an operand may have come from: the surest ones, and of
// those that are equally sure the ones of the latest calls.
func (l *leaves) of(operand any) []match {
	found, ok := l.found[operand]
	if !ok {
		found = l.matches(operand)
		l.found[operand] = found
	}
	return found
}

func (l *leaves) matches(operand any) (out []match) {
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
		if ok && link.Bits >= possible {
			out, last = append(out, match{of, link}), s.leaf
		}
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b match) int { return a.changes() - b.changes() })
	if out[0].link.Bits >= sure { // what was changed more is chance
		first := out[0].changes()
		if i := slices.IndexFunc(out, func(m match) bool { return m.changes() != first }); i > 0 {
			out = out[:i]
		}
	}
	return out[:min(len(out), guesses)]
}

// changes orders matches by how much became of the input.
func (m *match) changes() int { return m.link.Depth()<<8 + int(m.link.Way) }

// join is how an operand was put together from the inputs of a call.
type join struct {
	track.Join
	of     []*leaf
	before []any // what the inputs were
}

// joined returns how a text was put together from the inputs of a call, or nil.
func (l *leaves) joined(call int, text string) *join {
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

// partner returns the other one of two operands, and where it came from if it is an
// input too.
func (l *leaves) partner(h *sut.Heard, operand int) (any, []match) {
	if len(h.Operands) != 2 {
		return nil, nil
	}
	v := h.Operands[1-operand]
	if _, form := v.(sut.Wanted); form {
		return nil, nil
	}
	return v, l.of(v)
}

// other returns the first of some matches that is another input than one, of the same
// call or one before it, or nil.
func other(list []match, than match) *match {
	for i := range list {
		if m := &list[i]; m.call <= than.call && (m.call != than.call || m.at != than.at) {
			return m
		}
	}
	return nil
}

// in returns the input of a leaf in a test. The call may have got further inputs since
// the leaf was seen.
func (l *leaf) in(c *testcase.Case) (*action.Call, action.Taker, bool) {
	call := c.Actions[l.call].(*action.Call)
	takers := action.Takers(call)
	if l.taker < len(takers) && takers[l.taker].Place() == l.at.Path {
		return call, takers[l.taker], true
	}
	to, ok := taker(call, l.at)
	return call, to, ok
}

// taker returns the input of a call at a place.
func taker(c *action.Call, at action.Place) (action.Taker, bool) {
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

// maxForms is how many layouts of times and alphabets are kept.
const maxForms = 16

// read keeps the layouts of times and the alphabets that conditions are about.
func read(forms *track.Known, heard []sut.Heard) {
	for i := range heard {
		for _, operand := range heard[i].Operands {
			w, _ := operand.(sut.Wanted)
			switch {
			case w.Form == probe.Timed && w.Text != "":
				forms.Layouts = known(forms.Layouts, w.Text)
			case w.Form == probe.Base64:
				forms.Alphabets = known(forms.Alphabets, w.Text)
			}
		}
	}
}

// known adds a form to a list, if it is new.
func known(list []string, form string) []string {
	if len(list) == maxForms || slices.Contains(list, form) {
		return list
	}
	return append(list, form)
}
