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
	// maxKinds bounds the kinds of calls of which the last success is known, and maxDeeds
	// the accepted calls that could be undone.
	maxKinds, maxLeftovers = 2000, 500
	// maxPatience is how many failures of an operation there are at most between two looks
	// whether what succeeded before still does.
	maxPatience = 1 << 10
)

// Mender knows which calls spoil others. The methods of a nil Mender do nothing: the system
// begins each test anew.
type Mender struct {
	deletes   []*api.Operation
	kinds     map[string]*kind
	patience  map[string]*patience // by operation and user
	leftovers []*Leftover          // of all tests, the latest last
	own       []*Leftover          // of the test at hand, those that spoil
	spoilers  []*Spoiler
	broken    *kind           // fails, and its last success is to be made again
	calls     int             // accepted so far
	made      map[string]bool // what calls made, by the paths of the calls that delete it
}

// kind are calls of one operation by one user that send the same members.
type kind struct {
	op      string
	of      *patience
	members []string
	last    *sut.Request // the last success
	at      int          // how many calls were accepted when it was
}

// patience says when the failures of an operation are looked into.
type patience struct {
	failed, until int
	vain          int // how often nothing helped
}

// Spoiler are calls that spoil others.
type Spoiler struct {
	// Operation is that of the calls, and Members are those of their bodies by one of which
	// they are known; all calls of the operation are meant where there are none.
	Operation string
	Members   []string
	// Fails is the operation that failed since the first of them, with the status Status.
	Fails  string
	Status int
	Undone int // what was deleted of them

	of string // the path of what deletes what they leave behind
}

// Deed is an accepted call that left something behind.
type Leftover struct {
	// Step is its index in the test at hand.
	Step int
	// Undo deletes what it left behind, nil if no operation does.
	Undo *action.Call
	// Uses are what Undo takes from answers of the test at hand.
	Uses []link.Use

	pieces    map[string]string // the names in the path of Undo
	of        string            // that path as the schema has it, also where nobody may delete
	target    string
	adds      bool // it added to a collection
	Operation string
	members   []string
	texts     []string // that it sends
	at        int
}

// Name puts the names of what is deleted into the path of the call that deletes it.
func (d *Leftover) Name(e *message.Request) {
	for i := range e.Path {
		if piece := &e.Path[i]; piece.Param != "" {
			piece.Set(d.pieces[piece.Param])
		}
	}
}

// newMender returns a mender of a system with some operations that keeps what tests do.
func newMender(ops []*api.Operation) *Mender {
	m := &Mender{kinds: map[string]*kind{}, patience: map[string]*patience{}, made: map[string]bool{}}
	for _, op := range ops {
		if op.Spec.Method == http.MethodDelete && strings.HasSuffix(op.Spec.Path, "}") {
			m.deletes = append(m.deletes, op)
		}
	}
	// What is deeper in a path is what a call is about.
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
	if x.Answer.Status/100 != 2 || reads(op) {
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

// entered learns from a log-in of a user, which is the same call each time. path is without
// the base path.
func (m *Mender) entered(user int, path string, r *sut.Request, answer *sut.Response) {
	if m == nil || answer.Outcome != sut.Answered {
		return
	}
	sent, _ := value.ParseJSON(r.Body)
	m.answered(m.kind(r.Method+" "+path, user, nil, names(sent)), r, answer.Status)
}

// kind returns the kind of a call.
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

// answered notes whether a call of a kind succeeded, or failed in a way that is to be looked
// into. Those that spoil others are not: to make the last success again would spoil them again.
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

// spoiling reports whether calls of a kind are known to spoil others by what they send.
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
		return sends && s.of != "" && s.of == d.of // one operation makes an element so, another one changes it
	})
	if i < 0 {
		return nil
	}
	return m.spoilers[i]
}

// Own returns what the test at hand did that spoils others, the latest first, and forgets it.
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

// Undone notes that what a call left behind is deleted.
func (m *Mender) Undone(d *Leftover) {
	if s := m.spoiler(d); s != nil {
		s.Undone++
	}
	m.forget(d)
}

// forget leaves out a call whose traces are gone, and others about the same.
func (m *Mender) forget(d *Leftover) {
	m.leftovers = slices.DeleteFunc(m.leftovers, func(other *Leftover) bool {
		return other == d || other.target == d.target
	})
}

// warnings says which calls spoil others.
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
