package bench

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-kit/log"
	moov "github.com/moov-io/ach"
	"github.com/moov-io/ach/server"
	baselog "github.com/moov-io/base/log"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/sut"
)

// needs names the operations that answer 2xx only when something was made
// before, in the same test or by the operator of the service, and what that is.
var needs = map[string]map[string]string{
	"gotify": {
		"PUT /application/{id}":            "an application of the caller; a new server has none",
		"DELETE /application/{id}":         "an application of the caller",
		"GET /application/{id}/message":    "an application of the caller",
		"DELETE /application/{id}/message": "an application of the caller",
		"POST /application/{id}/image": "an application of the caller, and a file whose first bytes are those of " +
			"a picture and whose name ends in .gif, .png, .jpg or .jpeg",
		"DELETE /application/{id}/image": "an application with an uploaded picture",
		"POST /message":                  "an application, by whose token it is called",
		"DELETE /message/{id}":           "a message in an application of the caller",
		"DELETE /user/{id}":              "a second user; the last administrator cannot be deleted",
		"GET /plugin/{id}/config": "an installed plugin, a shared library that the " +
			"server loads when it starts",
		"POST /plugin/{id}/config":  "an installed plugin",
		"POST /plugin/{id}/disable": "an installed plugin",
		"GET /plugin/{id}/display":  "an installed plugin",
		"POST /plugin/{id}/enable":  "an installed plugin",
		"GET /stream":               "a WebSocket handshake, which is answered 101 and never 2xx",
	},
	"ach": {
		"GET /files/{fileID}":           "a stored file; any will do",
		"GET /files/{fileID}/build":     "a stored file with batches that add up",
		"GET /files/{fileID}/validate":  "a stored file that is valid in full or under the given options",
		"POST /files/{fileID}/validate": "a stored file that is valid in full or under the given options",
		"POST /files/{fileID}/segment":  "a stored file with batches that add up",
		"POST /files/{fileID}/flatten":  "a stored file with batches that add up",
		"POST /files/{fileID}/reverse":  "a stored file that is valid, written and read again",
		"POST /files/{fileID}/batches": "a stored file, and a batch whose totals, hashes, " +
			"check digits and numbers agree",
		"GET /files/{fileID}/batches/{batchID}":    "a stored file with a batch that has an id",
		"DELETE /files/{fileID}/batches/{batchID}": "a stored file with a batch that has an id",
	},
	"alertmanager": {
		"GET /silence/{silenceID}":    "a silence, whose id is a random UUID",
		"DELETE /silence/{silenceID}": "a silence, whose id is a random UUID",
	},
}

// A run on each service gives every operation that needs nothing made before a
// 2xx answer, and tests that compile and pass, repeatedly and in any order.
func TestSuites(t *testing.T) {
	for _, s := range Services() {
		t.Run(s.Name, func(t *testing.T) {
			dir := testDir(t)
			result, err := evoke.Run(context.Background(), config(s, 0, 20_000, dir))
			require.NoError(t, err)
			assert.NotEmpty(t, result.Suite.Tests)
			logResult(t, result)
			assertSucceeded(t, result.Report.Operations, needs[s.Name])
			out := goTest(t, "-vet=all", "-shuffle=on", "-count=2", "-v", dir)
			assert.Equal(t, 2*len(result.Suite.Tests), passedCases(out))
		})
	}
}

// logResult prints the figures of a service.
func logResult(t *testing.T, result *evoke.Result) {
	t.Helper()
	r := result.Report
	count := func(low int) (n int) {
		for i := range r.Operations {
			if r.Operations[i].Count(low, low+99) > 0 {
				n++
			}
		}
		return n
	}
	t.Logf("%d operations: %d 2xx, %d 4xx, %d 5xx; %d tests, %d calls, %d faults, %d of %d targets, %.0f calls/s",
		len(r.Operations), count(200), count(400), count(500), len(result.Suite.Tests),
		r.Calls, len(r.Faults()), r.Covered, r.Targets, float64(r.Calls)/r.Elapsed.Seconds())
	for i := range r.Operations {
		if o := &r.Operations[i]; !o.Succeeded() {
			t.Logf("never 2xx: %s %v", o.Name, o.Outcomes)
		}
	}
}

