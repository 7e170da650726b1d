package security_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/security"
)

// deaf is a driver that takes any statement and returns nothing.
type deaf struct{ driver.Conn }

func (d deaf) Connect(context.Context) (driver.Conn, error) { return d, nil }
func (deaf) Driver() driver.Driver                          { return nil }
func (deaf) Close() error                                   { return nil }
func (deaf) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return driver.ResultNoRows, nil
}

// executes makes a service that executes a statement for q, or for the title that was posted last, and answers the same
// whatever that is.
func executes(t *testing.T, statement func(q string) (text string, args []any)) func() http.Handler {
	return func() http.Handler {
		db := sql.OpenDB(tables.Connector(deaf{}))
		t.Cleanup(func() { assert.NoError(t, db.Close()) })
		title := ""
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.Method == http.MethodPost {
				body, _ := io.ReadAll(r.Body)
				title, _ = strings.CutPrefix(string(body), `{"title": "`)
				title = strings.TrimSuffix(title, `"}`)
			} else {
				q := title
				if r.URL.Query().Has("q") {
					q = r.URL.Query().Get("q")
				}
				text, args := statement(q)
				_, _ = db.Exec(text, args...)
			}
			_, _ = io.WriteString(w, "[]")
		})
	}
}

// with puts q into a text of a statement.
func with(format string, change ...func(string) string) func(q string) (string, []any) {
	return func(q string) (string, []any) {
		for _, f := range change {
			q = f(q)
		}
		return fmt.Sprintf(format, q), nil
	}
}

// doubled quotes a text as libraries do that put arguments into statements.
func doubled(q string) string { return strings.ReplaceAll(q, "'", "''") }

// TestSpliced: an input in the text of a statement is found where the program is seen from inside, whatever the answer
// is. One that is quoted there is none.
func TestSpliced(t *testing.T) {
	const byTitle = "SELECT id FROM pages WHERE title = '%s' AND kind = 'b'"
	stored := oracletest.Call{Method: "POST", Target: "/pages", Body: `{"title": "evoke11111' OR '22222'='22222"}`}
	argument := func(q string) (string, []any) { return "SELECT id FROM pages WHERE title = ?", []any{q} }
	for name, tt := range map[string]struct {
		faulty, healthy func(q string) (string, []any)
		calls           []oracletest.Call
		of, shape       string
	}{
		"text": {with(byTitle), argument, ask("evoke11111' OR '22222'='22223"), "",
			"SELECT id FROM pages WHERE title = '{query q}' AND kind = ?"},
		"doubled": {with(byTitle), with(byTitle, doubled), ask("evoke11111' OR '22222'='22223"), "",
			"SELECT id FROM pages WHERE title = '{query q}' AND kind = ?"},
		"a part of a text": {with("SELECT id FROM pages WHERE lower(title) LIKE '%%%s%%'", strings.ToUpper),
			with("SELECT id FROM pages WHERE lower(title) LIKE '%%%s%%'", strings.ToUpper, doubled),
			ask("evoke11111%' OR '22222%'='22223"), "",
			"SELECT id FROM pages WHERE lower(title) LIKE '%{query q}%'"},
		"number": {with("SELECT id FROM pages WHERE id = %s"), with("SELECT id FROM pages WHERE id = '%s'"),
			ask("0 OR 11111=11112"), "", "SELECT id FROM pages WHERE id = {query q}"},
		"column": {with("SELECT id FROM pages ORDER BY %s"), with(`SELECT id FROM pages ORDER BY "%s"`),
			ask("evoke11111' OR '22222'='22223"), "", "SELECT id FROM pages ORDER BY {query q}"},
		"sleep": {with(byTitle), with(byTitle, doubled), ask("evoke1' OR (SELECT SLEEP(0))=1 OR '1'='2"), "",
			"SELECT id FROM pages WHERE title = '{query q}' AND kind = ?"},
		"quotes": {with(byTitle), with(byTitle, doubled), ask("evoke11111''", "evoke22222'", "evoke33333''''"), "",
			"SELECT id FROM pages WHERE title = '{query q}' AND kind = ?"},
		"quotes, cut off": {with(byTitle), with(byTitle, cut(12), doubled),
			ask("evoke11111''", "evoke22222'", "evoke33333''''"), "",
			"SELECT id FROM pages WHERE title = '{query q}' AND kind = ?"},
		"kept": {with(byTitle), with(byTitle, doubled), []oracletest.Call{stored, {Method: "GET", Target: "/pages"}},
			"POST /pages", "SELECT id FROM pages WHERE title = '{body /title}' AND kind = ?"},
	} {
		t.Run(name, func(t *testing.T) {
			rule := ruleOf(nil, security.CodeSQL)
			oracletest.Test(t, rule, oracletest.Kit{Schema: pages, Faulty: executes(t, tt.faulty),
				Healthy: executes(t, tt.healthy), Calls: tt.calls})
			found := oracletest.Findings(t, rule, pages, executes(t, tt.faulty)(), tt.calls)
			last := found[len(found)-1]
			require.Len(t, last, 1)
			assert.Equal(t, last[0].Detail+" is part of an SQL statement, and no argument of it: "+tt.shape,
				last[0].Reason)
			assert.Regexp(t, `^security_test\..+ \(spliced_test\.go:\d+\)$`, last[0].Frame)
			if tt.of != "" {
				assert.Equal(t, tt.of, last[0].Of.Name())
			}
		})
	}
}

// cut leaves the beginning of a text.
func cut(n int) func(string) string {
	return func(q string) string { return q[:min(len(q), n)] }
}

// TestWordsAreNotSpliced: what is in a statement need not have come as SQL.
func TestWordsAreNotSpliced(t *testing.T) {
	for name, q := range map[string]string{
		"a word": "evoke11111", "markup": "<script>evoke(11111)</script>", "a column": "title",
		"one quote": "evoke11111'",
	} {
		for _, format := range []string{"SELECT id FROM pages WHERE title = '%s'", "SELECT '%s ', 2"} {
			found := oracletest.Findings(t, ruleOf(nil, security.CodeSQL), pages, executes(t, with(format))(), ask(q))
			assert.Empty(t, found[0], name)
		}
	}
}
