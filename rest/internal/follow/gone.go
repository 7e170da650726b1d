package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// orphaned creates a part of a resource that has a path of its own, deletes the resource, and reads the part.
func orphaned(s *scene.Scene) bool {
	var parts []*api.Operation
	for _, op := range s.Ops {
		below := strings.HasPrefix(op.Spec.Path, s.Item()+"/")
		if op.Spec.Method == "POST" && api.LastParam(op.Spec.Path) == "" &&
			(s.Ops.Element(op.Spec.Path) != "" || !below) && belongs(s.Item(), op) {
			parts = append(parts, op)
		}
	}
	if len(parts) == 0 {
		return false
	}
	part := parts[s.N%len(parts)]
	read := s.Ops.Find("GET", s.Ops.Element(part.Spec.Path))
	made := s.On(part)
	if by := made.User.Index; s.N/len(parts)%2 == 1 && s.Users > 1 && by >= 0 {
		made.User.Index = (by + 1) % s.Users
	}
	s.On(read)
	s.Again()
	s.On(read)
	bare(s.On(s.Ops.Find("GET", part.Spec.Path)))
	if s.N/len(parts)%3 != 2 { // for the deleted element
		late := made.Clone().(*action.Call)
		refresh(s.R, late)
		s.Add(late)
	}
	return true
}

// belongs reports whether an operation creates parts of a resource: its path is below that of the resource, or its
// body has a member with the name of the resource.
func belongs(item string, op *api.Operation) bool {
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

// counted reads resources that may count an element: summaries, its parents, and the elements that it refers to. It
// does so before and after each change: a step of the element, another state, and its deletion.
func counted(s *scene.Scene) bool {
	if s.Item() == "" || s.About.Op.Spec.Method == "POST" &&
		(s.Item() == s.About.Op.Spec.Path || api.LastParam(s.About.Op.Spec.Path) != "") {
		return false
	}
	earlier := s.Calls
	var sums []*api.Operation
	from := map[*api.Operation]int{} // index of the first call after which the operation can be read
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && op != s.Reader() && s.Ops.Element(op.Spec.Path) == "" &&
			api.LastParam(op.Spec.Path) == "" {
			sums = append(sums, op)
		}
	}
	for i, call := range earlier {
		op := call.Op.Spec
		if read := s.Ops.Find("GET", s.Ops.Element(op.Path)); op.Method == "POST" && read != nil &&
			read != s.Reader() && !slices.Contains(sums, read) {
			sums = append(sums, read)
			from[read] = i + 1
		}
	}
	if len(sums) == 0 {
		return false
	}
	sum := sums[s.N%len(sums)]
	s.Calls = nil
	for i, call := range earlier {
		if i >= max(from[sum], 1) || i == 0 && len(earlier) < 3 && from[sum] == 0 {
			s.On(sum)
		}
		s.Calls = append(s.Calls, call)
	}
	s.On(sum)
	s.Again()
	s.On(sum)
	return true
}

// revived deletes an element that has parts, or was changed, creates it again, and reads the parts.
func revived(s *scene.Scene) bool {
	at := makerOf(s)
	if at < 0 {
		return false
	}
	var changes []*api.Operation
	for _, op := range s.Ops.Changes(s.Item()) {
		if m := s.Ops.Verb(op); m == "PUT" || m == "PATCH" || m == "POST" && s.Ops.Find("GET", op.Spec.Path) != nil {
			changes = append(changes, op)
		}
	}
	if len(changes) == 0 {
		return false
	}
	maker, change := s.Calls[at], changes[s.N%len(changes)]
	s.On(change)
	s.Again()
	s.Add(maker.Clone().(*action.Call))
	bare(s.On(s.Ops.Find("GET", change.Spec.Path)))
	return true
}
