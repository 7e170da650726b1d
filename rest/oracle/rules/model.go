package rules

import (
	"path"
	"slices"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Relation is a law about the acts and the observations of a test. An act is a call that may change something, an
// observation is a successful read.
type Relation struct {
	// Name is the law in a few words, such as "undone by".
	Name string
	// Law is the law in one sentence.
	Law string
	// Scenario says which calls show that a service breaks the law, such as "observe, act, observe".
	Scenario string
	// Rules are the kinds of findings that break the law.
	Rules []*oracle.Rule
}

// model knows the calls of the test at hand as relations see them. It sees a call once, for all relations.
type model struct {
	test  *oracle.Exchange          // the first call of the test
	acts  map[*oracle.Exchange]*act // of the test
	scene *scene                    // of the last call that was judged
	laws  *sentence.Laws            // of the document of that call
	ops   []*operation              // of that document
}

// read makes the check of a rule from a judgement that needs the laws in the descriptions.
func (m *model) read(judgement func(laws *sentence.Laws, x *oracle.Exchange) []oracle.Finding,
) func(x *oracle.Exchange) []oracle.Finding {
	return func(x *oracle.Exchange) []oracle.Finding {
		if m.laws == nil || len(m.ops) != len(x.Operations) || len(m.ops) > 0 && m.ops[0] != x.Operations[0] {
			m.laws, m.ops = sentence.New(x.Operations), x.Operations
		}
		return judgement(m.laws, x)
	}
}

// judge makes the check of a rule from a judgement about scenes.
func (m *model) judge(judgement func(s *scene) []oracle.Finding) func(x *oracle.Exchange) []oracle.Finding {
	return func(x *oracle.Exchange) []oracle.Finding { return judgement(m.see(x)) }
}

// see returns the scene of a call. The scene of a first call is new each time: a first call of another test may lie in
// the same memory.
func (m *model) see(x *oracle.Exchange) *scene {
	n := len(x.Before)
	if s := m.scene; s != nil && n > 0 && s.Exchange == x && s.response == x.Response && len(s.before) == n &&
		s.before[n-1] == x.Before[n-1] {
		return s
	}
	if n == 0 || m.test != x.Before[0] {
		m.acts, m.test = map[*oracle.Exchange]*act{}, nil
	}
	if n > 0 {
		m.test = x.Before[0]
	}
	s := &scene{Exchange: x, before: x.Before, response: x.Response}
	for i, b := range x.Before {
		if !b.Safe() {
			s.acts = append(s.acts, m.actOf(b, i))
		}
		if reads(x) && reads(b) && b.Request.Target == x.Request.Target && b.User == x.User && sameHeaders(b, x) {
			s.looks = append(s.looks, look{b, i})
		}
	}
	m.scene = s
	return s
}

// scene is a call as relations see it, with the test before it.
type scene struct {
	*oracle.Exchange
	acts     history            // before the call
	looks    []look             // the earlier observations that equal the call, the oldest first
	before   []*oracle.Exchange // Before when the scene was seen
	response any                // Response when the scene was seen
}

// look is an observation with its index in the test.
type look struct {
	*oracle.Exchange
	index int
}

// last returns the last equal observation, and the acts since then that were not refused. It returns nil if there is
// none.
func (s *scene) last() (b *look, acts []*act) {
	if len(s.looks) == 0 {
		return nil, nil
	}
	b = &s.looks[len(s.looks)-1]
	return b, s.acts.between(b.index, len(s.Before))
}

// sinceAct returns the last act that was not refused, and the last equal observation before it with no other such act
// between. Both are nil if there is none. Unlike [scene.last] it holds for each observation after the act.
func (s *scene) sinceAct() (b *look, a *act) {
	for i := range slices.Backward(s.looks) {
		if acts := s.acts.between(s.looks[i].index, len(s.Before)); len(acts) > 0 {
			if len(acts) > 1 {
				return nil, nil
			}
			return &s.looks[i], acts[0]
		}
	}
	return nil, nil
}

// comes reports whether a user makes their first call after an observation. The user may have logged in for it. A
// log-in is no call of the test, and can change the answers to others.
func (s *scene) comes(after *look) bool {
	return slices.ContainsFunc(s.Before[after.index+1:], func(x *oracle.Exchange) bool {
		return x.User != "" && !slices.ContainsFunc(s.Before[:after.index+1], func(b *oracle.Exchange) bool {
			return b.User == x.User
		})
	})
}

// around returns the last equal observation before an act and the first one after it, with no other act between that
// was not refused. Either is nil if there is none.
func (s *scene) around(a *act) (before, after *look) {
	for i := range s.looks {
		l := &s.looks[i]
		switch {
		case l.index < a.index && len(s.acts.between(l.index, a.index)) == 0:
			before = l
		case l.index > a.index && after == nil && len(s.acts.between(a.index, l.index)) == 0:
			after = l
		}
	}
	return before, after
}

// shown returns the content of an element as the first call from an index on showed it, or as the last call before
// the index did if back is true. A deletion of the element between is the end of it: an element that is made in its
// place later is another one.
func (s *scene) shown(of entity, from int, back bool) (value.Object, bool) {
	all := append(slices.Clip(s.Before), s.Exchange)
	indices := slices.All(all[from:])
	if back {
		indices = slices.Backward(all[:from])
	}
	for _, b := range indices {
		if o, ok := s.acts.shows(b, of); ok {
			return o, true
		}
		if deletes(b, of.at) {
			return nil, false
		}
	}
	return nil, false
}

// deletes reports whether a call deleted what is at a path, or something above it.
func deletes(b *oracle.Exchange, at string) bool {
	return b.Request.Method == "DELETE" && b.Succeeded() && about(at, below(b.Path(), b.Base))
}

// listedIn returns the element of a list that has an id.
func listedIn(x *oracle.Exchange, id string) entity {
	template := elementOf(x)
	if template == "" || id == "" {
		return entity{}
	}
	return entity{path.Dir(placed(template, x)) + "/" + id, template}
}

// elementOf returns the template of the elements of the collection at the path of a call: that of their reader, or else
// of another operation on one of them. It returns "" if there is none.
func elementOf(x *oracle.Exchange) string {
	if reader := readerOf(x.Operations, x.Operation.Path); reader != nil {
		return reader.Path
	}
	for _, op := range x.Operations {
		if api.LastParam(op.Path) != "" && (path.Dir(op.Path) == x.Operation.Path || apart(x.Operation.Path, op.Path)) {
			return op.Path
		}
	}
	return ""
}

// shows returns the content of an element that the answer to a call has: a read of it, an act on it, or a list.
func (h history) shows(b *oracle.Exchange, of entity) (value.Object, bool) {
	o, ok := got(b)
	if !b.Succeeded() || of.template == "" {
		return nil, false
	}
	if ok && len(o) > 0 && entityOf(b) == of && (b.Operation.Path == of.template && b.Request.Method != "DELETE" ||
		!b.Safe() && keyIn(o, of.template) == of.id()) {
		return o, true
	}
	if !b.Safe() {
		return o, slices.ContainsFunc(h, func(a *act) bool {
			return a.Exchange == b && a.kind == create && a.entity == of
		})
	}
	list, isList := elements(b)
	if !isList || listedIn(b, of.id()) != of || idsIn(b, list) == nil {
		return nil, false
	}
	return theOne(b, list, of)
}

// lastSeen returns the last state of the resource at a path that any answer showed.
func lastSeen(x *oracle.Exchange, at, template string) (value.Object, bool) {
	for _, b := range slices.Backward(x.Before) {
		if b.Succeeded() && (b.Path() == at && (reads(b) || replaces(b)) || made(b, at, template)) {
			if o, ok := got(b); ok && len(o) > 0 {
				return o, true
			}
		}
	}
	return nil, false
}

// view returns the object at a path as the last read of a user showed it. It returns false if a later exchange may
// have changed it.
func view(before []*oracle.Exchange, at, template, user string) (value.Object, bool) {
	return seen(before, at, template, user, func(*oracle.Exchange) bool { return true })
}

// viewed returns the object of an exchange as an earlier read of its user showed it. If the query of a read requests a
// form, such as a unit, a page or some members, reads with other queries do not count.
func viewed(before []*oracle.Exchange, x *oracle.Exchange) (value.Object, bool) {
	return seen(before, x.Path(), x.Operation.Path, x.User, func(b *oracle.Exchange) bool {
		return x.Request.Method != "GET" || queryOf(b) == queryOf(x) && sameHeaders(b, x)
	})
}

// seen is [view] for the exchanges that meet a condition.
func seen(
	before []*oracle.Exchange, at, template, user string, counts func(*oracle.Exchange) bool,
) (value.Object, bool) {
	for i := len(before) - 1; i >= 0; i-- {
		b := before[i]
		own := b.Path() == at && b.Succeeded() && (b.Request.Method == "GET" || replaces(b))
		if b.User == user && counts(b) && (own || made(b, at, template)) {
			if o, ok := got(b); ok && len(o) > 0 {
				return o, true
			}
		}
		if changes(b) {
			return nil, false
		}
	}
	return nil, false
}

// idsBy returns the ids of the elements of a list, those of objects by a function. It returns nil if an element has no
// id, or if two elements have the same id.
func idsBy(list []any, of func(value.Object) string) []string {
	out := make([]string, 0, len(list))
	for _, e := range list {
		id := text(e)
		if o, ok := e.(value.Object); ok {
			id = of(o)
		}
		if id == "" || slices.Contains(out, id) {
			return nil
		}
		out = append(out, id)
	}
	return out
}

// ids returns the ids of the elements of a list by their usual names, see [idsBy].
func ids(list []any, noun string) []string {
	return idsBy(list, func(o value.Object) string { return idOf(o, noun) })
}

// idsIn returns the ids of the elements of a list by their reader, see [idsBy].
func idsIn(x *oracle.Exchange, list []any) []string {
	template := elementOf(x)
	if template == "" {
		return ids(list, api.Noun(x.Operation.Path))
	}
	param, noun := words.Plain(api.LastParam(template)), api.Noun(template)
	return idsBy(list, func(o value.Object) string {
		if id := textCalled(o, param); id != "" {
			return id
		}
		return idOf(o, noun)
	})
}

// keyIn returns the id of an element by the template of its reader: the text of the member that is called like the last
// parameter of the template, or else of the member with a usual name of ids.
func keyIn(o value.Object, reader string) string {
	if id := textCalled(o, words.Plain(api.LastParam(reader))); id != "" {
		return id
	}
	return idOf(o, api.Noun(reader))
}

// textCalled returns the text of the first member with a plain name that has a text, or "".
func textCalled(o value.Object, plain string) string {
	for _, m := range o {
		if words.Plain(m.Name) == plain && text(m.Value) != "" {
			return text(m.Value)
		}
	}
	return ""
}
