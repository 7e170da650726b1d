package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/schema"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// emptied changes a member that may be null to a value, and then to null, and reads it after each change; two members
// in a test.
func emptied(s *scene) bool {
	empty := nullables(s.about)
	if s.reader() == nil || len(empty) == 0 {
		return false
	}
	for k := range min(2, len(empty)) {
		name := empty[(s.n+k)%len(empty)]
		first := s.again()
		full(first)
		for _, l := range members(first) {
			for range 8 {
				if l.Name == name && l.Value() == nil {
					l.Mutate(s.r, 0)
				}
			}
		}
		s.on(s.reader())
		second := first.Clone().(*action.Call)
		if s.verb(second.Op) == "PATCH" {
			alone(second, name)
		}
		if !send(second, name, nil) {
			return false
		}
		s.add(second)
		s.on(s.reader())
	}
	return true
}

// alone leaves out what can be left out of the body of a call but for a member.
func alone(c *action.Call, name string) {
	for _, l := range members(c) {
		if l.Path != name && !strings.HasPrefix(l.Path, name+"/") {
			leaveOut(l.Gene)
		}
	}
}

// nullables returns the members of the body of a call that may be null.
func nullables(c *action.Call) (out []string) {
	for _, p := range fields(c.Op.Spec) {
		if p.Schema != nil && schema.Flatten(p.Schema).Nullable {
			out = append(out, p.Name)
		}
	}
	return out
}

// fields are the members of the JSON body of an operation.
func fields(op *openapi.Operation) []openapi.Property {
	for _, m := range op.Bodies {
		if m.Schema != nil && strings.Contains(m.Type, "json") {
			return schema.Flatten(m.Schema).Properties
		}
	}
	return nil
}

// equalled makes two elements that are equal, but for texts now and then, changes another one so that it has what they
// have, and reads it before and after that.
func equalled(s *scene) bool {
	at := makerOf(s)
	if at < 0 || s.reader() == nil || s.c.Actions[at].(*action.Call).Op.Spec.Method != "POST" {
		return false
	}
	maker := s.c.Actions[at].(*action.Call)
	if s.n%4 < 2 {
		full(maker)
	}
	other := maker.Clone().(*action.Call)
	for _, l := range members(other) {
		if _, isText := l.Value().(string); takes(s.about.Op.Spec, l.Name) && !followed(s, l) &&
			!value.IsAbsent(l.Value()) && (!isText || s.n%2 == 1 || hasChoices(other.Op.Spec, l.Name)) {
			l.Mutate(s.r, 0)
		}
	}
	twin := other.Clone().(*action.Call)
	if s.n%2 == 1 {
		renew(s, twin)
	}
	s.c.Actions = slices.Insert(s.c.Actions, at, testcase.Action(other), testcase.Action(twin))
	s.on(s.reader())
	c := s.again()
	unconditional(c)
	has := objectOf(other)
	for _, l := range members(c) {
		if v, sends := has.Get(l.Name); sends {
			_, isText := v.(string)
			if !isText || hasChoices(c.Op.Spec, l.Name) {
				gene.Assign(l.Gene, v)
			}
		} else {
			leaveOut(l.Gene)
		}
	}
	s.on(s.reader())
	return true
}

// takes reports whether the body of an operation has a member.
func takes(op *openapi.Operation, member string) bool {
	return slices.ContainsFunc(fields(op), func(p openapi.Property) bool { return p.Name == member })
}

// hasChoices reports whether a member of the body of an operation has few values.
func hasChoices(op *openapi.Operation, member string) bool {
	return slices.ContainsFunc(fields(op), func(p openapi.Property) bool {
		return p.Name == member && p.Schema != nil && len(schema.Flatten(p.Schema).Enum) > 0
	})
}

