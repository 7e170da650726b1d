package news_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/news"
	"github.com/evoke-go/evoke/bench/news/sqlite"
)

// overEach runs a test on the service over each store.
func overEach(t *testing.T, test func(t *testing.T, start func() http.Handler)) {
	t.Helper()
	for name, start := range map[string]func() http.Handler{"memory": news.New, "SQLite": sqlite.New} {
		t.Run(name, func(t *testing.T) {
			test(t, func() http.Handler {
				h := start()
				if c, ok := h.(io.Closer); ok {
					t.Cleanup(func() { assert.NoError(t, c.Close()) })
				}
				return h
			})
		})
	}
}

// do sends a request with headers, given in pairs.
func do(h http.Handler, request, body string, headers ...string) *httptest.ResponseRecorder {
	method, target, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec
}

// send sends a body of JSON.
func send(h http.Handler, request, body string) *httptest.ResponseRecorder {
	return do(h, request, body, "Content-Type", "application/json")
}

const (
	ofNorway   = `{"authorId":"ann","text":"it snows","country":"Norway"}`
	published  = `"creationTime":"2017-07-13T12:00:00Z"`
	firstNews  = `{"authorId":"ann","country":"Norway",` + published + `,"id":"1","newsId":"1","text":"it snows"}`
	secondNews = `{"authorId":"bob","country":"Norway",` + published + `,"id":"2","newsId":"2","text":"hi"}`
	thirdNews  = `{"authorId":"ann","country":"peru",` + published + `,"id":"3","newsId":"3","text":"hi"}`
)

// three returns a service that has three news.
func three(t *testing.T) http.Handler { return threeIn(t, news.New()) }

// threeIn adds three news to a service.
func threeIn(t *testing.T, h http.Handler) http.Handler {
	t.Helper()
	for _, body := range []string{
		ofNorway, `{"authorId":"bob","text":"hi","country":"Norway"}`,
		`{"authorId":"ann","text":"hi","country":"peru","other":1}`,
	} {
		require.Equal(t, http.StatusCreated, send(h, "POST /news", body).Code)
	}
	return h
}

func TestCountries(t *testing.T) {
	rec := do(news.New(), "GET /countries", "")
	assert.Equal(t, http.StatusOK, rec.Code)
	assert.Equal(t, "application/json", rec.Header().Get("Content-Type"))
	var names []string
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &names))
	assert.Len(t, names, 247)
	shortest, longest, seen := 100, 0, map[string]bool{}
	for _, n := range names {
		shortest, longest = min(shortest, len(n)), max(longest, len(n))
		seen[strings.ToLower(n)] = true
	}
	assert.Equal(t, []int{4, 36}, []int{shortest, longest})
	assert.Len(t, seen, len(names))
}

func TestGetNews(t *testing.T) { overEach(t, testGetNews) }

func testGetNews(t *testing.T, start func() http.Handler) {
	for query, want := range map[string]string{
		"":                             firstNews + "," + secondNews + "," + thirdNews,
		"?country=%20&authorId=":       firstNews + "," + secondNews + "," + thirdNews,
		"?country=Norway&authorId=ann": firstNews,
		"?country=Norway":              firstNews + "," + secondNews,
		"?country=norway":              "", // exact, unlike the rule
		"?authorId=ann":                firstNews + "," + thirdNews,
		"?authorId=ann&country=Peru":   "",
		"?authorId=eve":                "",
	} {
		rec := do(threeIn(t, start()), "GET /news"+query, "")
		assert.Equal(t, http.StatusOK, rec.Code, query)
		assert.Equal(t, newsV2, rec.Header().Get("Content-Type"), query)
		assert.Equal(t, "["+want+"]", rec.Body.String(), query)
	}
}

func TestCreate(t *testing.T) { overEach(t, testCreate) }

