package pool

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// call makes the calls of a session. Each call follows the answers of earlier calls of the session.
func (s session) call(m *maker) {
	b := binder{session: s, sent: map[string]int{}, latest: map[*api.Operation]int{},
		given: make([][]action.Given, len(s))}
	for i, d := range s {
		d.make(m)
		b.bind(i)
	}
}

// binder finds the values of a recording that come from earlier answers.
type binder struct {
	session session
	sent    map[string]int // by text, the index of the first request that sent it
	latest  map[*api.Operation]int
	given   [][]action.Given
}

// bind has the inputs of call i follow earlier answers. Then it notes the texts that the call sends and the values that
// its answer gives.
func (b *binder) bind(i int) {
	d := b.session[i]
	takers := action.Takers(d.call)
	for _, t := range takers {
		if text := textOf(t); text != "" && !b.claim(i, t, text) {
			b.location(i, t, text)
		}
	}
	b.open(i)
	for _, t := range takers {
		if text := textOf(t); text != "" {
			if _, known := b.sent[text]; !known {
				b.sent[text] = i
			}
		}
	}
	if a := d.answer; a != nil && a.Status < 400 {
		b.given[i] = link.Given(&sut.Response{Status: a.Status, Body: []byte(a.Body)})
	}
	b.latest[d.op] = i
}

// textOf returns the value of an input as a text, "" for an input without a value.
func textOf(t action.Taker) string {
	if v := t.Value(); !value.IsAbsent(v) {
		return message.Text(v)
	}
	return ""
}

// isNews reports whether no request up to answer j sent a text, so that the answer was the first to show it.
func (b *binder) isNews(j int, text string) bool {
	first, sent := b.sent[text]
	return !sent || first > j
}

// claim looks for an earlier answer with the text of an input, and has the input claim that value. The answer has to be
// the latest answer of its operation, and [telling] has to rule out chance. It reports whether the input claimed a
// value.
func (b *binder) claim(i int, t action.Taker, text string) bool {
	for j := i - 1; j >= 0; j-- {
		from := b.session[j]
		if b.latest[from.op] != j || !b.isNews(j, text) {
			continue
		}
		for _, g := range b.given[j] {
			if v, ok := g.Text(); !ok || v != text || !telling(text, g.Name, t.Name) {
				continue
			}
			if b.session[i].call.Claim(t, action.Source{Operation: from.op.Spec.Name(), Name: g.Name}) {
				b.need(i, j)
				return true
			}
		}
	}
	return false
}

func (b *binder) need(i, j int) {
	if d := b.session[i]; !slices.Contains(d.needs, j) {
		d.needs = append(d.needs, j)
	}
}

// tellingLength is the least length of a text that two places hardly share by chance.
const tellingLength = 12

// telling reports whether a text in an answer and the same text in a later request mean the same thing: the member of
// the answer has the name of an id, the member and the input have the same name, or the text is long.
func telling(text, pointer, input string) bool {
	_, last := value.Above(pointer)
	name := words.Plain(last)
	return len(text) >= tellingLength || strings.HasSuffix(name, "id") ||
		name != "" && name == words.Plain(input) && len(text) > 1
}

// location has a parameter of the path follow the Location header of an earlier answer, if the Location ends with the
// value of the parameter.
func (b *binder) location(i int, t action.Taker, text string) {
	d := b.session[i]
	if t.Param == genotype.InBody || d.call.Genotype.Params[t.Param].Spec.In != openapi.InPath {
		return
	}
	for j := i - 1; j >= 0; j-- {
		if a := b.session[j].answer; a == nil || a.Location == "" || !b.isNews(j, text) ||
			a.Location[strings.LastIndexByte(a.Location, '/')+1:] != text {
			continue
		}
		f := &d.call.Follow
		if !f.Enabled {
			f.Enabled, f.Own = true, f.Params
		}
		f.Own &^= api.Bit(t.Param)
		b.need(i, j)
		return
	}
}

// open handles the inputs that a sample leaves open: they follow the latest earlier call that may have created their
// resource, so call i needs that call.
func (b *binder) open(i int) {
	d := b.session[i]
	if !d.call.Follow.Enabled {
		return
	}
	for j := i - 1; j >= 0; j-- {
		if slices.Contains(d.op.Creators, b.session[j].op) && b.session[j].op != d.op {
			b.need(i, j)
			return
		}
	}
}
