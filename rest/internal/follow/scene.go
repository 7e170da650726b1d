package follow

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// scene is a test in the making: the calls that something needs, and that call.
type scene struct {
	*Checks
	r     *rand.Rand
	c     *testcase.Case
	about *action.Call // the last call that was kept, not part of the test yet
	first int          // calls that were kept before it
	n     int          // how often the same way was tried before
}

// newScene begins a test with the calls that the last of some calls needs.
func newScene(r *rand.Rand, c *Checks, kept []*action.Call) *scene {
	s := &scene{Checks: c, r: r, c: &testcase.Case{}, about: kept[len(kept)-1].Clone().(*action.Call), first: len(kept) - 1}
	s.about.Genotype.MakeValid()
	for _, call := range kept[:s.first] {
		clone := call.Clone().(*action.Call)
		if r.IntN(2) == 0 {
			full(clone)
		}
		s.add(clone)
	}
	return s
}

func (s *scene) add(c *action.Call) { s.c.Actions = append(s.c.Actions, c) }

// again adds a copy of the call that the test is about.
func (s *scene) again() *action.Call {
	c := s.about.Clone().(*action.Call)
	s.add(c)
	return c
}

// fits reports whether the test has no more calls than a test may have.
func (s *scene) fits() bool { return len(s.c.Actions) > s.first+1 && len(s.c.Actions) <= s.MaxCalls }

// item returns the path template of the resource that an operation is about: its path up to the last
// parameter; for a POST on a collection that of an element, "" if no operation has it.
func (s *scene) item() string {
	op := s.about.Op.Spec
	if op.Method == "POST" && api.LastParam(op.Path) == "" {
		for _, other := range s.Ops {
			if api.LastParam(other.Spec.Path) != "" && path.Dir(other.Spec.Path) == op.Path {
				return other.Spec.Path
			}
		}
	}
	if i := strings.LastIndexByte(op.Path, '}'); i >= 0 {
		return op.Path[:i+1]
	}
	return ""
}

// find returns the operation of a method on a path template, nil for none.
func (s *Source) find(method, template string) *api.Operation {
	i := slices.IndexFunc(s.Ops, func(op *api.Operation) bool { return op.Spec.Method == method && op.Spec.Path == template })
	if i < 0 || template == "" {
		return nil
	}
	return s.Ops[i]
}

// below returns the operations of a method below a path template.
func (s *Source) below(method, template string) (out []*api.Operation) {
	for _, op := range s.Ops {
		if template != "" && op.Spec.Method == method && strings.HasPrefix(op.Spec.Path, template+"/") {
			out = append(out, op)
		}
	}
	return out
}

// on adds a call of an operation on the resource that the test is about, by the user of the
// call that it is about: one that succeeded, or else a new one. It adds nothing for a nil
// operation, and returns nil then.
func (s *scene) on(op *api.Operation) *action.Call {
	if op == nil {
		return nil
	}
	var c *action.Call
	if kept := s.Kept(op); len(kept) > 0 {
		calls := kept[s.r.IntN(len(kept))]
		c = calls[len(calls)-1].Clone().(*action.Call)
	} else {
		c = s.New(s.r, op)
	}
	c.Genotype.MakeValid()
	s.sameResource(c)
	c.User.Index = s.about.User.Index
	s.add(c)
	return c
}

// sameResource gives a call the parameters of the path that the call of the test has, by their
// names. Where that call takes them from earlier answers, or makes the resource, this one does as well.
func (s *scene) sameResource(c *action.Call) {
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InPath {
			continue
		}
		for j := range s.about.Genotype.Params {
			if from := &s.about.Genotype.Params[j]; from.Spec.In == openapi.InPath && from.Spec.Name == p.Spec.Name {
				p.Gene = from.Gene.Clone()
			}
		}
	}
	c.Follow.Enabled, c.Follow.Own = c.Op.Chained, 0
}

// bare takes what it can out of the query of a call.
func bare(c *action.Call) *action.Call {
	if c != nil {
		for i := range c.Genotype.Params {
			if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InQuery {
				leaveOut(p.Gene)
			}
		}
	}
	return c
}

// reader is the operation that reads the resource, nil for none.
func (s *scene) reader() *api.Operation { return s.find("GET", s.item()) }

// viewer is the operation that reads the resource, or what it is a part of: a GET on the path or the nearest
// one above it, nil for none.
func (s *scene) viewer() *api.Operation {
	for at := s.about.Op.Spec.Path; len(at) > 1; at = path.Dir(at) {
		if op := s.find("GET", at); op != nil {
			return op
		}
	}
	return s.reader()
}

// lister is the operation that lists the resources beside the one of the test, nil for none.
func (s *scene) lister() *api.Operation {
	if item := s.item(); item != "" {
		return s.find("GET", path.Dir(item))
	}
	return s.find("GET", s.about.Op.Spec.Path)
}
