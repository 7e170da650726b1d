package suite_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

// TestSchemasWithPassingNames: a schema in a folder for temporary files, or that a
// server of the test has, is another one by its name in each process of the search.
func TestSchemasWithPassingNames(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // nothing is built, which is quicker
	file := filepath.Join(t.TempDir(), "schema.json")
	require.NoError(t, os.WriteFile(file, []byte(visitsSchema), 0o600))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, file)
	}))
	defer server.Close()
	for _, schema := range []string{file, server.URL + "/schema.json"} {
		result, err := evoke.Run(t.Context(), evoke.Config{Schema: schema, Handler: newVisits,
			Budget: evoke.Budget{Calls: 20}})
		require.NoError(t, err)
		assert.GreaterOrEqual(t, result.Report.Calls, 20)
	}
}

// TestSettingsThatChangeAreTold: a process of the search that does not find its call
// again says so, and the run ends with that.
func TestSettingsThatChangeAreTold(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	_, err := evoke.Run(t.Context(), evoke.Config{
		Schema: visitsSchema, Handler: newVisits, Budget: evoke.Budget{Calls: 20},
		Search:   evoke.Search{Seed: uint64(os.Getpid())},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}}, // nothing is built, which is quicker
	})
	require.ErrorContains(t, err, "TestSettingsThatChangeAreTold call 1 of")
	require.ErrorContains(t, err,
		"came unexpectedly: a program has to make the same calls with the same settings in the same order each time")
}
