package suite_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

const visitsSchema = `{"openapi": "3.0.3", "info": {"title": "Visits", "version": "1"}, "paths": {
	"/visits": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object"}}}}}}},
	"/late": {"get": {"responses": {"204": {"description": ""}, "409": {"description": ""}}}}
}}`

// drawn is another number in each process.
var drawn = rand.Int63()

// visited is what a new handler does not begin anew.
var visited atomic.Int64

func newVisits() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /visits", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"capped": min(visited.Add(1), 50), "name": "visits",
			"process": os.Getpid(), "drawn": drawn,
			"opens": time.Unix(1_000_000_000, 0).Format(time.Kitchen),
			"token": fmt.Sprintf("%x", sha256.Sum256([]byte(time.Now().Format(time.DateTime))))})
	})
	mux.HandleFunc("GET /late", func(w http.ResponseWriter, _ *http.Request) {
		if visited.Add(1) <= 50 {
			w.WriteHeader(http.StatusConflict)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// TestStateThatIsNotResetIsNotAsserted: the tests that are written hold in a
// process of their own.
func TestStateThatIsNotResetIsNotAsserted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: visitsSchema, Handler: newVisits, Budget: evoke.Budget{Calls: 300},
	})
	require.NoError(t, err)
	var names []string
	for i := range result.Suite.Tests {
		names = append(names, result.Suite.Tests[i].Name)
		text := fmt.Sprint(result.Suite.Tests[i].Steps[0].Call.Expect.Checks)
		assert.Contains(t, text, "/name equal visits")
		assert.NotContains(t, text, "/process equal", "another one in each process")
		assert.NotContains(t, text, "/drawn equal", "and so is this")
		assert.NotContains(t, text, "/token equal", "another one in each second")
		assert.NotContains(t, text, "/capped equal", "50 at the end of the search, and less in a fresh process")
		assert.NotContains(t, text, "/opens equal", "another one in each time zone")
	}
	assert.Equal(t, []string{"GetVisitsReturns200"}, names)
	warnings := strings.Join(result.Report.Warnings, "\n")
	assert.Contains(t, warnings, "left out because in a fresh process the answers are different, "+
		"or show nothing any more that the test is there for: GetLateReturns204 (GET /late was "+
		"answered 204, and here 409)")
	assert.Contains(t, warnings, "answered 2xx during the search, but in no test that does so each time: GET /late")
}
