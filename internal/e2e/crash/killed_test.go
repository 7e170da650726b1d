package crash_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

const notesSchema = `{"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "paths": {
	"/notes": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["text"],
		"properties": {"text": {"type": "string", "minLength": 12, "maxLength": 20}}}}}}, "responses": {"201": {"description": "made"}, "409": {"description": "full"}}}},
	"/notes/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
		"responses": {"200": {"description": "one"}, "404": {"description": "none"}}}}
}}`

// notesVariable names the folder where the notes of all processes are, one file for
// each process.
const notesVariable = "EVOKE_TEST_NOTES"

// notes is a service whose first process takes notes and is killed after eighty of
// them; no other takes any. All note down what they were sent.
type notes struct{ dir string }

func (s *notes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	own := filepath.Join(s.dir, fmt.Sprint(os.Getpid()))
	first, err := os.ReadFile(filepath.Join(s.dir, "first"))
	if err != nil {
		first = []byte(own)
		_ = os.WriteFile(filepath.Join(s.dir, "first"), first, 0o600)
	}
	body, _ := io.ReadAll(r.Body)
	sent, _ := os.ReadFile(own)
	_ = os.WriteFile(own, append(sent, append(body, '\n')...), 0o600)
	if string(first) != own {
		w.WriteHeader(http.StatusConflict)
		return
	}
	if bytes.Count(sent, []byte("\n")) == 80 {
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		select {} // nothing is done any more
	}
	w.WriteHeader(http.StatusCreated)
}

// sentNotes returns the well-formed notes that the first process was sent and those
// that the others were, each with how often.
func sentNotes(t *testing.T, dir string) (first, later map[string]int) {
	t.Helper()
	first, later = map[string]int{}, map[string]int{}
	name, err := os.ReadFile(filepath.Join(dir, "first"))
	require.NoError(t, err)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, file := range files {
		into := later
		if filepath.Join(dir, file.Name()) == string(name) {
			into = first
		}
		data, err := os.ReadFile(filepath.Join(dir, file.Name()))
		require.NoError(t, err)
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			var note struct{ Text string }
			if json.Unmarshal(line, &note) == nil && len(note.Text) >= 12 {
				into[note.Text]++
			}
		}
	}
	return first, later
}

// TestKilledProcessesLeaveWhatTheyLearned kills the process of a search in its
// middle. Random search looks at no archive, so that what the next process sends
// again is what the first one learned to succeed.
func TestKilledProcessesLeaveWhatTheyLearned(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		t.Run(fmt.Sprint("forgets ", forgets), func(t *testing.T) {
			if os.Getenv(notesVariable) == "" { // else this is the process of the search
				t.Setenv(notesVariable, t.TempDir())
			}
			t.Setenv("PATH", t.TempDir()) // nothing is built, which is quicker
			dir := os.Getenv(notesVariable)
			result, err := evoke.Run(context.Background(), evoke.Config{
				Schema: notesSchema, Handler: func() http.Handler { return &notes{dir} },
				Budget: evoke.Budget{Calls: 600},
				REST:   rest.Options{NoMemory: forgets, InvalidRate: -1},
				Search: evoke.Search{Algorithm: &random.Search[*testcase.Case]{}},
			})
			require.NoError(t, err)
			assert.GreaterOrEqual(t, result.Stats.Cost, 600, "the whole budget")
			assert.Empty(t, result.Report.Faults(), "anybody may have killed it")
			assert.Contains(t, strings.Join(result.Report.Warnings, "\n"),
				"once, in POST /notes: that is a fault if it happens again")
			var successes int
			for _, op := range result.Report.Operations {
				successes += op.Outcomes["201"]
			}
			assert.Positive(t, successes, "what the first process counted")
			first, later := sentNotes(t, dir)
			require.Greater(t, len(first), 20)
			require.Greater(t, len(later), 20)
			again := 0
			for text := range first {
				again += later[text]
			}
			if forgets {
				assert.Less(t, again, 40, "by chance, and when the tests of the first process are executed again")
			} else {
				assert.Greater(t, again, 60, "of %d notes", len(later))
			}
		})
	}
}
