package twin

import (
	"context"
	"encoding/binary"
	"errors"
	"hash"
	"hash/fnv"
	"maps"
	"math"
	"slices"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// A suite names the command that makes the same tests again only if this is true. To check it, another process repeats
// the first part of a search whose budget is a number of calls: it has to make the same actions and to come equally
// near to the same targets. If some chance is not fixed, the two searches mostly differ within a few tests.

// markEvery is the number of evaluations between two marks, and rehearsed the part of a search that is repeated.
const (
	markEvery = 10
	rehearsed = 10 // one tenth
)

// marks are hashes, every few evaluations, of all that a search has done so far.
type marks struct {
	hash        hash.Hash64
	evaluations int
	all         []uint64

	news  []byte   // data that is not yet in the hash
	names []string // reused for the names of the last action
}

func newMarks() *marks { return &marks{hash: fnv.New64a()} }

// act adds an action before it is made.
func (m *marks) act(a *problem.Action) {
	m.text(a.Operation, a.Text)
	q := a.HTTP
	if q == nil {
		return
	}
	m.text(q.Method, q.Target)
	m.names = slices.AppendSeq(m.names[:0], maps.Keys(q.Header))
	slices.Sort(m.names)
	for _, name := range m.names {
		m.text(name)
		m.text(q.Header[name]...)
	}
	m.number(uint64(len(q.Body)))
	m.news = append(m.news, q.Body...)
	if q.Gone {
		m.text("gone")
	}
	m.take()
}

// take hashes the new data.
func (m *marks) take() {
	_, _ = m.hash.Write(m.news) // a hash never fails
	m.news = m.news[:0]
}

// text adds texts with their lengths, so that the boundaries between texts count.
func (m *marks) text(list ...string) {
	for _, s := range list {
		m.number(uint64(len(s)))
		m.news = append(m.news, s...)
	}
}

func (m *marks) number(n uint64) { m.news = binary.LittleEndian.AppendUint64(m.news, n) }

// event adds the result of the actions.
func (m *marks) event(e search.Event) {
	switch e := e.(type) {
	case search.Improved:
		m.text(string(e.Target.Kind), e.Target.Name)
		m.number(math.Float64bits(e.Value))
	case search.Covered:
		m.text(string(e.Target.Kind), e.Target.Name)
	case search.Evaluation:
		if m.evaluations++; m.evaluations%markEvery == 0 {
			m.take()
			m.all = append(m.all, m.hash.Sum64())
		}
	}
}

// errRehearsed ends a search that has made enough marks.
var errRehearsed = errors.New("the rehearsal is over")

// rehearsal is an algorithm that ends after so many marks.
type rehearsal struct {
	search.Algorithm[*testcase.Case]
	marks *marks
	least int
}

// Step implements [search.Algorithm].
func (r *rehearsal) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if len(r.marks.all) >= r.least {
		return errRehearsed
	}
	return r.Algorithm.Step(ctx, s)
}
