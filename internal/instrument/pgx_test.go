package instrument

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the project postgres prints: each statement once, whichever way it takes to pgx, and what the tracer of the
// program is told.
const (
	tracedByProgram = `traced begin
traced INSERT INTO stock (x) VALUES (1)
traced named
traced commit
traced no SQL
traced UPDATE a SET x = 2
`
	heardByPgx = tracedByProgram + `pgx deletes from stock; inserts into stock
pgx updates a (x)
pgx [{a 2 [x]} {stock 1 [x]} {stock 3 []}]
batches deletes from c; inserts into b
batches inserts into d
batches [{b 1 [x]} {c 3 []} {d 1 [x y]}]
database/sql inserts into stock
database/sql [{stock 1 [x]}]
`
	unheardByPgx = tracedByProgram + `pgx []
batches []
database/sql inserts into stock
database/sql [{stock 1 [x]}]
`
)

// TestPgx: programs that use pgx without database/sql need no line for it that their statements are noted. A version of
// pgx that is not as expected tells nothing.
func TestPgx(t *testing.T) {
	dir := project(t, "postgres")
	path := filepath.Join(dir, "pgx", "conn.go")
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		was, is, want string
		notes         int
	}{
		"as expected":    {"", "", heardByPgx, 0},
		"another name":   {"connect(", "dial(", unheardByPgx, 1},
		"another result": {"return c, nil", "return c, err", heardByPgx, 0},
		"other fields":   {"queryTracer", "tracer", unheardByPgx, 1},
		"such a name":    {"type QueryExecMode int", "type QueryExecMode int; var evokeWatch int", unheardByPgx, 1},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Dir: dir}
			if tt.was != "" {
				changed := strings.ReplaceAll(string(content), tt.was, tt.is)
				require.NotEqual(t, string(content), changed)
				o.Files = map[string][]byte{path: []byte(changed)}
			}
			plan := prepare(t, o)
			assert.Equal(t, tt.want, execute(t, plan))
			if assert.Len(t, plan.Notes, tt.notes) && tt.notes > 0 {
				assert.Equal(t, "github.com/jackc/pgx/v5", plan.Notes[0].Where)
			}
		})
	}
}
