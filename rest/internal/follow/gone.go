package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// orphaned makes something that belongs to a resource and has a path of its own, deletes the resource, and looks for
// it.
func orphaned(s *scene) bool {
	var parts []*api.Operation
	for _, op := range s.Ops {
		below := strings.HasPrefix(op.Spec.Path, s.item()+"/")
		if op.Spec.Method == "POST" && api.LastParam(op.Spec.Path) == "" && (s.element(op.Spec.Path) != "" || !below) &&
			belongs(s, op) {
			parts = append(parts, op)
		}
	}
	if len(parts) == 0 {
		return false
	}
	part := parts[s.n%len(parts)]
	read := s.find("GET", s.element(part.Spec.Path))
	made := s.on(part)
	if by := made.User.Index; s.n/len(parts)%2 == 1 && s.Users > 1 && by >= 0 {
		made.User.Index = (by + 1) % s.Users
	}
	s.on(read)
	s.again()
	s.on(read)
	bare(s.on(s.find("GET", part.Spec.Path)))
	if s.n/len(parts)%3 != 2 { // for what is gone
		late := made.Clone().(*action.Call)
		refresh(s, late)
		s.add(late)
	}
	return true
}

// belongs reports whether an operation makes what belongs to the resource of the test: it is below its path, or its
// body has a member that is called like it.
func belongs(s *scene, op *api.Operation) bool {
	item := s.item()
	if item == "" || strings.HasPrefix(op.Spec.Path, item+"/") {
		return item != ""
	}
	noun := api.Noun(item)
	if op.Template.Body == nil {
		return false
	}
	return slices.ContainsFunc(genotype.Leaves(op.Template), func(l genotype.Leaf) bool {
		plain := words.Plain(l.Name)
		return l.In == "" && (plain == noun || plain == noun+"id")
	})
}

// counted reads what sums up something, or what something belongs to or names, before and after each change that leads
// to a step of a resource, to another state of it, or to its deletion, and after that.
func counted(s *scene) bool {
	if s.item() == "" || s.about.Op.Spec.Method == "POST" &&
		(s.item() == s.about.Op.Spec.Path || api.LastParam(s.about.Op.Spec.Path) != "") {
		return false
	}
	earlier := s.c.Actions
	var sums []*api.Operation
	from := map[*api.Operation]int{} // index of the first call after which it can be read
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && op != s.reader() && s.element(op.Spec.Path) == "" &&
			api.LastParam(op.Spec.Path) == "" {
			sums = append(sums, op)
		}
	}
	for i, a := range earlier {
		op := a.(*action.Call).Op.Spec
		if read := s.find("GET", s.element(op.Path)); op.Method == "POST" && read != nil && read != s.reader() &&
			!slices.Contains(sums, read) {
			sums = append(sums, read)
			from[read] = i + 1
		}
	}
	if len(sums) == 0 {
		return false
	}
	sum := sums[s.n%len(sums)]
	s.c.Actions = nil
	for i, a := range earlier {
		if i >= max(from[sum], 1) || i == 0 && len(earlier) < 3 && from[sum] == 0 {
			s.on(sum)
		}
		s.c.Actions = append(s.c.Actions, a)
	}
	s.on(sum)
	s.again()
	s.on(sum)
	return true
}

// revived deletes something that has parts, or was changed, makes the same again, and looks for the parts.
func revived(s *scene) bool {
	at := makerOf(s)
	if at < 0 {
		return false
	}
	var changes []*api.Operation
	for _, op := range s.changes() {
		if m := s.verb(op); m == "PUT" || m == "PATCH" || m == "POST" && s.find("GET", op.Spec.Path) != nil {
			changes = append(changes, op)
		}
	}
	if len(changes) == 0 {
		return false
	}
	maker, change := s.c.Actions[at].(*action.Call), changes[s.n%len(changes)]
	s.on(change)
	s.again()
	s.add(maker.Clone().(*action.Call))
	bare(s.on(s.find("GET", change.Spec.Path)))
	return true
}