func testCreate(t *testing.T, start func() http.Handler) {
	with := func(member, value string) string {
		dto := map[string]string{"authorId": "ann", "text": "it snows", "country": "Norway"}
		dto[member] = value
		body, err := json.Marshal(dto)
		require.NoError(t, err)
		return string(body)
	}
	for name, tc := range map[string]struct {
		body   string
		status int
	}{
		"right":                   {ofNorway, 201},
		"other members":           {`{"authorId":"ann","text":"it snows","country":"Norway","likes":{"x":[]}}`, 201},
		"country in another case": {with("country", "nORWAY"), 201},
		"empty ids":               {`{"newsId":"","id":"","authorId":"ann","text":"it snows","country":"Norway"}`, 201},
		"longest author":          {with("authorId", strings.Repeat("ö", 32)), 201},
		"longest text":            {with("text", strings.Repeat("ö", 1024)), 201},
		"id":                      {with("id", "1"), 400},
		"newsId":                  {with("newsId", "1"), 400},
		"creation time":           {with("creationTime", "2017-07-13T12:00:00Z"), 400},
		"no author":               {`{"text":"it snows","country":"Norway"}`, 400},
		"no text":                 {`{"authorId":"ann","text":null,"country":"Norway"}`, 400},
		"no country":              {`{"authorId":"ann","text":"it snows"}`, 400},
		"blank author":            {with("authorId", " "), 400},
		"long author":             {with("authorId", strings.Repeat("a", 33)), 400},
		"blank text":              {with("text", "\n"), 400},
		"long text":               {with("text", strings.Repeat("a", 1025)), 400},
		"unknown country":         {with("country", "Norge"), 400},
		"country with space":      {with("country", "Norway "), 400},
		"no date":                 {with("creationTime", "yesterday"), 400},
		"malformed":               {`{`, 400},
		"no object":               {`[]`, 400},
		"null":                    {`null`, 400},
		"nothing":                 {``, 400},
	} {
		t.Run(name, func(t *testing.T) {
			h := start()
			rec := send(h, "POST /news", tc.body)
			assert.Equal(t, tc.status, rec.Code)
			assert.Empty(t, rec.Header().Get("Location"))
			if tc.status != http.StatusCreated {
				assert.Empty(t, rec.Body.String())
				return
			}
			assert.Equal(t, "1", rec.Body.String())
			assert.Equal(t, "2", send(h, "POST /news", tc.body).Body.String())
		})
	}
}

func TestGetOne(t *testing.T) { overEach(t, testGetOne) }

func testGetOne(t *testing.T, start func() http.Handler) {
	for id, want := range map[string]struct {
		status int
		body   string
	}{
		"1": {200, firstNews}, "003": {200, thirdNews}, "4": {404, ""}, "x": {404, ""},
		"9223372036854775808": {404, ""},
	} {
		rec := do(threeIn(t, start()), "GET /news/"+id, "")
		assert.Equal(t, want.status, rec.Code, id)
		assert.Equal(t, want.body, rec.Body.String(), id)
	}
}

func TestUpdate(t *testing.T) { overEach(t, testUpdate) }

func testUpdate(t *testing.T, start func() http.Handler) {
	const rest = `"authorId":"eve","text":"it rains","country":"CHILE","creationTime":"2020-02-29T23:59:59.5-03:00"}`
	changed := `{"authorId":"eve","country":"CHILE","creationTime":"2020-02-29T23:59:59.5-03:00","id":"2","newsId":"2","text":"it rains"}`
	for name, tc := range map[string]struct {
		id, body string
		status   int
	}{
		"newsId":                  {"2", `{"newsId":"2",` + rest, 204},
		"id":                      {"2", `{"id":"2",` + rest, 204},
		"newsId first":            {"2", `{"newsId":"2","id":"7",` + rest, 204},
		"no id":                   {"2", `{` + rest, 404},
		"id is no number":         {"2", `{"newsId":"two",` + rest, 404},
		"empty newsId before id":  {"2", `{"newsId":"","id":"2",` + rest, 404},
		"another id":              {"2", `{"newsId":"1",` + rest, 409},
		"same number, other text": {"2", `{"newsId":"02",` + rest, 409},
		"absent":                  {"9", `{"newsId":"9",` + rest, 404},
		"no text": {"2",
			`{"newsId":"2","authorId":"eve","country":"Chile","creationTime":"2020-02-29T00:00:00Z"}`, 400},
		"no author": {"2",
			`{"newsId":"2","text":"it rains","country":"Chile","creationTime":"2020-02-29T00:00:00Z"}`, 400},
		"no country": {"2",
			`{"newsId":"2","authorId":"eve","text":"it rains","creationTime":"2020-02-29T00:00:00Z"}`, 400},
		"no time":      {"2", `{"newsId":"2","authorId":"eve","text":"it rains","country":"Chile"}`, 400},
		"no date":      {"2", strings.Replace(`{"newsId":"2",`+rest, "29", "30", 1), 400},
		"malformed":    {"2", `{"newsId":"2"`, 400},
		"null":         {"2", `null`, 400},
		"blank author": {"2", strings.Replace(`{"newsId":"2",`+rest, "eve", " ", 1), 500},
		"long text": {"2",
			strings.Replace(`{"newsId":"2",`+rest, "it rains", strings.Repeat("r", 1025), 1), 500},
		"unknown country": {"2", strings.Replace(`{"newsId":"2",`+rest, "CHILE", "Chili", 1), 500},
	} {
		t.Run(name, func(t *testing.T) {
			h := threeIn(t, start())
			rec := send(h, "PUT /news/"+tc.id, tc.body)
			assert.Equal(t, tc.status, rec.Code)
			assert.Equal(t, tc.status == 500, strings.Contains(rec.Body.String(), `"Internal Server Error"`))
			want := secondNews
			if tc.status == http.StatusNoContent {
				want = changed
			}
			assert.Equal(t, want, do(h, "GET /news/2", "").Body.String())
		})
	}
}

