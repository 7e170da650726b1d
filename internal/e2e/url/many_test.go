package url_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

// kinds is how many kinds of things the service below has, with six operations each.
const kinds = 12

// manySchema has many operations: things in rooms, and their parts.
func manySchema() string {
	var b strings.Builder
	b.WriteString("openapi: 3.0.0\ninfo: {title: Many, version: '1'}\npaths:\n")
	room := "{name: room, in: path, required: true, schema: {type: string, minLength: 6}}"
	id := "{name: id, in: path, required: true, schema: {type: string, minLength: 6}}"
	ok := "responses: {'200': {description: ok}, '404': {description: no}}"
	for k := range kinds {
		fmt.Fprintf(&b, "  /rooms/{room}/kind%ds:\n    parameters: [%s]\n    get: {%s}\n", k, room, ok)
		body := "requestBody: {content: {application/json: {schema: {type: object, " +
			"properties: {size: {type: integer}, note: {type: string}}}}}}"
		fmt.Fprintf(&b, "    post: {%s, %s}\n", body, ok)
		fmt.Fprintf(&b, "  /rooms/{room}/kind%ds/{id}:\n    parameters: [%s, %s]\n", k, room, id)
		fmt.Fprintf(&b, "    get: {%s}\n    delete: {%s}\n    put: {%s, %s}\n", ok, ok, body, ok)
		fmt.Fprintf(&b, "  /rooms/{room}/kind%ds/{id}/parts:\n    parameters: [%s, %s]\n    get: {%s}\n",
			k, room, id, ok)
	}
	return b.String()
}

// newMany returns a service that has any room, and what was made in it. The answer to a POST has
// no id where hidden is set, some kinds are forbidden, and nothing is found that nobody made.
func newMany(hidden bool) http.Handler {
	made, lock := map[string]bool{}, sync.Mutex{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		at := strings.Split(strings.Trim(r.URL.Path, "/"), "/") // rooms, room, kind, id, parts
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == "DELETE" && len(at[2])%2 == 0:
			w.WriteHeader(http.StatusForbidden)
		case r.Method == "POST" && hidden:
			made[r.URL.Path+"/hidden"] = true
			fmt.Fprint(w, `{"state":"made"}`)
		case r.Method == "POST":
			id := fmt.Sprintf("thing%04d", len(made))
			made[r.URL.Path+"/"+id] = true
			fmt.Fprintf(w, `{"id":%q}`, id)
		case r.Method == "PUT":
			made[r.URL.Path] = true
			fmt.Fprint(w, `{"state":"put"}`)
		case len(at) > 3 && !made["/"+strings.Join(at[:4], "/")]:
			w.WriteHeader(http.StatusNotFound)
		default:
			fmt.Fprint(w, `{"state":"there"}`)
		}
	})
}

// TestEachOperationHasATest: a running service with many operations has few calls for each. Each is
// called, and has a test, and the suite takes a third of the calls at most.
func TestEachOperationHasATest(t *testing.T) {
	const calls = 6 * kinds * 10
	for name, hidden := range map[string]bool{"ids in answers": false, "no ids in answers": true} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(newMany(hidden))
			defer server.Close()
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: manySchema(), System: evoke.System{URL: server.URL}, Budget: evoke.Budget{Calls: calls},
			})
			require.NoError(t, err)
			tested := map[string]bool{}
			for i := range result.Suite.Tests {
				tested[result.Suite.Tests[i].Last().Operation] = true
			}
			for _, op := range result.Report.Operations {
				assert.True(t, tested[op.Name], "%s has no test, with %v", op.Name, op.Outcomes)
			}
			t.Logf("%d tests of %d operations, %d calls", len(result.Suite.Tests), len(tested), result.Report.Calls)
			assert.GreaterOrEqual(t, result.Stats.Cost, calls*2/3)
		})
	}
}