func assertSucceeded(t *testing.T, operations []report.Operation, needs map[string]string) {
	t.Helper()
	missing := maps.Clone(needs)
	for i := range operations {
		o := &operations[i]
		if _, excused := needs[o.Name]; !excused {
			assert.True(t, o.Succeeded(), "%s was never answered 2xx: %v", o.Name, o.Outcomes)
		}
		delete(missing, o.Name)
	}
	assert.Empty(t, slices.Collect(maps.Keys(missing)), "no operations of the schema")
}

// testDir makes a folder in this module, where written tests can import its
// packages.
func testDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(".", "evoke-written-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func goTest(t *testing.T, args ...string) string {
	t.Helper()
	args[len(args)-1] = "./" + args[len(args)-1]
	out, err := exec.Command("go", append([]string{"test"}, args...)...).CombinedOutput()
	if err != nil {
		t.Errorf("go test %v: %v\n%s", args, err, passedLines.ReplaceAllString(string(out), ""))
	}
	return string(out)
}

// passedCases is the number of passes in the output of go test -v, where a table
// counts as its rows.
func passedCases(out string) (n int) {
	rows := map[string]bool{}
	for _, found := range passed.FindAllStringSubmatch(out, -1) {
		n++
		if table, _, isRow := strings.Cut(found[1], "/"); isRow {
			rows[table] = true
		}
	}
	for _, found := range passed.FindAllStringSubmatch(out, -1) {
		if rows[found[1]] {
			n--
		}
	}
	return n
}

var passed = regexp.MustCompile(`(?m)^ *--- PASS: (\S+)`)

// chance is what may be a time or an id by chance: ach writes the minute into files, makes ids of 40 digits, and calls
// send both. With them the beginning of a search may go another way in a new process, and then the suite does not say
// how to get the same tests again.
var chance = regexp.MustCompile(`(?m)^// To get the same tests again: .*\n|[0-9a-f]{40}|\d{4,}`)

// inOrder lists files as they were stored. The repository of ach lists them in the order of a map, which is another
// one each time: a call that takes its id from the first of two files goes to either.
type inOrder struct {
	server.Repository
	mu     sync.Mutex
	all    int
	stored map[string]int // how many had been stored before the file of an id
}

func (r *inOrder) StoreFile(f *moov.File) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.Repository.StoreFile(f); err != nil {
		return err
	}
	r.stored[f.ID] = r.all
	r.all++
	return nil
}

func (r *inOrder) FindAllFiles() []*moov.File {
	r.mu.Lock()
	defer r.mu.Unlock()
	files := r.Repository.FindAllFiles()
	slices.SortFunc(files, func(a, b *moov.File) int { return r.stored[a.ID] - r.stored[b.ID] })
	return files
}

// newInOrder is the handler of ach, but for the order of its list.
func newInOrder() http.Handler {
	repository := &inOrder{Repository: server.NewRepositoryInMemory(0, baselog.NewNopLogger()),
		stored: map[string]int{}}
	return server.MakeHTTPHandler(server.NewService(repository), repository, log.NewNopLogger())
}

// The same seed and number of calls give the same files, but for the times and ids in answers that
// calls send again.
func TestRunsAreRepeatable(t *testing.T) {
	s := find(t, "ach")
	run := func() map[string]string {
		c := config(s, 7, 2000, "")
		c.System.Controller = sut.NewHandler(newInOrder, sut.HandlerOptions{})
		result, err := evoke.Run(context.Background(), c)
		require.NoError(t, err)
		files := map[string]string{}
		for _, f := range result.Files {
			files[f.Name] = chance.ReplaceAllString(string(f.Content), "")
		}
		return files
	}
	first, second := run(), run()
	require.NotEmpty(t, first)
	assert.ElementsMatch(t, slices.Collect(maps.Keys(first)), slices.Collect(maps.Keys(second)))
	for name, content := range first {
		assert.Empty(t, difference(content, second[name]), name)
	}
}

// difference returns the first lines in which two texts differ, "" for none. A suite is longer than what a test may
// print.
func difference(a, b string) string {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return fmt.Sprintf("line %d: %.300s\nin place of: %.300s", i+1, other[i], one[i])
		}
	}
	if len(one) != len(other) {
		return fmt.Sprintf("%d lines in place of %d", len(other), len(one))
	}
	return ""
}
