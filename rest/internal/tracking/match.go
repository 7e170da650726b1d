package tracking

import (
	"math"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
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
}

// leavesOf returns the values of the calls up to one, the latest call first.
func leavesOf(c *testcase.Case, at int) (out []leaf) {
	for i := at; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		for k, t := range action.Takers(call) {
			out = append(out, leaf{i, k, placeOf(call, t), t.Value()})
		}
	}
	return out
}

// source is an input that reaches a condition.
type source struct {
	at   place
	link track.Link
	// wants are what the condition had beside it.
	wants []any
}

const (
	// sure is the number of bits above which a match is no chance, and likely that
	// above which it is worth a trial.
	sure   = 12
	likely = 6
	// guesses is how many inputs are tried for an operand that matches several.
	guesses = 3
	// sourcesKept is how many inputs are kept of a condition, and wantsKept how many
	// values of each.
	sourcesKept = 4
	wantsKept   = 12
)

// match is a leaf that an operand may have come from.
type match struct {
	leaf
	link track.Link
}

// matches returns the leaves that an operand may have come from: the surest ones, and
// of those that are equally sure the ones of the latest calls.
func matches(operand any, leaves []leaf) (out []match) {
	for _, l := range leaves {
		if link, ok := track.Of(l.value, operand); ok && link.Bits >= likely {
			out = append(out, match{l, link})
		}
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b match) int { return int(a.link.Way - b.link.Way) })
	if out[0].link.Bits >= sure { // what was changed more is chance
		first := out[0].link.Way
		if i := slices.IndexFunc(out, func(m match) bool { return m.link.Way != first }); i > 0 {
			out = out[:i]
		}
	}
	return out[:min(len(out), guesses)]
}

// hear learns from a comparison, and plans to try what it wants.
func (t *Tracker) hear(c *testcase.Case, at int, h *sut.Heard, leaves []leaf) {
	side, ok := t.open(h)
	if !ok {
		return
	}
	for i, operand := range h.Operands {
		if _, form := operand.(sut.Wanted); form {
			continue
		}
		found := matches(operand, leaves)
		if len(found) == 0 {
			continue
		}
		wants := t.wants(h, side, i)
		for _, m := range found {
			if m.link.Bits >= sure && !inLibrary(side) {
				t.learn(side, m, wants)
			}
			for _, want := range wants {
				t.plan(c, at, side, m, want)
			}
		}
	}
}

// wants returns what an operand was compared with: the other operands, and the
// constants of the condition where there are none.
func (t *Tracker) wants(h *sut.Heard, side fitness.ID, operand int) []any {
	out := slices.Delete(slices.Clone(h.Operands), operand, operand+1)
	if len(out) == 0 && t.known.Values != nil {
		out = append(out, t.known.Values(side)...)
	}
	out = slices.DeleteFunc(out, func(v any) bool { return v == h.Operands[operand] })
	if len(out) == 1 {
		out = append(out, beside(h.Operands[operand], out[0])...)
	}
	return out
}

// beside returns the number on the far side of a limit.
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
	}
	return nil
}

// learn records that an input reaches a condition.
func (t *Tracker) learn(side fitness.ID, m match, wants []any) {
	list := t.sources[side]
	i := slices.IndexFunc(list, func(s source) bool { return s.at == m.at && s.link.Way == m.link.Way })
	if i < 0 {
		t.learnt = true
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
