package node_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/probe/mutant"
)

var _ mutant.Program = (*node.Controller)(nil)

// TestMutantsAreOnInCalls: a mutant is on in the calls after a reset, but neither before the first call nor in the next
// test, for each kind of reset. Calls report the mutants that they come to.
func TestMutantsAreOnInCalls(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	for name, o := range map[string]node.Options{
		"reload": {Reload: true}, "restart": {Restart: true}, "what does": {},
	} {
		t.Run(name, func(t *testing.T) {
			o.Dir, o.Command = "mutants", "node server.js"
			c, _ := started(t, o)
			counts := func() string {
				require.NoError(t, c.Reset(t.Context()))
				return string(post(t, c, "/").Body)
			}
			require.Equal(t, `{"count":2}`, counts())
			assert.Empty(t, c.Sites())
			require.NoError(t, c.Stop(t.Context()))
			c.Mutate(true)
			_, err := c.Start(t.Context())
			require.NoError(t, err)
			at := slices.IndexFunc(c.Sites(), func(s mutant.Site) bool { return s.Change == "1 becomes 2" })
			want := mutant.Site{Package: "step.js", Function: "exports.step", Change: "1 becomes 2", Line: 2}
			require.Equal(t, want, c.Sites()[at])
			assert.Equal(t, `{"count":2}`, counts())
			assert.Contains(t, c.Reached(), at)
			assert.Empty(t, c.Reached(), "they are forgotten")
			for range 2 {
				c.Switch(at, true)
				assert.Equal(t, `{"count":3}`, counts())
				c.Switch(at, false)
				assert.Equal(t, `{"count":2}`, counts())
			}
			for _, n := range c.Reached() {
				assert.NotEqual(t, "10 becomes 11", c.Sites()[n].Change, "no call comes there")
			}
			require.NoError(t, c.Stop(t.Context()))
			c.Mutate(false)
			_, err = c.Start(t.Context())
			require.NoError(t, err)
			assert.Equal(t, `{"count":2}`, counts())
			assert.Empty(t, c.Reached())
		})
	}
}
