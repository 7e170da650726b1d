package gotest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

// rows returns a suite with a test that inserts a row, and one that does not.
func rows() *suite.Suite {
	promoted := features.Step("GET /members/{id}", 200)
	promoted.Given = []suite.Given{{SQL: "INSERT INTO members (id, title) VALUES (7, 'gold')", Note: "a row"}}
	return &suite.Suite{Tests: []suite.Test{
		{Name: "Promoted", Kind: suite.Success, Steps: []suite.Step{promoted}},
		{Name: "Plain", Kind: suite.Success, Steps: []suite.Step{features.Step("GET /members", 200)}},
	}}
}

// TestWrittenRows: a test inserts its rows into the database that the writer names. Without one, and over a connection,
// the test is left out.
func TestWrittenRows(t *testing.T) {
	app := flavours()["standard"].Constructor
	database := gotest.Func{ImportPath: app.ImportPath, Name: "Database"}
	for name, tt := range map[string]struct {
		w      gotest.Writer
		writes bool
	}{
		"in process":  {gotest.Writer{Constructor: app, Database: database}, true},
		"no database": {gotest.Writer{Constructor: app}, false},
		"remote":      {gotest.Writer{Database: database}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var all strings.Builder
			for _, f := range write(t, &tt.w, rows()) {
				all.Write(f.Content)
			}
			text := all.String()
			assert.Contains(t, text, "func TestPlain(")
			for _, part := range []string{"func TestPromoted(",
				"\n\t// a row\n\tapi.sql(\"INSERT INTO members (id, title) VALUES (7, 'gold')\")\n\tapi.call(",
				"app.Database().ExecContext("} {
				assert.Equal(t, tt.writes, strings.Contains(text, part), "%s in\n%s", part, text)
			}
		})
	}
}

// TestWrittenStores: a test puts rows into the stores that the writer names, each by a method of its own. It is left
// out where it cannot.
func TestWrittenStores(t *testing.T) {
	app := flavours()["standard"].Constructor
	named := func(name string) gotest.Func { return gotest.Func{ImportPath: app.ImportPath, Name: name} }
	cached := features.Step("GET /members/{id}", 200)
	cached.Given = []suite.Given{{Row: &suite.Row{Store: 1, Table: "string a:*", Values: `{"key":"a:1"}`}}}
	s := &suite.Suite{Tests: []suite.Test{
		{Name: "Cached", Kind: suite.Success, Steps: []suite.Step{cached}},
		{Name: "Plain", Kind: suite.Success, Steps: []suite.Step{features.Step("GET /members", 200)}},
	}}
	for name, tt := range map[string]struct {
		stores []gotest.Func
		method string
	}{
		"two":          {[]gotest.Func{named("Docs"), named("Cache")}, "putCache"},
		"alike":        {[]gotest.Func{named("Cache"), named("Cache")}, "putCache1"},
		"of a package": {[]gotest.Func{{}, {Name: "öst"}}, "putÖst"},
		"too few":      {[]gotest.Func{named("Cache")}, ""},
		"no name":      {[]gotest.Func{named("Docs"), {}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var all strings.Builder
			for _, f := range write(t, &gotest.Writer{Constructor: app, Stores: tt.stores}, s) {
				all.Write(f.Content)
			}
			text := all.String()
			assert.Contains(t, text, "func TestPlain(")
			if tt.method == "" {
				assert.NotContains(t, text, "func TestCached(")
				assert.NotContains(t, text, "evoke/store")
				return
			}
			assert.Contains(t, text,
				"\n\tapi."+tt.method+"(\"string a:*\", `{\"key\":\"a:1\"}`)\n\tapi.call(")
			assert.Contains(t, text, "API) "+tt.method+"(table, row string) {")
			assert.Contains(t, text, "evokestore \"github.com/evoke-go/evoke/store\"\n")
		})
	}
}

