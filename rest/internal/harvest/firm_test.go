package harvest

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/value"
)

// TestFirmForms: a test whose making smaller ends before it was executed twice as it is now is written as it was
// before, and shows what a weaker test would have shown in its place.
func TestFirmForms(t *testing.T) {
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		if w.Header().Set("X-Reached", "long"); len(body(r).Name) < 3 {
			w.Header().Set("X-Reached", "short")
		}
	})
	named := func(name string) map[string]any {
		return map[string]any{"": value.Object{{Name: "name", Value: name}, {Name: "size", Value: int64(3)}}}
	}
	ctx := context.Background()
	c := aboutTargets(t, p, []string{"long"}, thing(t, p, "POST /things", 0, named("lengthy")))
	_, err := p.confirmer.confirm(ctx, c)
	require.NoError(t, err)
	assert.False(t, c.firm.is(c.Test, c.look), "it was executed once")
	cs, err := p.confirmer.confirmAgain(ctx, []*candidate{c}, func() bool { return true })
	require.NoError(t, err)
	require.Len(t, cs, 1)
	require.True(t, c.firm.is(c.Test, c.look))
	begin(cs)
	assert.Len(t, cs[0].traces, 2)

	*p.purse = purse{each: 2}
	count(p.purse, cs)
	assert.Equal(t, 1, p.balance.owed().Tests, "one of two executions was made already")

	firm := c.Test
	smaller := thing(t, p, "POST /things", 0, named("len"))
	c.Test = aboutTargets(t, p, []string{"long"}, smaller).Test
	assert.False(t, c.firm.is(c.Test, c.look))
	assert.Equal(t, 2, p.balance.owed().Tests)
	weak := aboutTargets(t, p, []string{"long"}, thing(t, p, "POST /things", 0, named("weak")))
	c.Need, weak.Need = nil, c.Need
	c.traces, weak.traces = nil, []*execute.Trace{{}}
	asFirm(p.worth.reducer, []*candidate{c, weak})
	assert.Same(t, firm, c.Test)
	assert.Len(t, c.Need, 1)
	assert.Empty(t, weak.Need)
	assert.Empty(t, reduce.Reached(weak.Need, weak.Scores))
}
