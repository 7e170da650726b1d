package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// TestTestsLeaveOnlyWhereTheyHaveTo: what is also reached by a client that waits is shown with one. A status that is
// another one each time is not asserted of who left, and the test stays.
func TestTestsLeaveOnlyWhereTheyHaveTo(t *testing.T) {
	turns := 0
	g := newGlass(func(g *glass) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			g.reach("handled", 1)
			if r.Context().Err() != nil {
				g.reach("left", 1)
				turns++
				w.WriteHeader([]int{499, http.StatusServiceUnavailable}[turns%2])
			}
		}
	}, sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{Include: []string{"GET /items"}, Without: []int{oracle.CodeSchema}})
	s := searchOn(t, g, p, 400)
	assert.Less(t, turns, 80, "few of the calls")
	assert.Empty(t, p.Faults(), "503 is right")
	out, flaky, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, flaky)
	left := 0
	for _, test := range out.Tests {
		last := test.Last().Call
		if !last.Request.Gone {
			continue
		}
		left++
		assert.Equal(t, suite.Expect{}, last.Expect)
		assert.Equal(t, suite.ClientError, test.Kind)
		assert.Contains(t, fmt.Sprint(test.Ways), "left")
	}
	assert.Equal(t, 1, left, "the way that nobody else goes")
	assert.Greater(t, len(out.Tests), 1)
}

// counting counts the calls whose client leaves.
type counting struct {
	*sut.Handler
	gone int
}

func (c *counting) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	if r.Gone {
		c.gone++
	}
	return c.Handler.Call(ctx, r)
}

// TestNobodyLeavesWhereNobodyLooks: without a tracer, with a policy of others, without memory and where nothing is to
// be wrong on purpose, clients wait.
func TestNobodyLeavesWhereNobodyLooks(t *testing.T) {
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	ctx := context.Background()
	for name, tt := range map[string]struct {
		blind bool
		rest.Options
		leaves bool
	}{
		"inside":    {leaves: true},
		"black box": {blind: true},
		"policy":    {Options: rest.Options{Policy: rest.RandomCalls{}}},
		"no memory": {Options: rest.Options{NoMemory: true}},
		"valid":     {Options: rest.Options{InvalidRate: -1}},
	} {
		g := newGlass(func(g *glass) http.HandlerFunc {
			return func(_ http.ResponseWriter, r *http.Request) { g.reach(r.Method, 1); g.reach("never", 0.5) }
		}, sut.HandlerOptions{})
		c := &counting{Handler: g.Handler}
		_, err := c.Start(ctx)
		require.NoError(t, err)
		var system rest.System = c
		if !tt.blind {
			system = struct {
				*counting
				sut.Tracer
			}{c, g}
		}
		p, err := rest.New(doc, system, g.registry, tt.Options)
		require.NoError(t, err)
		searchOn(t, g, p, 500)
		assert.Equal(t, tt.leaves, c.gone > 0, name)
		require.NoError(t, c.Stop(ctx))
	}
}
