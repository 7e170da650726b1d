package harvest

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// TestBounds: an accepted test has another one beside it, which sends the last text that is refused and the first that
// is accepted, wherever between its own and the limit of the schema that is.
func TestBounds(t *testing.T) {
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		if w.Header().Set("X-Reached", "it"); len(body(r).Name) > 10 {
			w.WriteHeader(http.StatusBadRequest)
		}
	})
	c := aboutTargets(t, p, []string{"it"}, thing(t, p, "POST /things", 0, map[string]any{"": value.Object{
		{Name: "name", Value: "x"}, {Name: "size", Value: int64(3)},
	}}))
	cs, err := p.simplifier().bounds(context.Background(), []*candidate{c}, func() bool { return true })
	require.NoError(t, err)
	require.Len(t, cs, 2)
	calls := sent(cs[1])
	require.Len(t, calls, 2)
	assert.Regexp(t, `^ann /things \{"name":".{11}","size":3\}$`, calls[0])
	assert.Regexp(t, `^ann /things \{"name":".{10}","size":3\}$`, calls[1])
	require.Len(t, cs[1].Need, 1)
	assert.Equal(t, "POST /things 200 with the greatest name", p.registry.Target(cs[1].Need[0]).Name)

	cs, err = p.simplifier().bounds(context.Background(), []*candidate{c}, func() bool { return false })
	require.NoError(t, err)
	assert.Len(t, cs, 1, "no calls are left")
}

// TestLengthsAreNoBoundsOfWhatTextsSay: an accepted text that is as short as a refused text shows that the length is
// not the reason.
func TestLengthsAreNoBoundsOfWhatTextsSay(t *testing.T) {
	accepted := []any{"a@example.com", "someone.else@example.com", int64(3)}
	for _, c := range []struct {
		no, yes int64
		shown   bool
	}{{60, 61, true}, {13, 14, true}, {12, 13, false}, {20, 15, true}, {24, 23, true}, {25, 24, false}} {
		assert.Equal(t, c.shown, refutes(accepted, c.no, c.yes), "%d is refused, %d accepted", c.no, c.yes)
	}
}

// TestScale: what lies between two numbers are numbers, and between texts of different lengths the beginnings of the
// longer one.
func TestScale(t *testing.T) {
	no, yes := scale("ab", "Secret")
	assert.Equal(t, []int64{2, 6}, []int64{no.at, yes.at})
	assert.Equal(t, "Secr", no.of(4))
	no, yes = scale(int64(254), int64(3))
	assert.Equal(t, []any{int64(254), int64(3), int64(10)}, []any{no.of(no.at), yes.of(yes.at), no.of(10)})
	for _, pair := range [][2]any{{"ab", "cd"}, {int64(1), "a"}, {int64(1), int64(1)}, {true, false},
		{`{"a": 1`, `{"a": 1}`}} {
		no, _ := scale(pair[0], pair[1])
		assert.Nil(t, no)
	}
}

// TestEnrichedCopies: where each test of an operation is there for a member that is not sent, a copy sends it.
func TestEnrichedCopies(t *testing.T) {
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		b := body(r)
		if b.Note == "" {
			w.Header().Set("X-Reached", "no note")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(value.AppendJSON(nil, value.Object{{Name: "note", Value: b.Note}}))
	})
	c := aboutTargets(t, p, []string{"no note"}, thing(t, p, "POST /things", 0, map[string]any{"": value.Object{
		{Name: "name", Value: "x"}, {Name: "size", Value: int64(3)},
	}}))
	cs, err := p.simplifier().enrichAll(context.Background(), []*candidate{c}, func() bool { return true })
	require.NoError(t, err)
	require.Len(t, cs, 2)
	assert.Equal(t, []string{`ann /things {"name":"x","size":3}`}, sent(c))
	assert.Contains(t, sent(cs[1])[0], `"note":"note"`)
	assert.True(t, cs[1].Fixed, "that others show the success as well is no reason to leave it out")
}
