package standard

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// source returns a file of the standard library.
func source(t *testing.T, name string) string {
	t.Helper()
	if strings.HasPrefix(name, "testdata/") {
		text, err := os.ReadFile(filepath.FromSlash(name))
		require.NoError(t, err)
		return string(text)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(text)
}

type change struct {
	was, is string
	times   int
}

// TestLinesStay: lines keep their numbers, and nothing else changes.
func TestLinesStay(t *testing.T) {
	for _, tt := range []struct {
		file    string
		made    func([]byte) []byte
		changes []change
		added   string
	}{
		{"database/sql/sql.go", Connections, []change{
			{"db.connector.Connect(ctx)", "evokeOpened(db.connector.Connect(ctx))", 2},
			{"f(dc.ci)", "f(evokeBare(dc.ci))", 1},
			{"convertAssignRows(dest[i], sv, rs)",
				"evokeScanned(rs, i, dest[i], convertAssignRows(dest[i], sv, rs))", 1},
			{"package sql\n", "package sql; import _ \"unsafe\"\n", 1},
		}, hearing},
		{"testdata/conn.go.txt", Pgx, []change{
			{"return c, nil\n}\n\nfunc other", "return evokeTraced(c), nil\n}\n\nfunc other", 1},
			{"package pgx\n", "package pgx; import _ \"unsafe\"\n", 1},
		}, tracing},
		{"net/http/roundtrip.go", Requests, []change{
			{"return t.roundTrip(req)\n}\n", "return evokeTrip(t, req)\n}\n", 1},
		}, asking},
	} {
		t.Run(tt.file, func(t *testing.T) {
			content := source(t, tt.file)
			made, ok := strings.CutSuffix(string(tt.made([]byte(content))), tt.added)
			assert.True(t, ok)
			for _, c := range tt.changes {
				assert.Equal(t, c.times, strings.Count(made, c.is), c.is)
				made = strings.ReplaceAll(made, c.is, c.was)
			}
			assert.Equal(t, content, made)
		})
	}
}

// TestOtherSources: nothing is made of a file that is not as expected.
func TestOtherSources(t *testing.T) {
	sql, trip := source(t, "database/sql/sql.go"), source(t, "net/http/roundtrip.go")
	pgx := source(t, "testdata/conn.go.txt")
	for name, made := range map[string][]byte{
		"no Go of sql":     Connections([]byte("no Go")),
		"another Connect":  Connections([]byte(strings.ReplaceAll(sql, "db.connector.Connect(", "db.connector.Dial("))),
		"another Raw":      Connections([]byte(strings.Replace(sql, "f(dc.ci)", "f(any(dc.ci))", 1))),
		"no Go of pgx":     Pgx([]byte("no Go")),
		"another function": Pgx([]byte(strings.ReplaceAll(pgx, "func connect(", "func dial("))),
		"a method":         Pgx([]byte(strings.ReplaceAll(pgx, "func connect(", "func (*Conn) connect("))),
		"another end":      Pgx([]byte(strings.ReplaceAll(pgx, "return c, nil", "return dialed(c)"))),
		"no connection":    Pgx([]byte(strings.ReplaceAll(pgx, "return c, nil", "return &Conn{}, nil"))),
		"no body":          Pgx([]byte("package pgx; func connect() {}; type Conn struct{}")),
		"other fields":     Pgx([]byte(strings.ReplaceAll(pgx, "batchTracer ", "batches "))),
		"another type":     Pgx([]byte(strings.ReplaceAll(pgx, "type Conn struct", "type Connection struct"))),
		"no Go of http":    Requests([]byte("no Go")),
		"another name":     Requests([]byte(strings.ReplaceAll(trip, "roundTrip(req)", "trip(req)"))),
		"another variable": Requests([]byte(strings.ReplaceAll(trip, "roundTrip(req)", "roundTrip(r)"))),
		"two calls":        Requests([]byte(strings.ReplaceAll(trip, "return t.r", "t.roundTrip(req); return t.r"))),
		"no unsafe":        Requests([]byte(strings.ReplaceAll(trip, `import _ "unsafe"`, ""))),
	} {
		assert.Nil(t, made, name)
	}
}
