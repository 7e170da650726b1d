package tracking

import (
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// hearing makes trials of what the conditions and decoders told that a call of a test reached.
type hearing struct {
	test    *testcase.Case
	at      int // index of the call
	leaves  *leaves
	answers *answers
	known   *sut.Inside
	inputs  *Inputs
	trials  *trials
	learnt  bool // a trial that is no doubt is new
}

// plan has a value tried in the test.
func (h *hearing) plan(next *trial) {
	next.parent, next.last = h.test, h.at
	h.learnt = h.trials.plan(next) || h.learnt
}

// compared learns from the operands of a condition, and plans to try what a side of it wants.
func (h *hearing) compared(by *sut.Heard, side fitness.ID) {
	for i, operand := range by.Operands {
		if _, form := operand.(sut.Wanted); form {
			continue
		}
		found := h.leaves.of(operand)
		if len(found) == 0 {
			h.lacking(operand, side)
			h.joined(by, side, i)
			continue
		}
		wants := wantsOf(h.known, by, side, i)
		partner, from := h.leaves.partner(by, i)
		for _, m := range found {
			next := trial{
				match: m, side: side, old: operand,
				set: len(by.Operands) >= tableSize, doubt: m.link.Bits < likely, from: other(from, m), partner: partner,
			}
			if tried := h.wanted(&next, wants); m.link.Bits >= sure && !inLibrary(side) {
				h.inputs.learn(side, m, tried)
			}
		}
	}
}

// wanted plans to try values in an input, and first the values of earlier answers that
// these are. It returns all of them.
func (h *hearing) wanted(as *trial, wants []any) (all []any) {
	for _, want := range wants {
		sources := h.answers.sourcesOf(as.call, as.value, &as.link, want)
		for i, w := range append(sources, want) {
			next := *as
			next.want = w
			// What answers had is no table: the next test gets other values.
			next.set = as.set && len(sources) == 0
			if i < len(sources) {
				next.doubt = false
			} else if !inLibrary(as.side) {
				h.inputs.form(as.match, w)
			}
			h.plan(&next)
		}
		all = append(append(all, sources...), want)
	}
	return all
}

// joined plans to try what a comparison wants of an operand that is put together from
// several inputs.
func (h *hearing) joined(by *sut.Heard, side fitness.ID, operand int) {
	text, _ := by.Operands[operand].(string)
	j := h.leaves.joined(h.at, text)
	if j == nil {
		return
	}
	for _, want := range wantsOf(h.known, by, side, operand) {
		h.plan(&trial{
			match: match{leaf: j.of[0]}, side: side, want: want, old: text, set: len(by.Operands) >= tableSize, join: j,
		})
	}
}

// tableSize is the number of operands from which on a condition looks something up
// among several others.
const tableSize = 3

// decoded learns that a text was decoded into a type: the input that it came from gets
// texts of that type.
func (h *hearing) decoded(in *sut.Input) {
	if !in.Decoded || in.Type == "" || !strings.Contains(in.Name, "json") {
		return
	}
	if in.Data == "" {
		h.nothing(in.Type)
		return
	}
	for _, m := range h.leaves.of(in.Data) {
		if m.link.Bits < sure || h.inputs.gene(in.Type) == nil {
			continue
		}
		for i := range draws {
			h.plan(&trial{match: m, side: -1, want: pool.Document{Schema: in.Type, Draw: i}})
		}
		h.inputs.values.Pay(m.at, pool.Paid{Want: pool.Document{Schema: in.Type}, Link: m.link})
	}
}

// nothing plans documents for a decoder that was given no text: the input that it
// reads may be left out or empty, and may be encoded in base64.
func (h *hearing) nothing(typed string) {
	if h.inputs.gene(typed) == nil {
		return
	}
	links := []track.Link{{}, {Way: track.Base64}}
	for _, name := range h.inputs.forms.Alphabets {
		if name != "" {
			links = append(links, track.Link{Way: track.Base64, Form: name})
		}
	}
	for i := range h.leaves.all {
		l := &h.leaves.all[i]
		if l.call != h.at || l.value != nil && l.value != "" && !value.IsAbsent(l.value) {
			continue
		}
		for _, link := range links {
			h.plan(&trial{match: match{l, link}, side: -1, want: pool.Document{Schema: typed}})
		}
	}
}

// lacking plans marks for the members that the documents of a test lack, where a
// condition compares with nothing. A member that is missing or empty cannot be known
// again, so that nobody would put there what the condition wants.
func (h *hearing) lacking(operand any, side fitness.ID) {
	if len(h.inputs.genes) == 0 || !empty(operand) {
		return
	}
	_, text := operand.(string)
	m := mark{number: !text}
	for i := range h.leaves.all {
		l := &h.leaves.all[i]
		k, ok := h.inputs.decodes(l.at, l.value)
		if !ok {
			continue
		}
		inner, _ := k.Link.Get(l.value)
		for _, link := range h.inputs.lacks(inner, k.Want.(pool.Document).Schema, m) {
			if k.Link.Way != track.Same {
				link.Outer = &k.Link
			}
			h.plan(&trial{match: match{l, link}, side: side, want: m, old: operand})
		}
	}
}
