package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
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
	acts     []*act             // before the call, the oldest first
	looks    []look             // the earlier observations that equal the call, the oldest first
	before   []*oracle.Exchange // Before when the scene was seen
	response any                // Response when the scene was seen
}

// look is an observation with its index in the test.
type look struct {
	*oracle.Exchange
	index int
}

// kind says what an act does to its entity.
type kind int

const (
	step    kind = iota // anything else, below the entity
	create              // makes it
	replace             // gives it other content
	patch               // changes some members of it
	remove              // deletes it
)

// act is a call that may change something.
type act struct {
	*oracle.Exchange
	index  int // in the test
	kind   kind
	entity entity // the element that it is about, for a creation the element that it made; empty if that is unknown
}

// accepted reports whether the act surely did what it asks for.
func (a *act) accepted() bool { return a.Succeeded() && a.Status() != 202 && a.Invalid == nil }

// entity is a thing of the service, by its path and the template of that. The path has no base.
type entity struct{ at, template string }

// id returns the last part of the path: the id of an element.
func (e entity) id() string { return path.Base(e.at) }

// noun returns the noun of an element, such as "task".
func (e entity) noun() string { return api.Noun(e.template) }

// beside reports whether two items are different elements of one kind.
func (e entity) beside(o entity) bool {
	return e.template == o.template && e.at != o.at && e.template != ""
}

// entityOf returns the element at the path of a call, or the one above it: the path to its last parameter.
func entityOf(x *oracle.Exchange) entity {
	template := x.Operation.Path
	end := strings.LastIndexByte(template, '}') + 1
	parts := strings.Split(below(x.Path(), x.Base), "/")
	n := strings.Count(template[:end], "/") + 1
	if end == 0 || len(parts) < n {
		return entity{}
	}
	return entity{strings.Join(parts[:n], "/"), template[:end]}
}

// actOf returns what a call at an index of the test does.
func (m *model) actOf(x *oracle.Exchange, index int) *act {
	if a := m.acts[x]; a != nil {
		return a
	}
	a := &act{Exchange: x, index: index, entity: entityOf(x)}
	switch verb := verb(x); {
	case verb == "DELETE" && api.LastParam(x.Operation.Path) != "":
		a.kind = remove
	case verb == "PUT":
		a.kind = replace
	case verb == "PATCH":
		a.kind = patch
	case verb == "POST" && api.LastParam(x.Operation.Path) == "":
		if reader := readerOf(x.Operations, x.Operation.Path); reader != nil {
			a.kind, a.entity = create, entity{}
			if id := idMade(x, reader.Path); id != "" {
				a.entity = entity{path.Dir(placed(reader.Path, x)) + "/" + id, reader.Path}
			}
		}
	}
	m.acts[x] = a
	return a
}

// placed returns the template of an element with the values that a call gives to its parameters.
func placed(template string, x *oracle.Exchange) string {
	is, of := strings.Split(below(x.Path(), x.Base), "/"), strings.Split(x.Operation.Path, "/")
	parts := strings.Split(template, "/")
	for i := range parts {
		if i < len(is) && i < len(of) && parts[i] == of[i] {
			parts[i] = is[i]
		}
	}
	return strings.Join(parts, "/")
}

// idMade returns the id of the element that a successful creation made, or "".
func idMade(x *oracle.Exchange, reader string) string {
	o, ok := got(x)
	if !x.Succeeded() || !ok {
		return ""
	}
	return keyIn(o, reader)
}

// keyIn returns the id of an element by the template of its reader: the member that is called like its last parameter,
// or else a usual name of ids.
func keyIn(o value.Object, reader string) string {
	param := words.Plain(api.LastParam(reader))
	for _, m := range o {
		if plain := words.Plain(m.Name); plain == param && text(m.Value) != "" {
			return text(m.Value)
		}
	}
	return idOf(o, api.Noun(reader))
}

// idsIn returns the ids of the elements of a list by their reader. It returns nil if an element has no id, or if two
// have the same.
func idsIn(x *oracle.Exchange, list []any) []string {
	reader := readerOf(x.Operations, x.Operation.Path)
	if reader == nil {
		return ids(list, api.Noun(x.Operation.Path))
	}
	out := make([]string, 0, len(list))
	for _, e := range list {
		id := text(e)
		if o, ok := e.(value.Object); ok {
			id = keyIn(o, reader.Path)
		}
		if id == "" || slices.Contains(out, id) {
			return nil
		}
		out = append(out, id)
	}
	return out
}

// between returns the acts between two calls that changed something or may have, by the indices of the calls.
func (s *scene) between(from, to int) (out []*act) {
	for _, a := range s.acts {
		if a.index > from && a.index < to && !a.Refused() {
			out = append(out, a)
		}
	}
	return out
}

