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

// call makes the calls of a session, and has them follow each other's answers.
func (s session) call(m *maker) {
	b := binder{session: s, sent: map[string]int{}, latest: map[*api.Operation]int{},
		given: make([][]action.Given, len(s))}
	for i, d := range s {
		d.make(m)
		b.bind(i)
	}
}

// binder finds out which values of a recording are those of earlier answers.
type binder struct {
	session session
	sent    map[string]int // the first request that had a text
	latest  map[*api.Operation]int
	given   [][]action.Given
}

// bind binds the inputs of a call to earlier answers, and notes what the call sends and
// gets.
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

// textOf returns the value of an input as a text, "" for none.
func textOf(t action.Taker) string {
	if v := t.Value(); !value.IsAbsent(v) {
		return message.Text(v)
	}
	return ""
}

// isNews reports whether an answer was the first to have a text.
func (b *binder) isNews(j int, text string) bool {
	first, sent := b.sent[text]
	return !sent || first > j
}

// claim has an input claim the value of an earlier answer that is the same, and no
// other by chance. The answer has to be the latest of its operation.
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

// tellingLength is how long a text is that two places do not have by chance.
const tellingLength = 12

// telling reports whether a text in an answer and the same one in a later request are
// the same thing: they have the names of an id or one name, or the text is long.
func telling(text, pointer, input string) bool {
	_, last := value.Above(pointer)
	name := words.Plain(last)
	return len(text) >= tellingLength || strings.HasSuffix(name, "id") ||
		name != "" && name == words.Plain(input) && len(text) > 1
}

// location has a parameter of the path follow the Location that an earlier answer ended
// with.
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

// open has what a sample leaves open need the latest call that may make it.
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