// TestWrittenPutBack: all tests share a handler, and begin and end with the rows that were there before the first one.
func TestWrittenPutBack(t *testing.T) {
	app := flavours()["standard"].Constructor
	w := gotest.Writer{Constructor: app, Database: gotest.Func{ImportPath: app.ImportPath, Name: "Database"},
		PutBack: true}
	var all strings.Builder
	for _, f := range write(t, &w, rows()) {
		all.Write(f.Content)
	}
	for _, part := range []string{"evokestore \"github.com/evoke-go/evoke/store\"\n",
		"\treturn evokestore.Keep(context.Background(), app.Database())\n", "var evokeHandler = sync.OnceValue(",
		"\tapi.putBack()\n\tt.Cleanup(api.putBack)\n",
		"rows.Restore(ctx)", "func TestPromoted("} {
		assert.Contains(t, all.String(), part)
	}
	for name, w := range map[string]gotest.Writer{
		"no handler":  {Database: w.Database, PutBack: true},
		"no database": {Constructor: app, PutBack: true},
	} {
		_, err := w.Files(rows())
		assert.ErrorContains(t, err, "PutBack needs", name)
	}
	bound, notes := (&gotest.Writer{}).Bind(&output.System{Constructor: w.Constructor, Database: w.Database,
		PutBack: true})
	assert.True(t, bound.(*gotest.Writer).PutBack)
	assert.Empty(t, notes)
	bound, notes = (&gotest.Writer{}).Bind(&output.System{Constructor: w.Constructor, PutBack: true})
	assert.False(t, bound.(*gotest.Writer).PutBack)
	assert.Len(t, notes, 1)
}

// TestWrittenWaits: time passes in a bubble of package synctest.
func TestWrittenWaits(t *testing.T) {
	late := features.Step("GET /tickets/{id}", 410)
	late.Given = []suite.Given{{Wait: 31 * 24 * time.Hour}}
	w := gotest.Writer{Constructor: flavours()["standard"].Constructor}
	files := write(t, &w, &suite.Suite{Tests: []suite.Test{{Name: "Late", Kind: suite.ClientError,
		At:    time.Date(2026, 11, 30, 13, 22, 53, 0, time.UTC),
		Steps: []suite.Step{features.Step("GET /tickets", 200), late}}}})
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Content)
	}
	assert.Contains(t, all.String(), "\tsynctest.Test(t, func(t *testing.T) {\n"+
		"\t\ttime.Sleep(time.Until(time.Date(2026, 11, 30, 13, 22, 53, 0, time.UTC))) // in the bubble, nobody waits\n"+
		"\t\tapi := evokeStart(t)\n")
	assert.Contains(t, all.String(), "\t\ttime.Sleep(31 * 24 * time.Hour)")
	assert.Contains(t, all.String(), "\"testing/synctest\"\n")
}

// TestTimePassesBesideNeighbours: tests in which time passes, and those around them, can answer in place of other
// services.
func TestTimePassesBesideNeighbours(t *testing.T) {
	if testing.Short() {
		return // it compiles a suite
	}
	s := features.Neighbours()
	last := func(i int) *suite.Step { return &s.Tests[i].Steps[len(s.Tests[i].Steps)-1] }
	waiting := 0
	for i := range s.Tests {
		if last(i).Call.Request.Path.String() != "/stock" { // a bubble has no time for connections to this machine
			last(i).Given = append(last(i).Given, suite.Given{Wait: time.Hour})
			waiting++
		}
	}
	w := &workshop{root: t.TempDir(), t: t, files: map[string]string{"go.mod": "module example.com\n\ngo 1.25\n",
		"shop/shop.go": read(t, "testdata/shop/shop.go")}}
	w.add("tests", flavours()["standard"], s)
	w.build()
	out, err := w.run(t, "tests", "")
	assert.NoError(t, err, out)
	assert.Equal(t, len(s.Tests), strings.Count(out, "--- PASS: "), out)
	assert.Equal(t, waiting, strings.Count(w.files["tests/evoke_success_test.go"]+
		w.files["tests/evoke_fault_test.go"], "synctest.Test("))
}
