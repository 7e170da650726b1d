package suite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/suite/testdata/ferry"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
)

const ferrySchema = `{"openapi": "3.0.3", "info": {"title": "Ferry", "version": "1"}, "paths": {
	"/passengers": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["name"],
		"properties": {"name": {"type": "string"}}}}}}, "responses": {"201": {"description": "on board"}, "400": {"description": "wrong"}}}},
	"/passengers/{seat}": {"parameters": [{"name": "seat", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "one"}, "404": {"description": "none"}}},
		"delete": {"responses": {"204": {"description": "ashore"}, "404": {"description": "none"}}}}
}}`

// TestClientsLeave: the search reaches what only a client that leaves before the answer does. What it is answered is
// right, whatever it is, but a panic is a fault. The written tests leave as well, and pass.
func TestClientsLeave(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program with probes and the tests that were written
	}
	root := t.TempDir()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: ferrySchema, Handler: ferry.New, Budget: evoke.Budget{Calls: 800},
		WhiteBox: evoke.WhiteBox{Cover: []string{"./testdata/ferry"}},
		Output: evoke.Output{Dir: filepath.Join(root, "tests"), Mutants: -1, Writers: []output.Writer{
			&gotest.Writer{Constructor: gotest.Func{ImportPath: "example.com/ferry", Name: "New"}},
		}},
	})
	require.NoError(t, err)
	statuses := map[string][]int{}
	for _, test := range result.Suite.Tests {
		for i, step := range test.Steps {
			if !step.Call.Request.Gone {
				continue
			}
			assert.Equal(t, len(test.Steps)-1, i, "nothing comes after a client that left")
			statuses[step.Operation] = append(statuses[step.Operation], step.Call.Expect.Status)
			assert.Contains(t, test.Name, "WhenClientLeavesBeforeTheAnswer")
			assert.Equal(t, step.Call.Expect.Panics, test.Kind == suite.FaultKind, test.Name)
		}
	}
	assert.Equal(t, map[string][]int{"POST /passengers": {499}, "GET /passengers/{seat}": {503},
		"DELETE /passengers/{seat}": {0}}, statuses)
	faults := result.Report.Faults()
	require.Len(t, faults, 1, "the panic alone")
	assert.Equal(t, oracle.CodeServerError, faults[0].Code)
	assert.Equal(t, "handler panics", faults[0].Category)
	assert.Contains(t, faults[0].Curl, "# and the client leaves before the answer")
	for _, op := range result.Report.Operations {
		assert.NotContains(t, op.Outcomes, "499", "nobody was answered that")
	}

	source, err := os.ReadFile(filepath.Join("testdata", "ferry", "ferry.go"))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(root, "ferry"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module example.com\n\ngo 1.22\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(root, "ferry", "ferry.go"), source, 0o600))
	command := exec.Command("go", "test", "-vet=off", "-v", "-coverpkg=example.com/ferry", ".")
	command.Dir = filepath.Join(root, "tests")
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	for name := range statuses {
		passed := "--- PASS: Test" + suite.OperationName(name)
		assert.Regexp(t, passed+`\w*WhenClientLeavesBeforeTheAnswer `, string(out))
	}
	assert.Contains(t, string(out), "coverage: 100.0% of statements")
}
