// Package scene puts calls into a test that looks at what an accepted call did: the calls that it needs, the call, and
// others on the same resource. What they are to show is for the package follow, which knows a test by what it can add
// to it, and an API by the questions that [Operations] answers.
package scene

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// Source is where tests come from.
type Source struct {
	Ops Operations
	// Kept returns calls of an operation that succeeded, each the last of its list, after
	// those that it needs.
	Kept func(*api.Operation) [][]*action.Call
	// Refused returns calls of an operation that were refused as things were, such as with 409, in the same form.
	Refused func(*api.Operation) [][]*action.Call
	// New makes a call of an operation.
	New func(*rand.Rand, *api.Operation) *action.Call
	// Listed returns what the first element of a list has in the answers of an operation: places with values.
	Listed func(*api.Operation) []action.Given
	// Fullest returns the test in which a read with parameters in the query answered the most objects, nil for none.
	Fullest  func(*api.Operation) []*action.Call
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

// Scene is a test in the making: the calls that something needs, and that call.
type Scene struct {
	*Source
	R       *rand.Rand
	About   *action.Call // the last call that was kept, not part of the test yet
	N       int          // the turn: how often the same pattern was tried before, see Digit
	Calls   []*action.Call
	Watched []*action.Call // the reads that observe each act
	first   int            // calls that were kept before it
	shift   int            // sum of the digits that were taken
}

// New begins a test about a copy of a call, without the calls that it needs.
func New(r *rand.Rand, from *Source, about *action.Call) *Scene {
	s := &Scene{Source: from, R: r, About: about.Clone().(*action.Call)}
	s.About.Genotype.MakeValid()
	return s
}

// Test returns the test as it is.
func (s *Scene) Test() *testcase.Case {
	c := &testcase.Case{}
	for _, call := range s.Calls {
		c.Actions = append(c.Actions, call)
	}
	return c
}

// Add adds a call.
func (s *Scene) Add(c *action.Call) { s.Calls = append(s.Calls, c) }

// Need adds a call that what follows needs: a test of nothing else looks at nothing.
func (s *Scene) Need(c *action.Call) {
	s.Add(c)
	s.first++
}

// Begin has the test begin with some calls that the others need, in place of those that it has.
func (s *Scene) Begin(calls []*action.Call) { s.Calls, s.first = calls, len(calls) }

// Digit takes the next digit of the turn, from 0 to n-1. Each digit chooses along an axis, so that all combinations
// come in time. It is shifted by the digits before it, so that the first turns differ along all axes.
func (s *Scene) Digit(n int) int {
	d := s.N % n
	shifted := (d + s.shift) % n
	s.N, s.shift = s.N/n, s.shift+d
	return shifted
}

// Copy returns a copy of the call that the test is about.
func (s *Scene) Copy() *action.Call { return s.About.Clone().(*action.Call) }

// Again adds a copy of the call that the test is about.
func (s *Scene) Again() *action.Call {
	c := s.Copy()
	s.Add(c)
	return c
}

// Fits cuts the test to as many calls as a test may have, and reports whether anything is left beside what was
// kept.
func (s *Scene) Fits() bool {
	s.Calls = s.Calls[:min(len(s.Calls), s.MaxCalls)]
	return len(s.Calls) > s.first+1
}

// On adds a call of an operation on the resource that the test is about, see Bind. It adds nothing for a nil operation,
// and returns nil then.
func (s *Scene) On(op *api.Operation) *action.Call {
	c := s.Bind(op)
	if c != nil {
		s.Add(c)
	}
	return c
}

// Bind returns a call of an operation on the resource that the test is about: one that succeeded, or else a new one.
// Its user is that of the call that the test is about, as long as the operation admits this user. It returns nil for
// nil.
func (s *Scene) Bind(op *api.Operation) *action.Call {
	if op == nil {
		return nil
	}
	var c *action.Call
	kept := s.Kept(op)
	if len(kept) > 0 {
		calls := kept[s.R.IntN(len(kept))]
		c = calls[len(calls)-1].Clone().(*action.Call)
	} else {
		c = s.New(s.R, op)
	}
	c.Genotype.MakeValid()
	c.SetClaims(slices.DeleteFunc(slices.Clone(c.Claims()), func(k action.Claim) bool { return k.From.Made > 0 }))
	sameResource(c, s.About)
	if own := s.About.User.Index; len(kept) == 0 || op.Admission.Admits(own) {
		c.User.Index = own
	}
	return c
}

// sameResource gives a call the parameters of the path that another one has for the same resource. Where that
// one takes them from earlier answers, or makes the resource, this one does as well.
func sameResource(c, as *action.Call) {
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InPath {
			continue
		}
		for j := range as.Genotype.Params {
			if from := &as.Genotype.Params[j]; from.Spec.In == openapi.InPath && from.Spec.Name == p.Spec.Name &&
				sameParam(c.Op.Spec, as.Op.Spec, p.Spec.Name) {
				p.Gene = from.Gene.Clone()
			}
		}
	}
	c.Follow.Enabled, c.Follow.Own = c.Op.Chained, 0
}

// sameParam reports whether a parameter of a path names the same in two operations: what stands before it is the same,
// or its name says what it is of.
func sameParam(a, b *openapi.Operation, name string) bool {
	return api.BeforeParam(a.Path, name) == api.BeforeParam(b.Path, name) || words.Plain(name) != "id"
}

// Item returns the path template of the resource that the test is about, see [Operations.Item].
func (s *Scene) Item() string { return s.Ops.Item(s.About.Op.Spec) }

// Reader is the operation that reads the resource, nil for none.
func (s *Scene) Reader() *api.Operation { return s.Ops.Find("GET", s.Item()) }

// List is the operation that lists what the call of the test makes, nil for none.
func (s *Scene) List() *api.Operation { return s.Ops.List(s.About.Op.Spec.Path) }

// Lister is the operation that lists the resources beside the one of the test, nil for none.
func (s *Scene) Lister() *api.Operation { return s.Ops.Lister(s.About.Op.Spec.Path, s.Item()) }
