package scs

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func asked(h http.Handler, target string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, target, nil))
	return rec
}

// expect asks for each path below /api and compares what is answered.
func expect(t *testing.T, answers map[string]string) {
	t.Helper()
	h := New()
	for path, want := range answers {
		rec := asked(h, "/api/"+path)
		assert.Equal(t, http.StatusOK, rec.Code, path)
		assert.Equal(t, want, rec.Body.String(), path)
		assert.Equal(t, "text/plain;charset=UTF-8", rec.Header().Get("Content-Type"))
	}
}

func TestBadRequests(t *testing.T) {
	h := New()
	for _, target := range []string{
		"/api/calc/pi/x/1", "/api/calc/pi/1/x", "/api/costfuns/x/abab", "/api/costfuns/2147483648/abab",
		"/api/notypevar/1.5/a", "/api/notypevar/x/a",
	} {
		rec := asked(h, target)
		assert.Equal(t, http.StatusBadRequest, rec.Code, target)
		assert.Empty(t, rec.Body.String(), target)
	}
	for _, target := range []string{"/api/title//mr", "/api/pat", "/api/ordered4/a/b/c"} {
		assert.Equal(t, http.StatusNotFound, asked(h, target).Code, target)
	}
}

// A value with slashes arrives whole where they are escaped, and only there.
func TestEscapedSlashes(t *testing.T) {
	const value = "gopher//:a_b/c-9"
	assert.Equal(t, "url", asked(New(), "/api/pat/"+url.PathEscape(value)).Body.String())
	assert.Equal(t, http.StatusNotFound, asked(New(), "/api/pat/"+value).Code)

	server := httptest.NewServer(New())
	defer server.Close()
	response, err := http.Get(server.URL + "/api/pat/" + url.PathEscape(value))
	require.NoError(t, err)
	defer response.Body.Close()
	body := make([]byte, 10)
	n, _ := response.Body.Read(body)
	assert.Equal(t, "url", string(body[:n]))
}

// The schema has all routes with the types of their parameters, and neither
// limits nor the status 400.
func TestSchema(t *testing.T) {
	var doc struct {
		BasePath string
		Paths    map[string]map[string]struct {
			Parameters []map[string]any
			Responses  map[string]any
		}
	}
	require.NoError(t, json.Unmarshal(Schema(), &doc))
	assert.Equal(t, "/", doc.BasePath)
	types := map[string]string{}
	for path, methods := range doc.Paths {
		get := methods["get"]
		assert.Len(t, methods, 1)
		var params []string
		for _, p := range get.Parameters {
			of, ok := p["format"]
			if !ok {
				of = p["type"]
				assert.Len(t, p, 5, "name, in, description, required, type")
			}
			params = append(params, p["name"].(string)+" "+of.(string))
		}
		types[path] = strings.Join(params, ",")
		assert.Len(t, get.Responses, 4)
		for _, status := range []string{"200", "401", "403", "404"} {
			assert.Contains(t, get.Responses, status)
		}
	}
	assert.Equal(t, map[string]string{
		"/api/calc/{op}/{arg1}/{arg2}":          "op string,arg1 double,arg2 double",
		"/api/cookie/{name}/{val}/{site}":       "name string,val string,site string",
		"/api/costfuns/{i}/{s}":                 "i int32,s string",
		"/api/dateparse/{dayname}/{monthname}":  "dayname string,monthname string",
		"/api/filesuffix/{directory}/{file}":    "directory string,file string",
		"/api/notypevar/{i}/{s}":                "i int32,s string",
		"/api/ordered4/{w}/{x}/{z}/{y}":         "w string,x string,z string,y string",
		"/api/pat/{txt}":                        "txt string",
		"/api/pat/{txt}/{pat}":                  "txt string,pat string",
		"/api/text2txt/{word1}/{word2}/{word3}": "word1 string,word2 string,word3 string",
		"/api/title/{sex}/{title}":              "sex string,title string",
	}, types)
}

func TestReset(t *testing.T) {
	h, ok := New().(interface{ Reset() error })
	require.True(t, ok)
	assert.NoError(t, h.Reset())
}

// The handler alone, as an engine that costs nothing would use it.
func BenchmarkHandler(b *testing.B) {
	h := New()
	targets := []string{
		"/api/calc/plus/1.5/2", "/api/calc/x/1/y", "/api/cookie/session/am/abc.com", "/api/costfuns/5/baab",
		"/api/dateparse/thur/Dec", "/api/filesuffix/text/a.txt", "/api/notypevar/28/x",
		"/api/ordered4/abcde/bcdef/defgh/cdefg",
		"/api/pat/mon01jan", "/api/pat/xxabcyycbaxx/abc", "/api/text2txt/by/the/way", "/api/title/female/rthon",
	}
	for i := 0; b.Loop(); i++ {
		asked(h, targets[i%len(targets)])
	}
}