// elsewhere reads what refers to something, and what shows it at another path, before and after it is changed or
// deleted.
func elsewhere(s *scene) bool {
	var parts, views []*api.Operation
	for _, op := range s.Ops {
		at := op.Spec.Path
		read := s.find("GET", s.element(at))
		if op.Spec.Method == "POST" && api.LastParam(at) == "" && read != nil &&
			at != path.Dir(s.item()) && belongs(s, op) {
			parts = append(parts, op)
		}
		if param := api.LastParam(at); op.Spec.Method == "GET" && s.item() != "" && param != "" && at != s.item() &&
			param == api.LastParam(s.item()) && words.Plain(param) != "id" {
			views = append(views, op)
		}
	}
	n := len(parts) + len(views)
	if n == 0 {
		return false
	}
	var read *api.Operation
	if k := s.n % n; k < len(views) {
		read = views[k]
	} else {
		part := parts[k-len(views)]
		read = s.find("GET", s.element(part.Spec.Path))
		s.on(part)
	}
	s.on(read)
	c := s.again()
	unconditional(c)
	if c.Op.Spec.Method != "DELETE" {
		full(c)
		for _, l := range members(c) {
			l.Mutate(s.r, 0)
		}
	}
	s.on(read)
	return true
}

// borrowed has another user make what a call names in its body, and makes the call, before and after which its user
// tries to read that.
func borrowed(s *scene) bool {
	own := s.about.User.Index
	if s.Users < 2 || own < 0 || own >= s.Users {
		return false
	}
	at := -1
	for i, a := range s.c.Actions {
		c := a.(*action.Call)
		if c.Op.Spec.Method == "POST" && s.find("GET", s.element(c.Op.Spec.Path)) != nil &&
			namesIn(s.about.Op, api.Noun(c.Op.Spec.Path)) {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	maker := s.c.Actions[at].(*action.Call)
	other := maker.Clone().(*action.Call)
	renew(s, other)
	by((own+1+s.n%(s.Users-1))%s.Users, other)
	s.add(other)
	read := s.New(s.r, s.find("GET", s.element(maker.Op.Spec.Path)))
	read.Genotype.MakeValid()
	read.Follow.Enabled, read.Follow.Own = read.Op.Chained, 0
	by(own, read)
	s.add(read)
	c := s.again()
	for _, l := range members(c) {
		if plain := words.Plain(l.Name); plain == api.Noun(maker.Op.Spec.Path)+"id" {
			if g, ok := l.Gene.(gene.Switch); ok {
				g.Set(true)
			}
		}
	}
	c.Follow.Enabled, c.Follow.Own = c.Op.Chained, 0
	return true
}

// namesIn reports whether the body of an operation has a member that is called like the id of an element.
func namesIn(op *api.Operation, noun string) bool {
	return op.Template.Body != nil && slices.ContainsFunc(genotype.Leaves(op.Template), func(l genotype.Leaf) bool {
		return l.In == "" && words.Plain(l.Name) == noun+"id"
	})
}

// trespassed has another user read and change what a user made, and what it is a part of, the deletion last.
func trespassed(s *scene) bool {
	own, item := s.about.User.Index, s.item()
	if s.Users < 2 || own < 0 || own >= s.Users || item == "" {
		return false
	}
	if s.Blind && s.n%2 == 0 {
		deepen(s, deepTurn)
	}
	other := (own + 1 + s.n%(s.Users-1)) % s.Users
	above := item[:strings.IndexByte(item, '}')+1]
	var ops []*api.Operation
	for _, op := range s.Ops {
		at := op.Spec.Path
		if part := at == above || at == item || path.Dir(at) == item; part && op != s.about.Op &&
			(at == item || op.Spec.Method != "DELETE") {
			ops = append(ops, op)
		}
	}
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return strings.Compare(deletes(a), deletes(b)) })
	s.again()
	if steps := stepsAt(s, above); len(steps) > 0 && s.n%2 == 1 { // others may see it then
		chooseLast(s.on(steps[s.n/2%len(steps)]), s.n/2/len(steps))
	}
	for k, op := range ops {
		if len(s.c.Actions) < s.MaxCalls-1 || k == len(ops)-1 {
			by(other, s.on(op))
		}
	}
	return len(ops) > 1
}

// flagged makes two elements of which all that can be true is, and lists them.
func flagged(s *scene) bool {
	list := listOf(s)
	if list == nil || !slices.ContainsFunc(fields(s.about.Op.Spec), func(p openapi.Property) bool {
		return p.Schema != nil && schema.Flatten(p.Schema).Is("boolean")
	}) {
		return false
	}
	for range 2 {
		c := s.again()
		full(c)
		for _, l := range members(c) {
			gene.Assign(l.Gene, true)
		}
		renew(s, c)
		bare(s.on(list))
	}
	return true
}
