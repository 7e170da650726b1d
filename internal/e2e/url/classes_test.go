package url_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/suite"
)

const quotesSchema = `openapi: 3.0.0
info: {title: Quotes, version: "1"}
paths:
  /quotes:
    get:
      parameters:
      - {name: days, in: query, required: true, schema: {type: integer}}
      - {name: code, in: query, required: true, schema: {type: string}}
      responses: {"200": {description: ok}, "400": {description: no}}
`

// quotes answers 400 for two reasons, one with a number that is never the same, and 200
// in three shapes.
func quotes() http.Handler {
	calls := 0
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		days, code := r.URL.Query().Get("days"), r.URL.Query().Get("code")
		switch {
		case !regexp.MustCompile(`^-?\d+$`).MatchString(days):
			e2etest.Reply(w, http.StatusBadRequest, map[string]any{"error": "days must be whole"})
		case code == "":
			refusal := fmt.Sprintf("code is required, call %d", calls)
			e2etest.Reply(w, http.StatusBadRequest, map[string]any{"error": refusal})
		case days == "0":
			e2etest.Reply(w, http.StatusOK, map[string]any{"offers": []any{}})
		case strings.HasPrefix(days, "-"):
			e2etest.Reply(w, http.StatusOK, map[string]any{"past": true})
		default:
			e2etest.Reply(w, http.StatusOK, map[string]any{"offers": []any{map[string]any{"price": 10}}})
		}
	})
}

// A suite of a system that nobody sees into has a test for each thing that a refusal
// says and for each shape of an answer, and its tests pass on a system that was just
// started.
func TestSuitesByURLKeepWhatDiffers(t *testing.T) {
	t.Parallel()
	searched, fresh := httptest.NewServer(quotes()), httptest.NewServer(quotes())
	t.Cleanup(searched.Close)
	t.Cleanup(fresh.Close)
	dir := folderInModule(t)
	result, err := evoke.Run(t.Context(), shelvesConfig(quotesSchema, searched.URL, dir, 3))
	require.NoError(t, err)
	found := map[string]int{}
	for i := range result.Suite.Tests {
		found[toldBy(t, fresh.URL, &result.Suite.Tests[i])]++
	}
	for _, want := range []string{`{"error":"days must be whole"}`, `{"error":"code is required, call #"}`,
		`{"offers":[]}`, `{"past":true}`, `{"offers":[{"price":10}]}`} {
		assert.Positive(t, found[want], want)
	}
	assert.LessOrEqual(t, len(result.Suite.Tests), 16)
	assert.Contains(t, purposes(result.Suite), `saying "days must be whole"`)
	assert.NotContains(t, purposes(result.Suite), "code is required", "the number changes, so no test asserts the text")
	assert.Empty(t, writtenAt(t, dir, fresh.URL))
}

func purposes(s *suite.Suite) string {
	var b strings.Builder
	for i := range s.Tests {
		b.WriteString(s.Tests[i].Purpose + "\n")
	}
	return b.String()
}

// toldBy is the answer of a service to the last call of a test.
func toldBy(t *testing.T, url string, test *suite.Test) string {
	t.Helper()
	r := &test.Last().Call.Request
	request, err := http.NewRequestWithContext(t.Context(), r.Method, url+"/quotes", http.NoBody)
	require.NoError(t, err)
	q := request.URL.Query()
	for _, f := range r.Query {
		text, _ := f.Value.Literal()
		q.Add(f.Name, text)
	}
	request.URL.RawQuery = q.Encode()
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return regexp.MustCompile(`call \d+`).ReplaceAllString(strings.TrimSpace(string(body)), "call #")
}
