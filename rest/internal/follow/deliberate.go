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
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// emptied changes a nullable member to a value, and then to null, and reads it after each change. A test does so for
// two members.
func emptied(s *scene.Scene) bool {
	empty := nullables(s.About)
	if s.Reader() == nil || len(empty) == 0 {
		return false
	}
	for k := range min(2, len(empty)) {
		name := empty[(s.N+k)%len(empty)]
		first := s.Again()
		full(first)
		for _, l := range members(first) {
			for range 8 {
				if l.Name == name && l.Value() == nil {
					l.Mutate(s.R, 0)
				}
			}
		}
		s.On(s.Reader())
		second := first.Clone().(*action.Call)
		if s.Ops.Verb(second.Op) == "PATCH" {
			alone(second, name)
		}
		if !send(second, name, nil) {
			return false
		}
		s.Add(second)
		s.On(s.Reader())
	}
	return true
}

// alone removes the optional members from the body of a call, except one.
func alone(c *action.Call, name string) {
	for _, l := range members(c) {
		if l.Path != name && !strings.HasPrefix(l.Path, name+"/") {
			leaveOut(l.Gene)
		}
	}
}

// nullables returns the nullable members of the body of a call.
func nullables(c *action.Call) (out []string) {
	for _, p := range fields(c.Op.Spec) {
		if p.Schema != nil && message.Flatten(p.Schema).Nullable {
			out = append(out, p.Name)
		}
	}
	return out
}

// fields returns the members of the JSON body of an operation.
func fields(op *openapi.Operation) []openapi.Property {
	for _, m := range op.Bodies {
		if m.Schema != nil && strings.Contains(m.Type, "json") {
			return message.Flatten(m.Schema).Properties
		}
	}
	return nil
}

// equalled creates two elements that are equal, texts excepted now and then, changes a third one so that it equals
// them, and reads that before and after the change.
func equalled(s *scene.Scene) bool {
	at := makerOf(s)
	if at < 0 || s.Reader() == nil || s.Calls[at].Op.Spec.Method != "POST" {
		return false
	}
	maker := s.Calls[at]
	if s.N%4 < 2 {
		full(maker)
	}
	other := maker.Clone().(*action.Call)
	for _, l := range members(other) {
		if _, isText := l.Value().(string); takes(s.About.Op.Spec, l.Name) && !followed(s.About, l) &&
			!value.IsAbsent(l.Value()) && (!isText || s.N%2 == 1 || hasChoices(other.Op.Spec, l.Name)) {
			l.Mutate(s.R, 0)
		}
	}
	twin := other.Clone().(*action.Call)
	if s.N%2 == 1 {
		renew(s.R, twin)
	}
	s.Calls = slices.Insert(s.Calls, at, other, twin)
	s.On(s.Reader())
	c := s.Again()
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
	s.On(s.Reader())
	return true
}

// takes reports whether the body of an operation has a member.
func takes(op *openapi.Operation, member string) bool {
	return slices.ContainsFunc(fields(op), func(p openapi.Property) bool { return p.Name == member })
}

// hasChoices reports whether a member of the body of an operation has only a few possible values.
func hasChoices(op *openapi.Operation, member string) bool {
	return slices.ContainsFunc(fields(op), func(p openapi.Property) bool {
		return p.Name == member && p.Schema != nil && len(message.Flatten(p.Schema).Enum) > 0
	})
}

