package mutation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
)

// player is a program with mutants that its one test comes to. It fails where the first or the second is on.
type player struct {
	sites []mutant.Site
	on    map[int]bool
	study *Study
	tried []string
}

func (p *player) Sites() []mutant.Site { return p.sites }

func (p *player) Switch(number int, on bool) {
	if p.on[number] = on; on {
		p.tried = append(p.tried, p.sites[number].Change)
	}
}

func (p *player) Reached() (out []int) {
	for i, site := range p.sites {
		if p.study.Tries(site) {
			out = append(out, i)
		}
	}
	return out
}

func (p *player) Renew(context.Context) error { return nil }

func (p *player) Play(context.Context, *suite.Test) (out Played, err error) {
	if p.on[0] || p.on[1] {
		out.Failed = []suite.Assertion{{Op: suite.StatusOp}}
	}
	return out, nil
}

// TestStudy: faults choose no assertions, and are tried afterwards by themselves.
func TestStudy(t *testing.T) {
	site := func(change string) mutant.Site { return mutant.Site{Package: "/a.js", Change: change} }
	s := &Study{Faults: map[mutant.Site]bool{site("b"): true, site("c"): true}}
	p := &player{sites: []mutant.Site{site("a"), site("b"), site("c")}, on: map[int]bool{}, study: s}
	tests := &suite.Suite{Tests: []suite.Test{{}}}
	_, err := TryOn(t.Context(), p, tests, Options{Mutants: 10, Dear: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"a"}, p.tried)
	p.tried = nil
	require.NoError(t, s.Try(t.Context(), p, tests))
	assert.ElementsMatch(t, []string{"b", "c"}, p.tried)
	assert.Equal(t, 1, s.Tests.Score())
	assert.True(t, s.Tries(site("a")), "also for another suite")

	var none *Study
	assert.True(t, none.Tries(site("b")))
	assert.False(t, none.Is(site("b")))
	require.NoError(t, none.Try(t.Context(), p, tests))
}
