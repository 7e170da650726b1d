package suite_test

import (
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/suite/testdata/parking"
)

const parkingSchema = `{"openapi": "3.0.3", "info": {"title": "Parking", "version": "1"}, "paths": {
	"/tickets": {"post": {"responses": {"201": {"description": "sold", "content": {"application/json": {"schema":
		{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}}}},
	"/tickets/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"204": {"description": "good"}, "400": {"description": "wrong"},
			"404": {"description": "none"}, "410": {"description": "old"}}}}
}}`

// TestTimePassesBesideGoroutines: a test in which time passes is written if the goroutines of the service end with it.
// If they never end, package synctest would end the process of all tests.
func TestTimePassesBesideGoroutines(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program with probes and the tests that were written
	}
	for _, tt := range []struct {
		name    string
		handler func() http.Handler
		stays   string // the place that starts a goroutine which never ends
	}{
		{"none", parking.New, ""},
		{"of the constructor", parking.Swept, "parking.Swept (parking.go:"},
		{"of a call", parking.Late, "parking.Late.func1.1 (parking.go:"},
		{"ends with the handler", parking.Closed, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, err := os.MkdirTemp(".", "evoke-written-")
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: parkingSchema, Handler: tt.handler, Budget: evoke.Budget{Calls: 600},
				WhiteBox: evoke.WhiteBox{Cover: []string{"./testdata/parking"}},
				Output:   evoke.Output{Dir: dir, Mutants: -1},
			})
			require.NoError(t, err)
			warnings := strings.Join(result.Report.Warnings, "\n")
			text := ""
			for _, f := range result.Files {
				text += string(f.Content)
			}
			assert.Equal(t, tt.stays == "", strings.Contains(text, "synctest.Test("), warnings)
			assert.NotContains(t, warnings, "under go test", "the goroutine is known before the tests are written")
			if tt.stays != "" {
				assert.Contains(t, warnings, "tests in which time passes are left out, since goroutines that start "+
					"in "+tt.stays)
				assert.Contains(t, warnings, "io.Closer")
			}
			out, err := exec.Command("go", "test", "-vet=off", "-v", "./"+dir).CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Equal(t, len(result.Suite.Tests), strings.Count(string(out), "--- PASS: "), string(out))
		})
	}
}
