package page

import (
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/problem"
)

// TestSamples: few samples repeat earlier ones, and fields are filled before a click that needs them.
func TestSamples(t *testing.T) {
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	registry := &fitness.Registry{}
	p, err := newProblem(t.Context(), problem.Env{Registry: registry},
		Options{Handler: http.FileServerFS(os.DirFS("testdata/notes"))})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	const samples = 60
	r, filled := rand.New(rand.NewPCG(1, 2)), 0
	for range samples {
		c := p.Sample(r)
		before := false
		for _, a := range c.Actions {
			key := a.(*act.Act).Key()
			before = before || strings.HasPrefix(key, "fill #new")
			if before && strings.HasPrefix(key, "submit #new") {
				filled++
			}
		}
		_, err := p.Evaluate(t.Context(), c)
		require.NoError(t, err)
	}
	assert.Positive(t, filled)
	assert.Less(t, samples-len(p.made), 10, "tests that were made again")
}
