package stored_test

import (
	"context"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stored"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/security"
)

// open returns a shop with a database in memory.
func open(defects ...stored.Defect) http.Handler {
	db, err := stored.SQLite(context.Background())
	if err != nil {
		panic(err)
	}
	return stored.New(db, defects...)
}

// faults searches a shop, with a look inside.
func faults(t *testing.T, defects ...stored.Defect) []report.Fault {
	t.Helper()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(stored.Schema), Handler: func() http.Handler { return open(defects...) },
		REST: rest.Options{With: []int{security.CodeSQL}}, Budget: evoke.Budget{Calls: 3000},
		Search:   evoke.Search{Seed: 1},
		WhiteBox: evoke.WhiteBox{Cover: []string{"github.com/evoke-go/evoke/bench/stored"}},
	})
	require.NoError(t, err)
	return result.Report.Faults()
}

// line is that of a place.
var line = regexp.MustCompile(` \(\w+\.go:\d+\)`)

// defects are the keys of what is to be found, and whether it is a hint.
var defects = map[string]bool{
	"POST /orders 1308 stored.(*shop).order":        false,
	"PUT /articles/{id} 1309 stored.(*shop).change": true,
	"GET /articles/{id} 1303 stored.(*shop).get":    false,
	"GET /articles 200 query name":                  false,
	"GET /report 1310 stored.(*shop).report":        true,
}

// TestDefects: a search finds each defect at its place, and a test shows it.
func TestDefects(t *testing.T) {
	found := map[string]bool{}
	for _, f := range faults(t, stored.All()...) {
		t.Logf("%s: %s; hint %q; tests %v", f.Key, f.Reason, f.Silenced, f.Tests)
		found[line.ReplaceAllString(f.Key, "")] = f.Silenced != ""
		assert.NotEmpty(t, f.Tests, f.Key)
	}
	for key, hint := range defects {
		is, ok := found[key]
		assert.True(t, ok, key)
		assert.Equal(t, hint, is, key)
	}
}

// TestHealthy: what is found in the shop without defects is a false alarm.
func TestHealthy(t *testing.T) {
	for _, f := range faults(t) {
		t.Errorf("%s: %s", f.Key, f.Reason)
	}
}
