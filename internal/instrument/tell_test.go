package instrument

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The packages that tell, as they are in the standard library.
const sqlPackage, httpPackage = "database/sql", "net/http"

// sourceOf returns the path of the file that is changed in a package of the standard library, and its content.
func sourceOf(t *testing.T, name string) (path, content string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	file := map[string]string{sqlPackage: "sql.go", httpPackage: "roundtrip.go"}[name]
	path = filepath.Join(strings.TrimSpace(string(out)), "src", name, file)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return path, string(text)
}

// The output of the project databases: what is noted, and the types of the drivers, which are those of the program.
const (
	heardStatements = `opened by name [{stock 1 [x]} {stock 3 []}]
opened by name fake.Conn
opened by name fake.Driver
opened by a connector [{stock 1 [x]} {stock 3 []}]
opened by a connector fake.Conn
opened by a connector fake.Driver
wrapped by hand [{stock 1 [x]} {stock 3 []}]
wrapped by hand fake.Conn
wrapped by hand fake.Driver
`
	unheardStatements = `opened by name []
opened by name fake.Conn
opened by name fake.Driver
opened by a connector []
opened by a connector fake.Conn
opened by a connector fake.Driver
wrapped by hand [{stock 1 [x]} {stock 3 []}]
wrapped by hand struct { *tables.conn; tables.execs }
wrapped by hand fake.Driver
`
)

// TestStatementsAreHeard: programs need no line for it that their statements are noted.
func TestStatementsAreHeard(t *testing.T) {
	dir := project(t, "databases")
	for name, o := range map[string]Options{
		"plain":              {},
		"with race detector": {Flags: []string{"-race"}},
		"trimmed":            {Flags: []string{"-trimpath"}},
		"for a debugger":     {Flags: []string{"-gcflags=all=-N -l", "-ldflags=-w"}},
	} {
		t.Run(name, func(t *testing.T) {
			o.Dir = dir
			plan := prepare(t, o)
			assert.Empty(t, plan.Notes)
			assert.NotContains(t, paths(plan), sqlPackage, "it has no probes")
			assert.Equal(t, heardStatements, execute(t, plan))
		})
	}
}

// TestStatementsThatNobodyHears: a program without a database does not get one, and a program with one is the same
// where nobody notes statements.
func TestStatementsThatNobodyHears(t *testing.T) {
	dir := project(t, "databases")
	path, _ := sourceOf(t, sqlPackage)
	none := prepare(t, Options{Dir: dir, Package: "./none"})
	assert.NotContains(t, none.overlay, path)
	out := filepath.Join(t.TempDir(), "program.exe")
	require.NoError(t, none.Build(context.Background(), out))
	program, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Contains(t, string(program), "probe/tables.Take", "functions have names in the program")
	assert.NotContains(t, string(program), "database/sql.")

	alone := prepare(t, Options{Dir: dir, Package: "./alone"})
	assert.NotContains(t, alone.overlay, path)
	assert.Equal(t, "fake.Driver\n", execute(t, alone))
}

// TestOtherVersions: where a package of the standard library is not as expected, the program is built without notes.
func TestOtherVersions(t *testing.T) {
	sqlPath, sql := sourceOf(t, sqlPackage)
	httpPath, trip := sourceOf(t, httpPackage)
	far, called := listener(t, `{"rate": 4}`)
	t.Setenv("FAR", far)
	for _, tt := range []struct{ name, project, program, path, is, changed, where, want string }{
		{"another Connect", "databases", ".", sqlPath, sql,
			strings.ReplaceAll(sql, "db.connector.Connect(ctx)", "(db.connector).Connect(ctx)"), sqlPackage,
			unheardStatements},
		{"another Raw", "databases", ".", sqlPath, sql, strings.Replace(sql, "f(dc.ci)", "f(any(dc.ci))", 1),
			sqlPackage, unheardStatements},
		{"such a name in sql", "databases", ".", sqlPath, sql, sql + "\nvar evokeWatch int\n", sqlPackage,
			unheardStatements},
		{"another roundTrip", "neighbours", "./unseen", httpPath, trip,
			strings.ReplaceAll(trip, "t.roundTrip(req)", "(t).roundTrip(req)"), httpPackage, "4 <nil>\n"},
		{"such a name in http", "neighbours", "./unseen", httpPath, trip, trip + "\nvar evokeNeighbour int\n",
			httpPackage, "4 <nil>\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.NotEqual(t, tt.is, tt.changed)
			plan := prepare(t, Options{Dir: project(t, tt.project), Package: tt.program,
				Files: map[string][]byte{tt.path: []byte(tt.changed)}})
			assert.Equal(t, tt.want, execute(t, plan))
			require.Len(t, plan.Notes, 1)
			assert.Equal(t, tt.where, plan.Notes[0].Where)
		})
	}
	assert.EqualValues(t, 2, called.Load())
}