// last returns the last equal observation, and the acts since then that were not refused. It returns nil if there is
// none, or if a user made a first call since then.
func (s *scene) last() (b *look, acts []*act) {
	if len(s.looks) == 0 {
		return nil, nil
	}
	b = &s.looks[len(s.looks)-1]
	if comes(s.Before[b.index+1:], s.Before[:b.index+1]) {
		return nil, nil
	}
	return b, s.between(b.index, len(s.Before))
}

// around returns the last equal observation before an act and the first one after it, with no other act between that
// was not refused. Either is nil if there is none.
func (s *scene) around(a *act) (before, after *look) {
	for i := range s.looks {
		l := &s.looks[i]
		switch {
		case l.index < a.index && len(s.between(l.index, a.index)) == 0:
			before = l
		case l.index > a.index && after == nil && len(s.between(a.index, l.index)) == 0:
			after = l
		}
	}
	return before, after
}

// shown returns the content of an element as the first call from an index on showed it, or as the last call before
// the index did if back is true.
func (s *scene) shown(of entity, from int, back bool) (value.Object, bool) {
	all := append(slices.Clip(s.Before), s.Exchange)
	indices := slices.All(all[from:])
	if back {
		indices = slices.Backward(all[:from])
	}
	for _, b := range indices {
		if o, ok := s.shows(b, of); ok {
			return o, true
		}
	}
	return nil, false
}

// shows returns the content of an element that the answer to a call has: a read of it, or an act on it.
func (s *scene) shows(b *oracle.Exchange, of entity) (value.Object, bool) {
	o, ok := got(b)
	if !ok || !b.Succeeded() || len(o) == 0 {
		return nil, false
	}
	if entityOf(b) == of && (b.Operation.Path == of.template && b.Request.Method != "DELETE" ||
		!b.Safe() && keyIn(o, of.template) == of.id()) {
		return o, true
	}
	for _, a := range s.acts {
		if a.Exchange == b {
			return o, a.kind == create && a.entity == of
		}
	}
	return nil, false
}

// namedBy reports whether a member names an entity: it has its id, and its name or the form of the id leaves no doubt.
func (e entity) namedBy(m value.Member) bool {
	id := e.id()
	if text(m.Value) != id || id == "" {
		return false
	}
	plain, param := words.Plain(m.Name), words.Plain(api.LastParam(e.template))
	rest, called := strings.CutPrefix(plain, e.noun())
	_, err := strconv.Atoi(id)
	return plain == param && param != "id" || called && e.noun() != "" && (rest == "" || words.Keys.Has(rest)) ||
		err != nil && len(id) > 3
}

// foundIn reports whether a value names an entity at any depth.
func (e entity) foundIn(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(part any) bool {
			return e.foundIn(part) || e.namedBy(value.Member{Value: part})
		})
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return e.namedBy(m) || e.foundIn(m.Value) })
	}
	return false
}

// difference is a member that differs between two observations, or an element that only one of them has.
type difference struct {
	member   string // the last name on the way to the value; "" for an element
	element  string // the id of the element of a list that has it, "" for none
	top      string // the first name on the way, "the elements" for an element of the list
	was, now any    // nil if there is none
}

// differences returns the differences of two observations of the same target, in the order of the first of them.
func differences(a, b *oracle.Exchange) []difference {
	was, isList := elements(a)
	now, still := elements(b)
	if isList && still {
		return differencesOfLists(was, now, idsIn(b, was), idsIn(b, now))
	}
	before, ok := got(a)
	after, both := got(b)
	if !ok || !both {
		return nil
	}
	return differencesOf(before, after)
}

// differencesOfLists compares elements by their ids, or in their order if some have none.
func differencesOfLists(was, now []any, from, to []string) (out []difference) {
	if from == nil || to == nil {
		if len(was) == len(now) || len(was) > 0 && from == nil || len(now) > 0 && to == nil {
			return nil
		}
	}
	for i, id := range from {
		k := slices.Index(to, id)
		if k < 0 {
			out = append(out, difference{element: id, top: "the elements", was: was[i]})
			continue
		}
		for _, d := range differencesOf(object(was[i]), object(now[k])) {
			d.element = id
			out = append(out, d)
		}
	}
	for k, id := range to {
		if !slices.Contains(from, id) {
			out = append(out, difference{element: id, top: "the elements", now: now[k]})
		}
	}
	return out
}

// differencesOf returns the members that two objects show with different values, those of nested objects too.
func differencesOf(was, now value.Object) (out []difference) {
	for _, m := range was {
		v, shown := now.Get(m.Name)
		if !shown || same(m.Value, v) {
			continue
		}
		o, nested := m.Value.(value.Object)
		inner, both := v.(value.Object)
		if !nested || !both {
			out = append(out, difference{member: m.Name, top: m.Name, was: m.Value, now: v})
			continue
		}
		for _, d := range differencesOf(o, inner) {
			d.top = m.Name
			out = append(out, d)
		}
	}
	return out
}