func TestUpdateText(t *testing.T) { overEach(t, testUpdateText) }

func testUpdateText(t *testing.T, start func() http.Handler) {
	for name, tc := range map[string]struct {
		id, text string
		status   int
	}{
		"right":        {"2", "it rains", 204},
		"longest":      {"2", strings.Repeat("r", 1024), 204},
		"id is no int": {"x", "it rains", 400},
		"id too large": {"9223372036854775808", "it rains", 400},
		"empty":        {"2", "", 400},
		"absent":       {"9", "it rains", 404},
		"blank":        {"2", " ", 500},
		"too long":     {"2", strings.Repeat("r", 1025), 500},
	} {
		t.Run(name, func(t *testing.T) {
			h := threeIn(t, start())
			rec := do(h, "PUT /news/"+tc.id+"/text", tc.text, "Content-Type", "text/plain;charset=UTF-8")
			assert.Equal(t, tc.status, rec.Code)
			want := secondNews
			if tc.status == http.StatusNoContent {
				want = strings.Replace(secondNews, "hi", tc.text, 1)
			}
			assert.Equal(t, want, do(h, "GET /news/2", "").Body.String())
		})
	}
}

func TestDelete(t *testing.T) { overEach(t, testDelete) }

func testDelete(t *testing.T, start func() http.Handler) {
	h := threeIn(t, start())
	for _, step := range []struct {
		request string
		status  int
	}{
		{"DELETE /news/x", 400}, {"DELETE /news/4", 404}, {"DELETE /news/2", 204},
		{"DELETE /news/2", 404}, {"GET /news/2", 404},
	} {
		assert.Equal(t, step.status, do(h, step.request, "").Code, step.request)
	}
	assert.Equal(t, "["+firstNews+","+thirdNews+"]", do(h, "GET /news", "").Body.String())
	assert.Equal(t, "4", send(h, "POST /news", ofNorway).Body.String(), "an id is not used again")
}

type resetter interface{ Reset() error }

func TestReset(t *testing.T) { overEach(t, testReset) }

func testReset(t *testing.T, start func() http.Handler) {
	h := threeIn(t, start())
	require.NoError(t, h.(resetter).Reset())
	assert.Equal(t, "[]", do(h, "GET /news", "").Body.String())
	assert.Equal(t, "1", send(h, "POST /news", ofNorway).Body.String())
}

// Requests at once do not get in each other's way.
func TestAtOnce(t *testing.T) { overEach(t, testAtOnce) }

func testAtOnce(t *testing.T, start func() http.Handler) {
	h := start()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				id := send(h, "POST /news", ofNorway).Body.String()
				do(h, "GET /news", "")
				assert.Equal(t, http.StatusNoContent, do(h, "DELETE /news/"+id, "").Code)
			}
		})
	}
	group.Wait()
	assert.Equal(t, "[]", do(h, "GET /news", "").Body.String())
}

func BenchmarkCreateAndReset(b *testing.B) {
	for name, start := range map[string]func() http.Handler{"memory": news.New, "SQLite": sqlite.New} {
		b.Run(name, func(b *testing.B) {
			h := start()
			for b.Loop() {
				send(h, "POST /news", ofNorway)
				if err := h.(resetter).Reset(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
