package follow

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/value"
)

// TestQuestionsInCompany: a list is asked by its parameters after the calls that filled it most, and for a page of what
// a filter leaves.
func TestQuestionsInCompany(t *testing.T) {
	c := checksOf(t, 1)
	list, post := c.Ops[0], c.Ops[1]
	require.Equal(t, "GET /lamps POST /lamps", list.Spec.Name()+" "+post.Spec.Name())
	made := c.Kept(post)[0][0]
	c.Fullest = func(op *api.Operation) []*action.Call {
		return copied([]*action.Call{made, made, c.Kept(list)[0][1]})
	}
	targets := map[string]bool{}
	for i := range c.plain.looks {
		l := &c.plain.looks[i]
		if l.pattern.name != "questions in company" || l.op != list {
			continue
		}
		for n := range uint64(20) {
			s := begin(rand.New(rand.NewPCG(n, 4)), &c.Source, c.Kept(list)[0])
			s.N = int(n)
			require.True(t, l.pattern.play(s))
			require.True(t, s.Fits())
			assert.True(t, strings.HasPrefix(told(s.Test()), "POST lamps, POST lamps, GET lamps, GET lamps"),
				told(s.Test()))
			for _, call := range s.Calls[2:] {
				var names []string
				for _, p := range queries(call.Op) {
					if in := &call.Genotype.Params[p]; !value.IsAbsent(in.Gene.Value()) {
						names = append(names, in.Spec.Name)
					}
				}
				slices.Sort(names)
				targets[strings.Join(names, " ")] = true
			}
		}
	}
	for _, want := range []string{"", "room", "limit room", "limit", "sort", "limit maxWatts"} {
		assert.Contains(t, targets, want)
	}
}
