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

// A file says how to get the same tests again only where that is so. Of a search
// whose end only calls decide, another process does the first part once more: it
// begins in the same way, and has to make the same actions and to come equally
// near to the same targets. Chance that could not be fixed takes it elsewhere,
// mostly within a few tests.

// markEvery is how many evaluations lie between two marks, and rehearsed is the
// part of a search that is done once more.
const (
	markEvery = 10
	rehearsed = 10 // one in so many
)

// marks sum up, every few evaluations, all that a search has done so far.
type marks struct {
	hash        hash.Hash64
	evaluations int
	all         []uint64

	news  []byte   // what is not in the hash yet
	names []string // the memory of the last action
}

func newMarks() *marks { return &marks{hash: fnv.New64a()} }

// act adds an action that is about to be made.
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

// take takes what is new into the hash.
func (m *marks) take() {
	_, _ = m.hash.Write(m.news) // a hash does not fail
	m.news = m.news[:0]
}

// text adds texts with their lengths, so that borders between them count.
func (m *marks) text(list ...string) {
	for _, s := range list {
		m.number(uint64(len(s)))
		m.news = append(m.news, s...)
	}
}

func (m *marks) number(n uint64) { m.news = binary.LittleEndian.AppendUint64(m.news, n) }

// event adds what came of the actions.
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

// errRehearsed ends a search that has come far enough.
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
