package crash_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

const (
	// tallyVariable names the file in which all processes count the calls of the service that tires.
	tallyVariable = "EVOKE_TEST_TALLY"
	// tiredVariable says which calls of the service end the process once the search is over.
	tiredVariable = "EVOKE_TEST_TIRED"
	// freshCalls is the number of calls that the service answers before it is tired. The search makes as many.
	freshCalls = 300
)

const tiringSchema = `{"openapi": "3.0.3", "info": {"title": "Tiring", "version": "1"}, "paths": {
	"/light": {"get": {"parameters": [{"name": "n", "in": "query", "schema": {"type": "integer"}}],
		"responses": {"200": {"description": "fine"}, "400": {"description": "wrong"}}}},
	"/heavy": {"get": {"parameters": [{"name": "n", "in": "query", "schema": {"type": "integer"}}],
		"responses": {"200": {"description": "fine"}, "400": {"description": "wrong"}}}}}}`

// tiring is a service that dies of some calls, but only after the search: while the suite is made.
func tiring() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.URL.Query().Get("n"))
		of := os.Getenv(tiredVariable)
		deadly := of == "all" || r.URL.Path == "/heavy" && (of == "heavy" || err == nil && n > 1000)
		if of == "verify" { // the process that executes the tests of the suite once more
			deadly = r.URL.Path == "/heavy" && err == nil && strings.Contains(os.Getenv("EVOKE_JOB"), "-verify-")
		}
		if count(os.Getenv(tallyVariable)) > freshCalls && deadly {
			os.Exit(3)
		}
		switch {
		case err != nil:
			w.WriteHeader(http.StatusBadRequest)
		case n > 1000:
			_, _ = w.Write([]byte("large"))
		default:
			_, _ = w.Write([]byte("small"))
		}
	})
}

// count counts a call in a file, and returns the number of calls so far.
func count(path string) int64 {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 0
	}
	defer f.Close()
	_, _ = f.Write([]byte("."))
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// TestDeathsWhileTheSuiteIsMade: a call that kills the process only after the search is a fault like any other. The
// suite has the other tests, and is not tried without end.
func TestDeathsWhileTheSuiteIsMade(t *testing.T) {
	if testing.Short() {
		return // each call that kills takes a process
	}
	for _, tt := range []struct {
		tired      string
		operations []string // of the faults
		tested     []string // operations that the suite calls
	}{
		{"some", []string{"GET /heavy"}, []string{"GET /heavy", "GET /light"}},
		{"heavy", []string{"GET /heavy"}, []string{"GET /light"}},
		{"verify", []string{"GET /heavy"}, []string{"GET /heavy", "GET /light"}},
		{"all", []string{"GET /heavy", "GET /light"}, nil},
	} {
		t.Run(tt.tired, func(t *testing.T) {
			if os.Getenv(tallyVariable) == "" { // else this is a process of the search
				t.Setenv(tallyVariable, filepath.Join(t.TempDir(), "tally"))
			}
			t.Setenv(tiredVariable, tt.tired)
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: tiringSchema, Handler: tiring, Budget: evoke.Budget{Calls: freshCalls},
				WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
				Output:   evoke.Output{Dir: t.TempDir(), Mutants: -1},
			})
			require.NoError(t, err)
			warnings := strings.Join(result.Report.Warnings, "\n")
			faulty, tested := map[string]bool{}, map[string]bool{}
			for _, f := range result.Report.Faults() {
				assert.Equal(t, "the process dies", f.Category)
				assert.Contains(t, f.Reason, "os.Exit(3)")
				assert.Contains(t, f.Curl, strings.TrimPrefix(f.Operation, "GET "))
				faulty[f.Operation] = true
			}
			for i := range result.Suite.Tests {
				for _, step := range result.Suite.Tests[i].Steps {
					tested[step.Operation] = true
				}
			}
			for _, operation := range tt.operations {
				assert.True(t, faulty[operation], operation)
			}
			assert.Len(t, faulty, len(tt.operations))
			for _, operation := range tt.tested {
				assert.True(t, tested[operation], operation)
			}
			assert.Len(t, tested, len(tt.tested))
			assert.GreaterOrEqual(t, result.Stats.Cost, freshCalls, "nothing of the search is lost")
			for _, operation := range tt.operations {
				assert.Contains(t, warnings, operation+" ended the process ")
			}
			if !slices.Contains(tt.tested, "GET /heavy") {
				assert.Contains(t, warnings, "GET /heavy (200, but its test makes a call that ended the process")
			}
			for i := range result.Report.Operations {
				assert.Positive(t, result.Report.Operations[i].Calls)
			}
		})
	}
}
