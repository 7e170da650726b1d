package twin

import (
	"context"
	"encoding/binary"
	"errors"
	"hash"
	"hash/fnv"
	"io"
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
	for _, name := range slices.Sorted(maps.Keys(q.Header)) {
		m.text(name)
		m.text(q.Header[name]...)
	}
	m.text(string(q.Body))
	if q.Gone {
		m.text("gone")
	}
}

// text adds texts with their lengths, so that borders between them count.
func (m *marks) text(list ...string) {
	for _, s := range list {
		m.number(uint64(len(s)))
		_, _ = io.WriteString(m.hash, s) // a hash does not fail
	}
}

func (m *marks) number(n uint64) {
	_, _ = m.hash.Write(binary.LittleEndian.AppendUint64(nil, n))
}

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
