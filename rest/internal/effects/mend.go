package effects

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

const (
	// maxKinds bounds the kinds of calls whose last success is kept, and maxLeftovers the accepted calls that could be
	// undone.
	maxKinds, maxLeftovers = 2000, 500
	// maxPatience is the largest number of failures of an operation between two checks whether its last successful call
	// still succeeds.
	maxPatience = 1 << 10
)

// Mender finds the calls that spoil others: they leave behind a state in which other calls fail. The methods of a nil
// Mender do nothing; it is nil if the system begins each test anew.
type Mender struct {
	deletes   []*api.Operation
	kinds     map[string]*kind
	patience  map[string]*patience // by operation and user
	leftovers []*Leftover          // of all tests, the latest last
	own       []*Leftover          // calls of the current test that spoil others
	spoilers  []*Spoiler
	broken    *kind           // a kind that fails: its last success has to be repeated
	calls     int             // number of accepted calls so far
	made      map[string]bool // the targets of the DELETE calls for what calls created
}

// kind is a set of calls of one operation by one user that send the same members.
type kind struct {
	op      string
	of      *patience
	members []string
	last    *sut.Request // the last request that succeeded
	at      int          // the number of accepted calls at that time
}

// patience says after how many failures of an operation to check whether its last successful call still succeeds.
type patience struct {
	failed, until int
	vain          int // number of checks in which undoing calls did not help
}

// Spoiler describes the calls of an operation that spoil others.
type Spoiler struct {
	// Operation is the operation of the calls. A call spoils others if its body has one of the Members. If Members is
	// empty, all calls of the operation do.
	Operation string
	Members   []string
	// Fails is the operation that failed after the first of these calls, with the status Status.
	Fails  string
	Status int
	Undone int // number of leftovers of these calls that were deleted

	of string // path of the operation that deletes their leftovers
}

// Leftover is an accepted call that left something behind.
type Leftover struct {
	// Step is the index of the call in the current test.
	Step int
	// Undo is the call that deletes what the call left behind, nil if there is none.
	Undo *action.Call
	// Uses are the values that Undo takes from answers of the current test.
	Uses []link.Use

	pieces    map[string]string // path parameters of Undo, by name
	of        string            // path template of Undo, also set if Undo is nil
	target    string
	adds      bool // the call added an element to a collection
	Operation string
	members   []string
	texts     []string // texts that the call sent
	at        int
}

// Name sets the path parameters of the encoded call that deletes the leftover.
func (d *Leftover) Name(e *message.Request) {
	for i := range e.Path {
		if piece := &e.Path[i]; piece.Param != "" {
			piece.Set(d.pieces[piece.Param])
		}
	}
}

// newMender returns a mender for a system that keeps what tests do.
func newMender(ops []*api.Operation) *Mender {
	m := &Mender{kinds: map[string]*kind{}, patience: map[string]*patience{}, made: map[string]bool{}}
	for _, op := range ops {
		if op.Spec.Method == http.MethodDelete && strings.HasSuffix(op.Spec.Path, "}") {
			m.deletes = append(m.deletes, op)
		}
	}
	// The deepest path comes first: it leads to the resource that a call is about.
	slices.SortStableFunc(m.deletes, func(a, b *api.Operation) int {
		return strings.Count(b.Spec.Path, "/") - strings.Count(a.Spec.Path, "/")
	})
	return m
}

// begin starts a test.
func (m *Mender) begin() {
	if m != nil {
		m.own = m.own[:0]
	}
}

// called learns from an exchange.
func (m *Mender) called(x *link.Exchange) {
	if m == nil || x.Answer.Outcome != sut.Answered {
		return
	}
	op := x.Call.Op
	members := membersOf(x)
	if op.Spec.Method != http.MethodDelete {
		k := m.kind(op.Spec.Name(), x.Call.User.Index, queries(x), members)
		m.answered(k, x.Request, x.Answer.Status)
	}
	if x.Answer.Status/100 != 2 || api.IsSafe(op.Spec.Method) {
		return
	}
	m.calls++
	d := m.deed(x, members)
	if op.Spec.Method == http.MethodDelete {
		gone := func(d *Leftover) bool { return d.Undo != nil && strings.HasSuffix(x.Request.Target, d.target) }
		m.leftovers, m.own = slices.DeleteFunc(m.leftovers, gone), slices.DeleteFunc(m.own, gone)
		return
	}
	if m.spoils(d) {
		m.own = append(m.own, d)
	}
	if d.Undo != nil {
		if m.leftovers = append(m.leftovers, d); len(m.leftovers) > maxLeftovers {
			m.leftovers = slices.Delete(m.leftovers, 0, 1)
		}
	}
}

