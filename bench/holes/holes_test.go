package holes_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/holes"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/sut"
)

// faults searches a library with holes, without a look inside.
func faults(t *testing.T, with []int, calls int, all ...holes.Hole) []report.Fault {
	t.Helper()
	covers := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(covers, "red.txt"), []byte("red"), 0o600))
	var last *holes.Service
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(holes.Schema), REST: rest.Options{With: with},
		System: evoke.System{Controller: sut.NewHandler(func() http.Handler {
			if last != nil {
				require.NoError(t, last.Close())
			}
			s, err := holes.New(covers, all...)
			require.NoError(t, err)
			last = s
			return s
		}, sut.HandlerOptions{})},
		Budget: evoke.Budget{Calls: calls}, WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Search: evoke.Search{Seed: 1},
	})
	require.NoError(t, err)
	return result.Report.Faults()
}

// TestHoles: a search finds each hole in its operation, and a test shows it.
func TestHoles(t *testing.T) {
	found := map[string]bool{}
	for _, f := range faults(t, security.Codes(), 4000, holes.All()...) {
		found[f.Key] = true
		t.Logf("%s: %s; tests %v", f.Key, f.Reason, f.Tests)
		if f.Code != 100 && f.Code != 101 {
			assert.NotEmpty(t, f.Tests, f.Key)
		}
	}
	for _, want := range []string{
		"GET /books 200 query author", "GET /books/{id} 200 path id", "GET /titles 200 query part",
		"GET /shelves 200 query shelf", "POST /sessions 200 body /reader", "GET /hello 201 query name",
		"POST /comments 201 body /text", "POST /letters 1201 body /greeting", "GET /covers/{name} 1202 path name",
		"POST /imports 202 body /source", "GET /leave 1200 query next", "GET /language 1203 query code",
		"DELETE /comments 210 ", "GET /debug/vars 210 ", "GET /books 209 ", "GET /books 1106 ",
	} {
		assert.True(t, found[want], want)
	}
}

// TestNoHoles: what is found in the service without holes is a false alarm.
func TestNoHoles(t *testing.T) {
	for _, f := range faults(t, security.Codes(), 3000) {
		t.Errorf("%s: %s", f.Key, f.Reason)
	}
}

// TestNotAskedFor: a search that is not asked to sends no attacks.
func TestNotAskedFor(t *testing.T) {
	for _, f := range faults(t, nil, 1500, holes.All()...) {
		assert.Contains(t, []int{100, 101}, f.Code, f.Key)
	}
}