// TestNeighboursAnswer: requests of a program are answered as arranged, whichever way they go, and nobody is called.
func TestNeighboursAnswer(t *testing.T) {
	dir := project(t, "neighbours")
	far, called := listener(t, `{"rate": 4}`)
	allowed, wanted := listener(t, `{"rate": 5}`)
	t.Setenv("FAR", far)
	t.Setenv("ALLOWED", strings.TrimPrefix(allowed, "http://"))
	want, err := os.ReadFile(filepath.Join("testdata", "neighbours.txt"))
	require.NoError(t, err)
	plan := prepare(t, Options{Dir: dir})
	assert.Empty(t, plan.Notes)
	assert.NotContains(t, paths(plan), httpPackage, "it has no probes")
	assert.Equal(t, string(want), execute(t, plan))
	assert.EqualValues(t, 1, wanted.Load())
	assert.Zero(t, called.Load())
}

// TestSearchesArrangeNeighbours: the tracer of a program tells its requests, and takes the answers.
func TestSearchesArrangeNeighbours(t *testing.T) {
	far, called := listener(t, `{"rate": 4}`)
	t.Setenv("FAR", far)
	plan := prepare(t, Options{Dir: project(t, "neighbours"), Package: "./searched"})
	const rate = `application/json {"type":"object","properties":{"rate":{"type":"number","format":"double"}}}`
	assert.Equal(t, "502 no rate\nGET true false false  \n0\n200 0\nGET true true false "+rate+"\n0\n200 3\n"+
		"GET true true false "+rate+"\n0\n", execute(t, plan))
	assert.Zero(t, called.Load())
}

// TestProgramsWithoutNeighbours: only a program that makes requests, and has the package that answers them, gets
// another net/http.
func TestProgramsWithoutNeighbours(t *testing.T) {
	dir := project(t, "neighbours")
	path, _ := sourceOf(t, httpPackage)
	far, _ := listener(t, `{"rate": 4}`)
	t.Setenv("FAR", far)
	for program, want := range map[string]string{"./none": " <nil> false []\n", "./alone": "4 <nil>\n"} {
		plan := prepare(t, Options{Dir: dir, Package: program})
		assert.NotContains(t, plan.overlay, path, program)
		assert.Equal(t, want, execute(t, plan))
	}
	mutants := prepare(t, Options{Dir: dir, Package: "./unseen", Runtime: MutantRuntime})
	assert.Contains(t, mutants.overlay, path, "programs with mutants have neighbours too")
	assert.Contains(t, execute(t, mutants), "connection refused")
}

func TestAsks(t *testing.T) {
	for text, want := range map[string]bool{
		"import \"net/http\"\nvar c http.Client":                        true,
		"import (\n\tweb \"net/http\"\n)\nvar f = web.Get":              true,
		"import . \"net/http\"":                                         true,
		"import \"net/http/httputil\"\nvar p httputil.ReverseProxy":     true,
		"import (\n\t\"net/http\"\n)\nfunc f() { x.Header.Get(\"a\") }": false,
		"import \"net/http\"\nvar r http.Request":                       false,
		"import http \"example.com/http\"\nvar c http.Client":           false,
		"import _ \"net/http/pprof\"":                                   false,
		"import _ \"net/http\"\nvar c x.Client":                         false,
	} {
		assert.Equal(t, want, asks([]byte("package p\n"+text)), text)
	}
}

// listener starts a server that counts its calls.
func listener(t *testing.T, answer string) (url string, calls *atomic.Int32) {
	t.Helper()
	calls = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(s.Close)
	return s.URL, calls
}

// TestNothingIsOverlaidInTheModuleCache: where the go command comes from there, a note says what is not so.
func TestNothingIsOverlaidInTheModuleCache(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"),
		[]byte("package main\nimport \"net/http\"\nvar c http.Client\n"), 0o666))
	list := &listing{byID: map[string]*listed{}}
	for _, p := range []*listed{{ImportPath: "net/http", Standard: true, Dir: "/go/pkg/mod/go/src/net/http"},
		{ImportPath: "database/sql", Standard: true, Dir: "/go/pkg/mod/go/src/database/sql"},
		{ImportPath: "p/neighbour"}, {ImportPath: "p/tables"},
		{ImportPath: "main", Imports: []string{"net/http"}, Dir: dir, GoFiles: []string{"main.go"}}} {
		list.add(p)
	}
	tell := &telling{list: list, overlay: overlay{}, runtime: "p", fixed: "/go/pkg/mod",
		reached: map[string]bool{"main": true, "net/http": true, "database/sql": true}}
	files, notes, err := tell.files()
	require.NoError(t, err)
	assert.Empty(t, files)
	const cause = "the go command comes from the module cache, where nothing can be overlaid: "
	assert.Equal(t, []Note{{"database/sql", cause + "the tables of statements are not known"},
		{"net/http", cause + "other services are really called"}}, notes)
	tell.mutants = true
	_, notes, _ = tell.files()
	assert.Len(t, notes, 1, "mutants need no statements")
	tell.reached = nil
	_, notes, _ = tell.files()
	assert.Empty(t, notes, "nothing makes requests")
}
