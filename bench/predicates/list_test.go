package predicates

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// fewest is how many predicates there have to be that are not marked.
const fewest = 64

// Every predicate has a document that can be read, an operation that its
// handler knows, and functions that are in its file.
func TestList(t *testing.T) {
	names, plain := map[string]bool{}, 0
	for _, p := range List() {
		t.Run(p.Name, func(t *testing.T) {
			assert.False(t, names[p.Name], "twice")
			assert.NotEmpty(t, p.Doc)
			assert.Len(t, ranges(t, p), len(p.Funcs))
			doc, err := openapi.Read([]byte(p.Schema), openapi.Options{})
			require.NoError(t, err)
			assert.Empty(t, doc.Warnings)
			require.Len(t, doc.Operations, 1)
			op := doc.Operations[0]
			w := httptest.NewRecorder()
			target := strings.NewReplacer("{", "", "}", "").Replace(op.Path)
			p.New().ServeHTTP(w, httptest.NewRequest(op.Method, target, strings.NewReader("[")))
			assert.Equal(t, http.StatusBadRequest, w.Code, "%s %s", op.Method, target)
		})
		names[p.Name] = true
		if !p.marked() {
			plain++
		}
	}
	assert.GreaterOrEqual(t, plain, fewest)
}
