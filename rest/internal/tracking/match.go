package tracking

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// source is an input that reaches a condition.
type source struct {
	at   place
	link track.Link
	// wants are what the condition had beside it.
	wants []any
}

const (
	// sourcesKept is how many inputs are kept of a condition, and wantsKept how many
	// values of each.
	sourcesKept = 4
	wantsKept   = 12
)

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

// tableSize is the number of operands from which on a condition looks something up
// among several others.
const tableSize = 3

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
