package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// orphaned makes something that belongs to a resource and has a path of its own, deletes the resource, and looks for it.
func orphaned(s *scene) bool {
	var parts []*api.Operation
	for _, op := range s.Ops {
		below := strings.HasPrefix(op.Spec.Path, s.item()+"/")
		if op.Spec.Method == "POST" && api.LastParam(op.Spec.Path) == "" && (s.element(op.Spec.Path) != "" || !below) && belongs(s, op) {
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

// belongs reports whether an operation makes what belongs to the resource of the test: it is below its path, or its body
// has a member that is called like it.
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
		plain := api.PlainName(l.Name)
		return l.In == "" && (plain == noun || plain == noun+"id")
	})
}

// counted reads what sums up something before and after each change that leads to a step of a resource, or to its
// deletion, and after that.
func counted(s *scene) bool {
	step := s.item() != s.about.Op.Spec.Path && api.LastParam(s.about.Op.Spec.Path) == ""
	if s.reader() == nil || !step && s.about.Op.Spec.Method != "DELETE" {
		return false
	}
	var sums []*api.Operation
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && op != s.reader() && s.element(op.Spec.Path) == "" && api.LastParam(op.Spec.Path) == "" {
			sums = append(sums, op)
		}
	}
	if len(sums) == 0 {
		return false
	}
	sum := sums[s.n%len(sums)]
	earlier := s.c.Actions
	s.c.Actions = nil
	for i, a := range earlier {
		if i > 0 || len(earlier) < 3 {
			s.on(sum)
		}
		s.c.Actions = append(s.c.Actions, a)
	}
	s.on(sum)
	s.again()
	s.on(sum)
	return true
}

// revived deletes something that has parts, makes the same again, and looks for the parts.
func revived(s *scene) bool {
	item := s.item()
	at := slices.IndexFunc(s.c.Actions, func(a testcase.Action) bool {
		op := a.(*action.Call).Op.Spec
		return op.Method == "PUT" && op.Path == item || op.Method == "POST" && op.Path == path.Dir(item)
	})
	parts := slices.DeleteFunc(s.below("POST", item), func(op *api.Operation) bool { return s.find("GET", op.Spec.Path) == nil })
	if at < 0 || len(parts) == 0 {
		return false
	}
	maker := s.c.Actions[at].(*action.Call)
	part := parts[s.n%len(parts)]
	s.on(part)
	s.again()
	s.add(maker.Clone().(*action.Call))
	bare(s.on(s.find("GET", part.Spec.Path)))
	return true
}
