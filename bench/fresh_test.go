package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest"
)

// freshCalls is the budget of a search over a socket, and freshSeeds how many there are of
// each service; EVOKE_FRESH_SEED chooses others.
const freshCalls, freshSeeds = 2000, 1

// A suite of a running service that nobody can reset passes on a service that has
// just been started, again on the same one, and on the one that was searched.
func TestSuitesByURLStandAlone(t *testing.T) {
	for _, name := range []string{
		"bookshop", "alertmanager", "ach", "features-service", "rest-news", "rest-scs", "n5-sparse-hide",
	} {
		for seed := seedOf(t); seed < seedOf(t)+freshSeeds; seed++ {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) { standsAlone(t, name, uint64(seed)) })
		}
	}
}

// standsAlone searches a service at a URL and executes the tests wherever they have to pass.
func standsAlone(t *testing.T, name string, seed uint64) {
	s, err := Named(name)
	require.NoError(t, err)
	dir := testDir(t)
	searched := listen(t, s)
	result, err := evoke.Run(context.Background(), byURL(s, searched, seed, freshCalls, dir))
	require.NoError(t, err)
	for _, w := range result.Report.Warnings {
		t.Log(w)
	}
	t.Logf("%d tests, %d calls", len(result.Suite.Tests), result.Report.Calls)
	require.NotEmpty(t, result.Suite.Tests)
	program := built(t, dir)
	fresh := listen(t, s)
	for _, where := range []struct{ name, url string }{{"fresh", fresh}, {"the same again", fresh},
		{"searched", searched}} {
		assert.Empty(t, failedAt(t, program, where.url), where.name)
	}
}

// seedOf is the first seed.
func seedOf(t *testing.T) int {
	t.Helper()
	seed, _ := strconv.Atoi(os.Getenv("EVOKE_FRESH_SEED"))
	return seed
}

// listen starts a service on a socket.
func listen(t *testing.T, s *Service) string {
	t.Helper()
	i := s.Instance()
	server := newServer(t, i.New())
	t.Cleanup(func() { assert.NoError(t, i.Close()) })
	return server
}

// byURL is a search of a running service.
func byURL(s *Service, url string, seed uint64, calls int, dir string) evoke.Config {
	return evoke.Config{
		Schema: string(s.Schema), System: evoke.System{URL: url}, REST: rest.Options{Users: s.Users},
		Search: evoke.Search{Seed: seed}, Budget: evoke.Budget{Calls: calls},
		Output: evoke.Output{Dir: dir, Writers: []output.Writer{&gotest.Writer{Package: "written"}}},
	}
}

// built builds the written tests of a folder.
func built(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "written.exe")
	out, err := exec.Command("go", "test", "-c", "-o", program, "./"+dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// failedAt executes written tests against the service at a URL and returns the names
// of those that fail.
func failedAt(t *testing.T, program, url string) (names []string) {
	t.Helper()
	cmd := exec.Command(program, "-test.v")
	cmd.Env = append(os.Environ(), "EVOKE_BASE_URL="+url)
	out, err := cmd.CombinedOutput()
	for _, m := range failedTest.FindAllStringSubmatch(string(out), -1) {
		names = append(names, m[1])
	}
	if err != nil {
		t.Logf("%d failed\n%s", len(names), shortened(passedLines.ReplaceAllString(string(out), "")))
		require.NotEmpty(t, names)
	}
	return names
}

// shortened is the beginning of a text.
func shortened(text string) string { return text[:min(len(text), 2500)] }

var (
	failedTest  = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)
	passedLines = regexp.MustCompile(`(?m)^ *(=== |--- PASS|--- SKIP).*\n`)
)

func newServer(t *testing.T, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}
