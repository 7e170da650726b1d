package tracking

import (
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// hearing makes trials for the conditions and decoders that a call of a test reached.
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

// plan plans a trial in the test.
func (h *hearing) plan(next *trial) {
	next.parent, next.last = h.test, h.at
	h.learnt = h.trials.plan(next) || h.learnt
}

// hearCondition learns from the operands of a condition, and plans trials of the values that a side of the condition
// wants.
func (h *hearing) hearCondition(by *sut.Heard, side fitness.ID) {
	for i, operand := range by.Operands {
		if _, form := operand.(sut.Wanted); form {
			continue
		}
		found := h.leaves.matchesOf(operand)
		if len(found) == 0 && h.countsText(side) {
			found = h.leaves.findMatches(operand, true)
		}
		if len(found) == 0 {
			h.planMarks(operand, side)
			h.planJoin(by, side, i)
			continue
		}
		wants := wantsOf(h.known, by, side, i)
		partner, from := h.leaves.otherOperand(by, i)
		for _, m := range found {
			next := trial{
				match: m, side: side, old: operand,
				set: len(by.Operands) >= tableSize, doubt: m.link.Bits < likely,
				from: otherInput(from, m), partner: partner,
			}
			if tried := h.planValues(&next, wants); m.link.Bits >= sure && !inLibrary(side) {
				h.inputs.learn(side, m, tried)
			}
		}
	}
}

// countsText reports whether a condition counts something, by its source.
func (h *hearing) countsText(side fitness.ID) bool {
	if side < 0 || h.known.Describe == nil {
		return false
	}
	source, _ := h.known.Describe(side)
	return counting.MatchString(source)
}

// counting matches the functions of Go and the property of JavaScript that count the letters of a text.
var counting = regexp.MustCompile(`\blen\(|\bRuneCount|\.length\b`)

// planValues plans trials of values in an input. If a value is also in an earlier answer, the answer comes first.
// wanted returns all values that it plans.
func (h *hearing) planValues(as *trial, wants []any) (all []any) {
	for _, want := range wants {
		sources := h.answers.sourcesOf(as.call, as.value, &as.link, want)
		for i, w := range append(sources, want) {
			next := *as
			next.want = w
			// The values of answers make no table, because the next test gets other values.
			next.set = as.set && len(sources) == 0
			if i < len(sources) {
				next.doubt = false
			} else if !inLibrary(as.side) {
				h.inputs.keepForm(as.match, w)
			}
			h.plan(&next)
		}
		all = append(append(all, sources...), want)
	}
	return all
}

// planJoin plans trials for an operand that several inputs make together.
func (h *hearing) planJoin(by *sut.Heard, side fitness.ID, operand int) {
	text, _ := by.Operands[operand].(string)
	j := h.leaves.joinOf(h.at, text)
	if j == nil {
		return
	}
	for _, want := range wantsOf(h.known, by, side, operand) {
		h.plan(&trial{
			match: match{leaf: j.of[0]}, side: side, want: want, old: text, set: len(by.Operands) >= tableSize, join: j,
		})
	}
}

// tableSize is the least number of operands of a condition that looks up a value in a table.
const tableSize = 3

// hearDecoder learns that the program decoded a text into a type. The input of the text gets texts of this type.
func (h *hearing) hearDecoder(in *sut.Input) {
	if !in.Decoded || in.Type == "" || !strings.Contains(in.Name, "json") {
		return
	}
	if in.Data == "" {
		h.planDocuments(in.Type)
		return
	}
	for _, m := range h.leaves.matchesOf(in.Data) {
		if m.link.Bits < sure || h.inputs.gene(in.Type) == nil {
			continue
		}
		for i := range draws {
			h.plan(&trial{match: m, side: -1, want: pool.Document{Schema: in.Type, Draw: i}})
		}
		h.inputs.values.Pay(m.at, pool.Paid{Want: pool.Document{Schema: in.Type}, Link: m.link})
	}
}

// planDocuments plans documents for a decoder that got no text: the input that it reads may be absent or empty, and may
// be encoded in base64.
func (h *hearing) planDocuments(typed string) {
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

// planMarks plans marks for the members that the documents of a test lack, if a condition compares an empty operand. A
// missing member cannot be recognized in a condition, so it needs a mark before it can get the value that the condition
// wants.
func (h *hearing) planMarks(operand any, side fitness.ID) {
	if len(h.inputs.genes) == 0 || !isEmpty(operand) {
		return
	}
	_, text := operand.(string)
	m := mark{number: !text}
	for i := range h.leaves.all {
		l := &h.leaves.all[i]
		k, ok := h.inputs.decodedType(l.at, l.value)
		if !ok {
			continue
		}
		inner, _ := k.Link.Get(l.value)
		for _, link := range h.inputs.missingMembers(inner, k.Want.(pool.Document).Schema, m) {
			if k.Link.Way != track.Same {
				link.Outer = &k.Link
			}
			h.plan(&trial{match: match{l, link}, side: side, want: m, old: operand})
		}
	}
}
