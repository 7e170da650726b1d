package redis

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// TestGoals: each service answers its goal with the right keys alone.
func TestGoals(t *testing.T) {
	proofs := map[string]struct{ met, not []string }{
		"switch": {[]string{"SET maintenance weekend"}, []string{"SET maintenance on"}},
		"document": {[]string{`SET session:c {"role":"auditor","level":40}`},
			[]string{`SET session:c {"role":"auditor"}`}},
		"number":   {[]string{"SET stock:c 1201"}, []string{"SET stock:c 1200"}},
		"fields":   {[]string{"HSET account:c state frozen limit -1"}, []string{"HSET account:c state frozen limit 0"}},
		"member":   {[]string{"SADD blocked c"}, []string{"SADD blocked d"}},
		"counter":  {[]string{"SET rate:c 100"}, []string{"SET rate:c 99"}},
		"lock":     {[]string{"SET lock:c x"}, []string{"SET lock:d x"}},
		"queue":    {[]string{"RPUSH queue:c urgent a b"}, []string{"RPUSH queue:c urgent a"}},
		"score":    {[]string{"ZADD board 751 c"}, []string{"ZADD board 750 c"}},
		"two-keys": {[]string{"SET cart:c:owner u", "HSET user:u plan gold"}, []string{"SET cart:c:owner u"}},
	}
	require.Len(t, All(), len(proofs), "each service has a proof")
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			for status, commands := range map[int][]string{goal.Met: proofs[m.Name].met, 204: proofs[m.Name].not} {
				h := m.New().(handler)
				for _, line := range commands {
					var args []any
					for word := range strings.FieldsSeq(line) {
						args = append(args, word)
					}
					require.NoError(t, h.client.Do(t.Context(), args...).Err())
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequest(m.kind.method, strings.ReplaceAll(m.kind.path, "{code}", "c"), nil))
				assert.Equal(t, status, w.Code, commands)
				require.NoError(t, h.Close())
			}
		})
	}
}

// TestNamed: a process that is told a name runs that service.
func TestNamed(t *testing.T) {
	t.Setenv(Variable, "lock")
	assert.Contains(t, string(Schema()), "/imports/{code}")
	assert.Implements(t, (*http.Handler)(nil), New())
	assert.NotNil(t, Keys())
	t.Setenv(Variable, "none")
	assert.Panics(t, func() { New() })
}
