package follow

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// Source is where tests come from.
type Source struct {
	Ops []*api.Operation
	// Kept returns calls of an operation that succeeded, each the last of its list, after
	// those that it needs.
	Kept func(*api.Operation) [][]*action.Call
	// Refused returns calls of an operation that were refused as things were, such as with 409, in the same form.
	Refused func(*api.Operation) [][]*action.Call
	// New makes a call of an operation.
	New func(*rand.Rand, *api.Operation) *action.Call
	// Listed returns what the first element of a list has in the answers of an operation: places with values.
	Listed   func(*api.Operation) []action.Given
	MaxCalls int
	// Users is how many users there are, without those with forged credentials, and Names are their names.
	Users int
	Names []string
	// Enters reports whether an operation is the log-in of a user.
	Enters func(*api.Operation) bool
	// Valid says that nothing is to be invalid on purpose.
	Valid bool
	// Blind says that the search sees nothing inside.
	Blind bool
}

// verb returns the method of an operation, and PUT or PATCH for a POST that does the same.
func (s *Source) verb(op *api.Operation) string {
	if op.Spec.Method != "POST" {
		return op.Spec.Method
	}
	all := make([]*openapi.Operation, len(s.Ops))
	for i, o := range s.Ops {
		all[i] = o.Spec
	}
	return api.Verb(op.Spec, all)
}

// scene is a test in the making: the calls that something needs, and that call.
type scene struct {
	*Source
	r     *rand.Rand
	c     *testcase.Case
	about *action.Call // the last call that was kept, not part of the test yet
	first int          // calls that were kept before it
	n     int          // how often the same way was tried before
}

// newScene begins a test with the calls that the last of some calls needs.
func newScene(r *rand.Rand, from *Source, kept []*action.Call) *scene {
	s := &scene{Source: from, r: r, c: &testcase.Case{}, about: kept[len(kept)-1].Clone().(*action.Call),
		first: len(kept) - 1}
	s.about.Genotype.MakeValid()
	for _, call := range kept[:s.first] {
		clone := call.Clone().(*action.Call)
		switch r.IntN(3) {
		case 0:
			full(clone)
		case 1:
			sendSome(s, clone)
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

// fits cuts the test to as many calls as a test may have, and reports whether anything is left beside what was
// kept.
func (s *scene) fits() bool {
	s.c.Actions = s.c.Actions[:min(len(s.c.Actions), s.MaxCalls)]
	return len(s.c.Actions) > s.first+1
}

// item returns the path template of the resource that an operation is about: its path up to the last
// parameter; for a POST on a collection that of an element, if an operation has it.
func (s *scene) item() string {
	op := s.about.Op.Spec
	if op.Method == "POST" && api.LastParam(op.Path) == "" {
		if at := s.element(op.Path); at != "" {
			return at
		}
	}
	if i := strings.LastIndexByte(op.Path, '}'); i >= 0 {
		return op.Path[:i+1]
	}
	return ""
}

// element returns the path template of the elements of a collection: one below it, or else one whose collection stands
// at the root and has the same name, as "/tasks/{id}" has for "/projects/{id}/tasks", or is called alike, as
// "/task/{id}" for
// "/tasks"; "" for none.
func (s *Source) element(collection string) string {
	apart := ""
	for _, other := range s.Ops {
		at := other.Spec.Path
		if api.LastParam(at) == "" {
			continue
		}
		dir := path.Dir(at)
		if dir == collection {
			return at
		}
		sameName := path.Base(dir) == path.Base(collection) && !strings.Contains(dir, "{")
		if apart == "" && (sameName || api.CalledAlike(dir, collection)) {
			apart = at
		}
	}
	return apart
}

// find returns the operation of a method on a path template, nil for none.
func (s *Source) find(method, template string) *api.Operation {
	i := slices.IndexFunc(s.Ops, func(op *api.Operation) bool {
		return op.Spec.Path == template && (op.Spec.Method == method || s.verb(op) == method)
	})
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

// sameResource gives a call the parameters of the path that the call of the test has for the same resource. Where that
// call takes them from earlier answers, or makes the resource, this one does as well.
func (s *scene) sameResource(c *action.Call) {
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InPath {
			continue
		}
		for j := range s.about.Genotype.Params {
			if from := &s.about.Genotype.Params[j]; from.Spec.In == openapi.InPath && from.Spec.Name == p.Spec.Name &&
				sameParam(s, c.Op, p.Spec.Name) {
				p.Gene = from.Gene.Clone()
			}
		}
	}
	c.Follow.Enabled, c.Follow.Own = c.Op.Chained, 0
}

// sameParam reports whether a parameter of a path names the same in an operation and in the one that the test is about:
// what stands before it is the same, or its name says what it is of.
func sameParam(s *scene, op *api.Operation, name string) bool {
	return api.BeforeParam(op.Spec.Path, name) == api.BeforeParam(s.about.Op.Spec.Path, name) ||
		words.Plain(name) != "id"
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

// listOf returns the operation that lists what the call of the test makes: at the same path, or at one that is called
// alike; nil for none.
func listOf(s *scene) *api.Operation {
	at := s.about.Op.Spec.Path
	if op := s.find("GET", at); op != nil {
		return op
	}
	i := slices.IndexFunc(s.Ops, func(op *api.Operation) bool {
		return op.Spec.Method == "GET" && api.CalledAlike(op.Spec.Path, at)
	})
	if i < 0 {
		return nil
	}
	return s.Ops[i]
}

// lister is the operation that lists the resources beside the one of the test, nil for none.
func (s *scene) lister() *api.Operation {
	item := s.item()
	if op := listOf(s); op != nil &&
		(item == "" || api.LastParam(op.Spec.Path) == "" && s.element(op.Spec.Path) == item) {
		return op
	}
	if item == "" {
		return nil
	}
	if op := s.find("GET", path.Dir(item)); op != nil {
		return op
	}
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && api.LastParam(op.Spec.Path) == "" && s.element(op.Spec.Path) == item {
			return op
		}
	}
	return nil
}
