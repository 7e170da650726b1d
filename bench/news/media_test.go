package news_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/news"
)

const (
	newsV2   = "application/vnd.tsdes.news+json;charset=UTF-8;version=2"
	baseJSON = "application/json;charset=UTF-8"
)

func TestAccept(t *testing.T) {
	for accept, want := range map[string]struct {
		status int
		kind   string
	}{
		"":                                 {200, newsV2},
		"*/*":                              {200, newsV2},
		"application/*":                    {200, newsV2},
		"application/json":                 {200, baseJSON},
		"text/html, application/json;q=.5": {200, baseJSON},
		"application/vnd.tsdes.news+json;version=2": {200, newsV2},
		"text/plain": {406, ""},
		"text/*":     {406, ""},
		"nonsense":   {406, ""},
		"a;b;c":      {406, ""},
	} {
		var headers []string
		if accept != "" {
			headers = []string{"Accept", accept}
		}
		rec := do(three(t), "GET /news/1", "", headers...)
		assert.Equal(t, want.status, rec.Code, accept)
		assert.Equal(t, want.kind, rec.Header().Get("Content-Type"), accept)
	}
	assert.Equal(t, 406, do(news.New(), "GET /countries", "", "Accept", newsV2).Code)
	assert.Equal(t, 406, do(three(t), "DELETE /news/1", "", "Accept", "text/plain").Code)
}

func TestContentType(t *testing.T) {
	const whole = `{"newsId":"1","authorId":"ann","text":"hi","country":"Peru","creationTime":"2020-01-01T00:00:00Z"}`
	for name, tc := range map[string]struct {
		request, kind, body string
		status              int
	}{
		"post of JSON":         {"POST /news", "application/json", ofNorway, 201},
		"post of JSON, UTF-8":  {"POST /news", baseJSON, ofNorway, 201},
		"post of news":         {"POST /news", newsV2, ofNorway, 201},
		"post of text":         {"POST /news", "text/plain", ofNorway, 415},
		"post of no type":      {"POST /news", "", ofNorway, 415},
		"post of a wrong type": {"POST /news", "application/json;;", ofNorway, 415},
		"put of JSON":          {"PUT /news/1", "application/json; charset=utf-8", whole, 204},
		"put of news":          {"PUT /news/1", newsV2, whole, 415},
		"put of no type":       {"PUT /news/1", "", whole, 415},
		"text":                 {"PUT /news/1/text", "text/plain", "hi", 204},
		"text as JSON":         {"PUT /news/1/text", "application/json", `"hi"`, 415},
		"no type, no id":       {"PUT /news/x/text", "", "hi", 415},
	} {
		t.Run(name, func(t *testing.T) {
			rec := do(three(t), tc.request, tc.body, "Content-Type", tc.kind, "Accept", "*/*")
			assert.Equal(t, tc.status, rec.Code)
		})
	}
	rec := do(three(t), "POST /news", ofNorway, "Content-Type", "text/plain", "Accept", "text/plain")
	assert.Equal(t, http.StatusUnsupportedMediaType, rec.Code, "before 406")
}

func TestRouting(t *testing.T) {
	for request, status := range map[string]int{
		"GET /":              404,
		"GET /news/":         404,
		"GET //news":         404,
		"PUT /news//text":    404,
		"GET /news/1%2Ftext": 404,
		"PATCH /news/1":      405,
		"POST /countries":    405,
	} {
		assert.Equal(t, status, do(news.New(), request, "").Code, request)
	}
}

// The schema has the operations, and of answers only what the framework assumes.
func TestSchema(t *testing.T) {
	var doc struct {
		Swagger string
		Paths   map[string]map[string]struct {
			Responses map[string]json.RawMessage
		}
		Definitions map[string]struct {
			Required   []string
			Properties map[string]map[string]string
		}
	}
	require.NoError(t, json.Unmarshal(news.Schema(), &doc))
	assert.Equal(t, "2.0", doc.Swagger)
	got := map[string][]string{}
	for path, methods := range doc.Paths {
		for method, o := range methods {
			for _, status := range []string{"200", "201", "204", "401", "403", "404", "400", "409", "500"} {
				if _, ok := o.Responses[status]; ok {
					got[method+" "+path] = append(got[method+" "+path], status)
				}
			}
		}
	}
	assert.Equal(t, map[string][]string{
		"get /countries":      {"200", "401", "403", "404"},
		"get /news":           {"200", "401", "403", "404"},
		"post /news":          {"200", "201", "401", "403", "404"},
		"get /news/{id}":      {"200", "401", "403", "404"},
		"put /news/{id}":      {"200", "201", "401", "403", "404"},
		"delete /news/{id}":   {"200", "204", "401", "403"},
		"put /news/{id}/text": {"200", "201", "401", "403", "404"},
	}, got)
	dto := doc.Definitions["NewsDto"]
	assert.Empty(t, dto.Required)
	assert.Len(t, dto.Properties, 6)
	for name, p := range dto.Properties {
		assert.NotContains(t, p, "maxLength", name)
		assert.Equal(t, "string", p["type"], name)
	}
	assert.Equal(t, "date-time", dto.Properties["creationTime"]["format"])
}
