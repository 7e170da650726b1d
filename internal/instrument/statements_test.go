package instrument

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sourceOfSQL returns the path of the file of database/sql that opens connections, and its content.
func sourceOfSQL(t *testing.T) (path, content string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	path = filepath.Join(strings.TrimSpace(string(out)), "src", sqlPackage, sqlFile)
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
	path, _ := sourceOfSQL(t)
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

// TestOtherVersionsOfSQL: where database/sql is not as expected, the program is built without notes.
func TestOtherVersionsOfSQL(t *testing.T) {
	dir := project(t, "databases")
	path, content := sourceOfSQL(t)
	for name, changed := range map[string]string{
		"another Connect": strings.ReplaceAll(content, "db.connector.Connect(ctx)", "(db.connector).Connect(ctx)"),
		"another Raw":     strings.Replace(content, "f(dc.ci)", "f(any(dc.ci))", 1),
		"such a name":     content + "\nvar evokeWatch int\n",
	} {
		t.Run(name, func(t *testing.T) {
			require.NotEqual(t, content, changed)
			plan := prepare(t, Options{Dir: dir, Files: map[string][]byte{path: []byte(changed)}})
			assert.Equal(t, unheardStatements, execute(t, plan))
			require.Len(t, plan.Notes, 1)
			assert.Equal(t, sqlPackage, plan.Notes[0].Where)
		})
	}
	assert.Nil(t, withHearing([]byte("no Go")))
}

// TestHearingMovesNoLine: lines of database/sql keep their numbers, and nothing else of it changes.
func TestHearingMovesNoLine(t *testing.T) {
	_, content := sourceOfSQL(t)
	made := string(withHearing([]byte(content)))
	for _, change := range []struct {
		was, is string
		times   int
	}{
		{"db.connector.Connect(ctx)", "evokeOpened(db.connector.Connect(ctx))", 2},
		{"f(dc.ci)", "f(evokeBare(dc.ci))", 1},
		{"package sql\n", "package sql; import _ \"unsafe\"\n", 1},
	} {
		assert.Equal(t, change.times, strings.Count(made, change.is), change.is)
		made = strings.ReplaceAll(made, change.is, change.was)
	}
	assert.Equal(t, content+hearing, made)
}
