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
	"github.com/evoke-go/evoke/bench/stores/server"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/sut/program"
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

// ran searches the shop as a program of its own, whose database is one of PostgreSQL.
func ran(t *testing.T, defects ...stored.Defect) []report.Fault {
	t.Helper()
	o := program.Options{Package: "./server", Args: []string{server.Postgres(t)},
		Cover: []string{"github.com/evoke-go/evoke/bench/stored"}, Reset: reset}
	for _, d := range defects {
		o.Args = append(o.Args, string(d))
	}
	controller, err := program.New(o)
	require.NoError(t, err)
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(stored.Schema), System: evoke.System{Controller: controller},
		REST: rest.Options{With: []int{security.CodeSQL}}, Budget: evoke.Budget{Calls: 1500},
		Search: evoke.Search{Seed: 1}, Output: evoke.Output{Dir: t.TempDir()},
	})
	require.NoError(t, err)
	return result.Report.Faults()
}

// reset has the program fill its tables anew.
func reset(ctx context.Context, baseURL string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+"/reset", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
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

// TestDefects: a search finds each defect at its place, and a test shows it. So it does where statements do not go by
// database/sql.
func TestDefects(t *testing.T) {
	for name, search := range map[string]func(*testing.T, ...stored.Defect) []report.Fault{
		"database/sql": faults, "pgx": ran,
	} {
		t.Run(name, func(t *testing.T) {
			found := map[string]bool{}
			for _, f := range search(t, stored.All()...) {
				t.Logf("%s: %s; hint %q; tests %v", f.Key, f.Reason, f.Silenced, f.Tests)
				found[line.ReplaceAllString(f.Key, "")] = f.Silenced != ""
				assert.NotEmpty(t, f.Tests, f.Key)
			}
			for key, hint := range defects {
				is, ok := found[key]
				assert.True(t, ok, key)
				assert.Equal(t, hint, is, key)
			}
			for _, f := range search(t) {
				t.Errorf("a false alarm: %s: %s", f.Key, f.Reason)
			}
		})
	}
}
