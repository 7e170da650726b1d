package tracking

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
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
	at    place
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
			all = append(all, leaf{call: i, taker: k, at: placeOf(call, t), value: action.Sent(call, t)})
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

// source is an input that reaches a condition.
type source struct {
	at   place
	link track.Link
	// wants are what the condition had beside it.
	wants []any
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
	// sourcesKept is how many inputs are kept of a condition, and wantsKept how many
	// values of each.
	sourcesKept = 4
	wantsKept   = 12
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

// hear learns from a comparison, and plans to try what it wants.
func (t *Tracker) hear(c *testcase.Case, at int, h *sut.Heard, leaves *leaves) {
	side, ok := t.open(h)
	if !ok {
		return
	}
	for i, operand := range h.Operands {
		if _, form := operand.(sut.Wanted); form {
			continue
		}
		found := leaves.of(operand)
		if len(found) == 0 {
			hearLack(t, c, at, operand, side, leaves)
			hearJoin(t, c, at, h, side, i, leaves)
			continue
		}
		wants := wantsOf(&t.known, h, side, i)
		partner, from := leaves.partner(h, i)
		for _, m := range found {
			next := trial{
				parent: c, last: at, match: m, side: side, old: operand,
				set: len(h.Operands) >= tableSize, doubt: m.link.Bits < likely, from: other(from, m), partner: partner,
			}
			if tried := wanted(t, &next, wants); m.link.Bits >= sure && !inLibrary(side) {
				t.learn(side, m, tried)
			}
		}
	}
}

// wanted plans to try values in an input, and first the values of earlier answers that
// these are. It returns all of them.
func wanted(t *Tracker, as *trial, wants []any) (all []any) {
	for _, want := range wants {
		sources := t.sourcesOf(as.call, as.value, &as.link, want)
		for i, w := range append(sources, want) {
			next := *as
			next.want = w
			// What answers had is no table: the next test gets other values.
			next.set = as.set && len(sources) == 0
			if i < len(sources) {
				next.doubt = false
			} else if !inLibrary(as.side) {
				t.form(as.match, w)
			}
			t.plan(&next)
		}
		all = append(append(all, sources...), want)
	}
	return all
}

// hearJoin plans to try what a comparison wants of an operand that is put together from
// several inputs.
func hearJoin(t *Tracker, c *testcase.Case, at int, h *sut.Heard, side fitness.ID, operand int, leaves *leaves) {
	text, _ := h.Operands[operand].(string)
	j := leaves.joined(at, text)
	if j == nil {
		return
	}
	for _, want := range wantsOf(&t.known, h, side, operand) {
		t.plan(&trial{
			parent: c, last: at, match: match{leaf: j.of[0]}, side: side, want: want, old: text,
			set: len(h.Operands) >= tableSize, join: j,
		})
	}
}

// form keeps the form that a parser wants an input in, even where few bits agree: it
// may take more than one kind.
func (k *keeping) form(m match, want any) {
	w, ok := want.(sut.Wanted)
	if !ok || m.link.Bits < possible {
		return
	}
	switch w.Form {
	case probe.Prefixed, probe.Suffixed, probe.Containing, probe.Folded, probe.Excluding:
		return // a constant is kept once it has paid
	}
	k.keep(m.at, kept{want: w, link: m.link})
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

// tableSize is the number of operands from which on a condition looks something up
// among several others.
const tableSize = 3

// wantsOf returns what an operand was compared with: the other operands, and the
// constants of the condition where there are none. Where all are the same and the
// condition holds, it wants another value.
func wantsOf(known *sut.Inside, h *sut.Heard, side fitness.ID, operand int) []any {
	own := h.Operands[operand]
	out := slices.Delete(slices.Clone(h.Operands), operand, operand+1)
	if len(out) == 0 && known.Values != nil {
		out = append(out, known.Values(side)...)
	}
	all := len(out)
	out = slices.DeleteFunc(out, func(v any) bool { return v == own })
	if len(out) == 0 && all > 0 {
		return others(own)
	}
	if len(out) == 1 {
		out = append(out, beside(own, out[0])...)
	}
	return out
}

// others returns values that differ little from one: texts that the usual clean-up of a
// text makes the same again.
func others(v any) []any {
	switch v := v.(type) {
	case string:
		list := []any{" " + v + " ", strings.ToUpper(v), strings.ToLower(v), v + "/", v + "x"}
		return slices.DeleteFunc(list, func(other any) bool { return other == v })
	case int64:
		return []any{v + 1, v - 1}
	case float64:
		return []any{v + 1}
	}
	return nil
}

// beside returns the number or moment on the far side of a limit.
func beside(operand, limit any) []any {
	switch l := limit.(type) {
	case int64:
		if o, ok := operand.(int64); ok && o < l {
			return []any{l + 1}
		}
		return []any{l - 1}
	case float64: // there may be another limit near this one
		step := max(math.Abs(l), 1) / 1000
		if o, ok := operand.(float64); ok && o < l {
			return []any{l + step}
		}
		return []any{l - step}
	case string:
		return besideMoment(operand, l)
	}
	return nil
}

// besideMoment is beside for moments. A day is the least step of some layouts.
func besideMoment(operand any, limit string) []any {
	text, _ := operand.(string)
	o, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil
	}
	l, err := time.Parse(time.RFC3339Nano, limit)
	if err != nil {
		return nil
	}
	step := -24 * time.Hour
	if o.Before(l) {
		step = -step
	}
	return []any{l.Add(step).Format(time.RFC3339Nano)}
}

// learn records that an input reaches a condition.
func (t *Tracker) learn(side fitness.ID, m match, wants []any) {
	list := t.sources[side]
	key := m.link.Key()
	i := slices.IndexFunc(list, func(s source) bool { return s.at == m.at && s.link.Key() == key })
	if i < 0 {
		t.learnt = true
		if !slices.Contains(t.news.sources, side) {
			t.news.sources = tell(t.news.sources, side)
		}
		if len(list) == sourcesKept { // the latest is as good as any
			list = slices.Delete(list, 0, 1)
		}
		list = append(list, source{m.at, m.link, nil})
		i = len(list) - 1
	}
	s := &list[i]
	s.link = m.link
	for _, w := range wants {
		if !slices.Contains(s.wants, w) {
			if len(s.wants) == wantsKept {
				s.wants = slices.Delete(s.wants, 0, 1)
			}
			s.wants = append(s.wants, w)
		}
	}
	t.sources[side] = list
}
