package mutation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
)

// shelf is a program with mutants 0, 1, 2 and so on. Each test comes to all of them, and notices those that its name
// has.
type shelf struct {
	notices map[string][]int
	on      int
	played  []string // tests on mutants
}

func (*shelf) Sites() []mutant.Site { return make([]mutant.Site, 4) }

func (s *shelf) Switch(number int, on bool) {
	if s.on = number; !on {
		s.on = -1
	}
}

func (*shelf) Reached() []int { return []int{0, 1, 2, 3} }

func (*shelf) Renew(context.Context) error { return nil }

func (s *shelf) Play(_ context.Context, t *suite.Test) (out Played, err error) {
	out.Actions = 1
	if s.on >= 0 {
		s.played = append(s.played, t.Name)
	}
	for _, n := range s.notices[t.Name] {
		if n == s.on {
			out.Failed = []suite.Assertion{{Op: suite.StatusOp}}
		}
	}
	return out, nil
}

// TestReserve: tests in reserve are executed only on mutants that the suite does not notice, and those that notice one
// join the suite.
func TestReserve(t *testing.T) {
	p := &shelf{on: -1, notices: map[string][]int{"own": {0}, "both": {0, 1, 2}, "one": {1}}}
	tests := &suite.Suite{Tests: []suite.Test{{Name: "own"}, {Name: "one"}, {Name: "idle"}, {Name: "both"}}}
	var told [][2]int
	found, err := TryOn(t.Context(), p, tests, Options{Mutants: 4, Dear: true, Reserve: 1,
		Tell: func(done, of int) { told = append(told, [2]int{done, of}) }})
	require.NoError(t, err)
	assert.Len(t, p.played, 4+3*3, "mutant 0 is noticed, and no test but the first is executed on it")
	assert.Equal(t, [][2]int{{0, 4}, {1, 4}, {2, 4}, {3, 4}, {0, 4}, {1, 4}, {2, 4}, {3, 4}}, told,
		"once more for the reserve")
	kept := found.Needed(1)
	assert.Equal(t, []int{0, 3}, kept)
	assert.Equal(t, 3, found.Score())

	found.Failing, found.Open = []int{1, 3}, []int{0, 1, 2, 3}
	found.Only(kept)
	assert.Equal(t, []int{1}, found.Failing)
	assert.Equal(t, []int{0, 1}, found.Open)
	assert.Len(t, found.Answers, 2)
	assert.Equal(t, 3, found.Score())
	for _, m := range found.Mutants {
		for _, n := range m.Noticed {
			assert.Less(t, n.Test, 2)
		}
	}

	p.played = nil
	_, err = TryOn(t.Context(), p, tests, Options{Mutants: 4, Calls: 1, Dear: true, Reserve: 1})
	require.NoError(t, err)
	assert.NotContains(t, p.played, "both", "no time is left for the reserve")
}
