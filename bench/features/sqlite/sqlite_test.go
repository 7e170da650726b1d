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

	"github.com/evoke-go/evoke/bench/features"
	"github.com/evoke-go/evoke/bench/features/sqlite"
	"github.com/evoke-go/evoke/bench/web/mapper/mappertest"
)

// do sends a request with a form, and returns the answer as a text.
func do(h http.Handler, method, path, form string) string {
	r := httptest.NewRequest(method, path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return http.StatusText(w.Code) + " " + w.Header().Get("Location") + " " + w.Body.String()
}

// call draws a call of the service. Names are few, so that rows with them often exist.
func call(r *rand.Rand) (method, path, form string) {
	of := func(all ...string) string { return all[r.IntN(len(all))] }
	feature := func() string { return of("a", "b", "C", "c", "%C3%89", "%c3%a9", "%FF", "x%00y", "d%27") }
	product := "/products/" + of("p", "q", "P%20")
	configuration := product + "/configurations/" + of("c", "D")
	return of("GET", "POST", "POST", "POST", "PUT", "DELETE"), of("/products", product, product+"/features",
			product+"/features/"+feature(), product+"/constraints/"+of("requires", "excludes", "1", "2"),
			product+"/configurations", configuration, configuration+"/features", configuration+"/features/"+feature(),
			configuration+"/features/"+feature()),
		of("", "description="+feature(), "sourceFeature="+feature()+"&requiredFeature="+feature(),
			"sourceFeature="+feature()+"&excludedFeature="+feature())
}

// TestAlike: the service over SQLite answers as the service in memory does.
func TestAlike(t *testing.T) {
	mappertest.Alike(t, features.NewEmpty(), sqlite.NewEmpty(), func(r *rand.Rand) mappertest.Call {
		method, path, form := call(r)
		return func(h http.Handler) string { return do(h, method, path, form) }
	})
}

func TestFailure(t *testing.T) {
	h := sqlite.New()
	mappertest.Fails(t, h, sqlite.Database(), func(h http.Handler) string { return do(h, "GET", "/products", "") })
}

// TestRows: the service reads rows that another program inserts.
func TestRows(t *testing.T) {
	h := sqlite.NewEmpty()
	_, err := sqlite.Database().Exec(`INSERT INTO products VALUES (7, 'p'); INSERT INTO features
		VALUES (3, 7, 'a', NULL); INSERT INTO configurations (id, product_id, name) VALUES (2, 7, 'c');
		INSERT INTO activations VALUES (2, 3)`)
	require.NoError(t, err)
	assert.Contains(t, do(h, "GET", "/products/p/configurations/c/features", ""), `["a"]`)
	assert.NoError(t, h.(io.Closer).Close())
}