// entered learns from a log-in of a user. The calls of a log-in are one kind. path is without the base path.
func (m *Mender) entered(user int, path string, r *sut.Request, answer *sut.Response) {
	if m == nil || answer.Outcome != sut.Answered {
		return
	}
	sent, _ := value.ParseJSON(r.Body)
	m.answered(m.kind(r.Method+" "+path, user, nil, names(sent)), r, answer.Status)
}

// kind returns the kind of a call. It creates the kind if it is new.
func (m *Mender) kind(op string, user int, queries, members []string) *kind {
	key := fmt.Sprintf("%s %d %q %q", op, user, queries, members)
	k := m.kinds[key]
	if k == nil {
		if len(m.kinds) >= maxKinds {
			return &kind{op: op, of: &patience{until: maxPatience}}
		}
		whose := fmt.Sprintf("%s %d", op, user)
		if m.patience[whose] == nil {
			m.patience[whose] = &patience{until: 1}
		}
		k = &kind{op: op, of: m.patience[whose], members: members}
		m.kinds[key] = k
	}
	return k
}

// answered notes that a call of a kind succeeded, or failed with a server error. It ignores failures of kinds that
// spoil others, because to repeat their last success would spoil others again.
func (m *Mender) answered(k *kind, r *sut.Request, status int) {
	switch {
	case status/100 == 2:
		own := *r
		own.Header, own.Body = r.Header.Clone(), slices.Clone(r.Body)
		k.last, k.at = &own, m.calls
	case status >= http.StatusInternalServerError && k.last != nil && m.broken == nil && !m.spoiling(k):
		if k.of.failed++; k.of.failed >= k.of.until {
			m.broken = k
		}
	}
}

// spoiling reports whether members that the calls of a kind send are known to spoil others.
func (m *Mender) spoiling(k *kind) bool {
	s := m.spoiler(&Leftover{Operation: k.op, members: k.members})
	return s != nil && len(s.Members) > 0
}

// spoils reports whether a call is one of those that spoil others.
func (m *Mender) spoils(d *Leftover) bool { return m.spoiler(d) != nil }

func (m *Mender) spoiler(d *Leftover) *Spoiler {
	i := slices.IndexFunc(m.spoilers, func(s *Spoiler) bool {
		sends := slices.ContainsFunc(s.Members, func(name string) bool { return slices.Contains(d.members, name) })
		if s.Operation == d.Operation {
			return sends || len(s.Members) == 0
		}
		return sends && s.of != "" && s.of == d.of // one operation creates such an element, another changes it
	})
	if i < 0 {
		return nil
	}
	return m.spoilers[i]
}

// Own returns the calls of the current test that spoil others, the latest first, and forgets them.
func (m *Mender) Own() (out []*Leftover) {
	if m == nil {
		return nil
	}
	for _, d := range slices.Backward(m.own) {
		if d.Undo == nil || !slices.ContainsFunc(out, func(other *Leftover) bool { return other.target == d.target }) {
			out = append(out, d)
		}
	}
	m.own = m.own[:0]
	return out
}

// Undone notes that a leftover was deleted.
func (m *Mender) Undone(d *Leftover) {
	if s := m.spoiler(d); s != nil {
		s.Undone++
	}
	m.forget(d)
}

// forget drops a leftover that is gone, and the other leftovers of the same resource.
func (m *Mender) forget(d *Leftover) {
	m.leftovers = slices.DeleteFunc(m.leftovers, func(other *Leftover) bool {
		return other == d || other.target == d.target
	})
}

// warnings describes the calls that spoil others.
func (m *Mender) warnings() (out []openapi.Warning) {
	if m == nil {
		return nil
	}
	for _, s := range m.spoilers {
		with := ""
		if len(s.Members) > 0 {
			with = " that send " + strings.Join(s.Members, " or ")
		}
		out = append(out, openapi.Warning{Where: s.Operation, Reason: fmt.Sprintf(
			"since an accepted call of those%s, %s was answered %d where it had succeeded before, "+
				"until what the call had left behind was deleted. Tests with such calls delete it in the end: %d",
			with, s.Fails, s.Status, s.Undone)})
	}
	return out
}
