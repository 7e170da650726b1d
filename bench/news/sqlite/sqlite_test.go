package sqlite_test

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/news"
	"github.com/evoke-go/evoke/bench/news/sqlite"
	"github.com/evoke-go/evoke/bench/web/mapper/mappertest"
)

// do sends a request and returns the answer as a text.
func do(h http.Handler, method, path, kind, body string) string {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return http.StatusText(w.Code) + " " + w.Body.String()
}

// call draws a call of the service. Values are few, so that rows with them often exist.
func call(r *rand.Rand) (method, path, kind, body string) {
	of := func(all ...string) string { return all[r.IntN(len(all))] }
	id := of("1", "2", "3", "4", "5", "-1")
	author := of("ann", "Ann", " ", `a\u0000n`, `\ud800`, strings.Repeat("é", 32))
	country := of("Peru", "peru", "Chile", "x")
	text := of("hi", `it's \"so\"`, `a\u0000n`, strings.Repeat("é", 1024), strings.Repeat("é", 1025))
	rest := `"authorId":"` + author + `","text":"` + text + `","country":"` + country + `"`
	switch r.IntN(8) {
	case 0:
		return "DELETE", "/news/" + id, "", ""
	case 1:
		return "GET", "/news?country=" + of("", "Peru", "peru", "Chile") + "&authorId=" +
			of("", "ann", "Ann", "a%00n", "%FF"), "", ""
	case 2:
		return "GET", "/news/" + id, "", ""
	case 3:
		return "PUT", "/news/" + id + "/text", "text/plain", of("hi", "\xff", "a\x00b", strings.Repeat("\xff", 1024))
	case 4, 5:
		return "PUT", "/news/" + id, "application/json", `{"newsId":"` + id + `","creationTime":"` + of(
			"2020-02-29T23:59:59.5-03:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999+23:59",
			"2020-02-29T23:59:59+00:00", "1969-12-31T00:00:00.000000001-00:30") + `",` + rest + `}`
	}
	return "POST", "/news", "application/json", "{" + rest + "}"
}

// TestAlike: the service over SQLite answers as the service in memory does.
func TestAlike(t *testing.T) {
	mappertest.Alike(t, news.New(), sqlite.New(), func(r *rand.Rand) mappertest.Call {
		method, path, kind, body := call(r)
		return func(h http.Handler) string { return do(h, method, path, kind, body) }
	})
}

func TestFailure(t *testing.T) {
	h := sqlite.New()
	mappertest.Fails(t, h, sqlite.Database(), func(h http.Handler) string { return do(h, "GET", "/news", "", "") })
}

// TestRows: the service reads rows that another program inserts.
func TestRows(t *testing.T) {
	h := sqlite.New()
	_, err := sqlite.Database().Exec("INSERT INTO news VALUES (7, 'ann', 'hi', 'Peru', '2020-01-01 00:00:00')")
	require.NoError(t, err)
	assert.Contains(t, do(h, "GET", "/news/7", "", ""), `"creationTime":"2020-01-01T00:00:00Z","id":"7"`)
	assert.NoError(t, h.(io.Closer).Close())
}
