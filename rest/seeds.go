package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/testcase"
)

// seeds are the tests that were made of samples and were not tried yet.
type seeds struct{ queue []*testcase.Case }

// quotes are the calls in samples, by operation.
type quotes map[*api.Operation][]*action.Call

// ofSamples is the place of warnings about samples.
const ofSamples = "samples"

// newSeeds makes tests of samples, and puts their values into the pool. It warns about samples that are left out.
func newSeeds(
	codec *action.Codec, m *pool.Pool, set *samples.Set, o pool.Options,
) (seeds, quotes, []openapi.Warning) {
	made := pool.Make(codec, set, o)
	for _, op := range codec.API.Ops {
		for _, c := range made.Calls[op] {
			m.Values().Sampled(c)
		}
	}
	var warnings []openapi.Warning
	for _, reason := range slices.Concat(set.Warnings, made.Warnings) {
		warnings = append(warnings, openapi.Warning{Where: ofSamples, Reason: reason})
	}
	return seeds{made.Tests}, made.Calls, warnings
}

// call sometimes returns a copy of a sampled call, else nil.
func (q quotes) call(r *rand.Rand, op *api.Operation) *action.Call {
	list := q[op]
	if len(list) == 0 || !chance.Seldom(r) {
		return nil
	}
	return list[r.IntN(len(list))].Clone().(*action.Call)
}

// left reports whether tests are left. It drops tests with skipped operations. It also drops tests whose last operation
// an earlier process tried: tried counts these calls, and each dropped test decreases it.
func (s *seeds) left(tried []int, skipped map[int]bool) bool {
	for len(s.queue) > 0 && needless(s.queue[0], tried, skipped) {
		s.queue = s.queue[1:]
	}
	return len(s.queue) > 0
}

func needless(c *testcase.Case, tried []int, skipped map[int]bool) bool {
	last := 0
	for _, a := range c.Actions {
		if last = a.(*action.Call).Op.Index; skipped[last] {
			return true
		}
	}
	if tried[last] > 0 {
		tried[last]--
		return true
	}
	return false
}

// next returns the next test, nil for none.
func (s *seeds) next(tried []int, skipped map[int]bool) *testcase.Case {
	if !s.left(tried, skipped) {
		return nil
	}
	c := s.queue[0]
	s.queue = s.queue[1:]
	for _, a := range c.Actions {
		a.(*action.Call).Adopt()
	}
	return c
}