// elsewhere reads the resources that refer to an element or show it at another path, before and after the element is
// changed or deleted.
func elsewhere(s *scene.Scene) bool {
	var parts, views []*api.Operation
	for _, op := range s.Ops {
		at := op.Spec.Path
		read := s.Ops.Find("GET", s.Ops.Element(at))
		if op.Spec.Method == "POST" && api.LastParam(at) == "" && read != nil &&
			at != path.Dir(s.Item()) && belongs(s.Item(), op) {
			parts = append(parts, op)
		}
		if param := api.LastParam(at); op.Spec.Method == "GET" && s.Item() != "" && param != "" && at != s.Item() &&
			param == api.LastParam(s.Item()) && words.Plain(param) != "id" {
			views = append(views, op)
		}
	}
	n := len(parts) + len(views)
	if n == 0 {
		return false
	}
	var read *api.Operation
	if k := s.N % n; k < len(views) {
		read = views[k]
	} else {
		part := parts[k-len(views)]
		read = s.Ops.Find("GET", s.Ops.Element(part.Spec.Path))
		s.On(part)
	}
	s.On(read)
	c := s.Again()
	unconditional(c)
	if c.Op.Spec.Method != "DELETE" {
		full(c)
		for _, l := range members(c) {
			l.Mutate(s.R, 0)
		}
	}
	s.On(read)
	return true
}

// borrowed makes another user create the element that the body of a call refers to. Then it makes the call. Its user
// tries to read the element before and after that.
func borrowed(s *scene.Scene) bool {
	own := s.About.User.Index
	if s.Users < 2 || own < 0 || own >= s.Users {
		return false
	}
	at := -1
	for i, c := range s.Calls {
		if c.Op.Spec.Method == "POST" && s.Ops.Find("GET", s.Ops.Element(c.Op.Spec.Path)) != nil &&
			namesIn(s.About.Op, api.Noun(c.Op.Spec.Path)) {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	maker := s.Calls[at]
	other := maker.Clone().(*action.Call)
	renew(s.R, other)
	by((own+1+s.N%(s.Users-1))%s.Users, other)
	s.Add(other)
	read := s.New(s.R, s.Ops.Find("GET", s.Ops.Element(maker.Op.Spec.Path)))
	read.Genotype.MakeValid()
	read.Follow.Enabled, read.Follow.Own = read.Op.Chained, 0
	by(own, read)
	s.Add(read)
	c := s.Again()
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

// namesIn reports whether the body of an operation has a member with the name of the id of an element.
func namesIn(op *api.Operation, noun string) bool {
	return op.Template.Body != nil && slices.ContainsFunc(genotype.Leaves(op.Template), func(l genotype.Leaf) bool {
		return l.In == "" && words.Plain(l.Name) == noun+"id"
	})
}

// trespassed makes another user read and change the element of a user, and its parent. The deletion comes last.
func trespassed(s *scene.Scene) bool {
	own, item := s.About.User.Index, s.Item()
	if s.Users < 2 || own < 0 || own >= s.Users || item == "" {
		return false
	}
	if s.Blind && s.N%2 == 0 {
		deepen(s, deepTurn)
	}
	other := (own + 1 + s.N%(s.Users-1)) % s.Users
	above := item[:strings.IndexByte(item, '}')+1]
	var ops []*api.Operation
	for _, op := range s.Ops {
		at := op.Spec.Path
		if part := at == above || at == item || path.Dir(at) == item; part && op != s.About.Op &&
			(at == item || op.Spec.Method != "DELETE") {
			ops = append(ops, op)
		}
	}
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return strings.Compare(deletes(a), deletes(b)) })
	s.Again()
	if steps := stepsAt(s.Ops, above); len(steps) > 0 && s.N%2 == 1 { // in the new state others may see it
		chooseLast(s.On(steps[s.N/2%len(steps)]), s.N/2/len(steps))
	}
	for k, op := range ops {
		if len(s.Calls) < s.MaxCalls-1 || k == len(ops)-1 {
			by(other, s.On(op))
		}
	}
	return len(ops) > 1
}

// flagged creates two elements in which all bools are true, and lists them.
func flagged(s *scene.Scene) bool {
	list := s.List()
	if list == nil || !slices.ContainsFunc(fields(s.About.Op.Spec), func(p openapi.Property) bool {
		return p.Schema != nil && message.Flatten(p.Schema).Is("boolean")
	}) {
		return false
	}
	for range 2 {
		c := s.Again()
		full(c)
		for _, l := range members(c) {
			gene.Assign(l.Gene, true)
		}
		renew(s.R, c)
		bare(s.On(list))
	}
	return true
}
