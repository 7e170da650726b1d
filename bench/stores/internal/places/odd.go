package places

import (
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oddTexts are values that a service has to refuse or to keep.
var oddTexts = []string{"", "a", "1", "-1", "0", "x\x00y", "\xff", "€𝄞", "%", "'; --", strings.Repeat("é", 130), "null",
	"9223372036854775808", "2024-05-01", "0000-01-01", "9999-12-31T23:59:59Z", "eve@example.org", "A01",
	"MAEU0000001", "éüö", "EL0001\x00"}

// odd returns a value for a property, often of its type.
func odd(random *rand.Rand, s *schema) any {
	text := oddTexts[random.IntN(len(oddTexts))]
	switch {
	case random.IntN(8) == 0:
		return []any{nil, true, 1.5, []any{}, 1e300, -1}[random.IntN(6)]
	case s.Type == "integer":
		return []int64{0, 1, 2, 20, -1, 1 << 31, 1 << 62}[random.IntN(7)]
	case s.Type == "boolean":
		return true
	case len(s.Enum) > 0:
		return s.Enum[random.IntN(len(s.Enum))]
	default:
		return text
	}
}

// RunOdd sends calls with odd values to each operation of a service, some of which make things. None has it fail.
func RunOdd(t *testing.T, s Service) {
	t.Helper()
	d := readDocument(t, s.Schema)
	random := rand.New(rand.NewPCG(1, 1))
	h := s.New()
	for range 40 {
		for _, template := range slices.Sorted(maps.Keys(d.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(d.Paths[template])) {
				r := d.oddCall(random, template, method)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				assert.NotEqual(t, http.StatusInternalServerError, w.Code, "%s %s", r.Method, r.URL)
			}
		}
	}
	require.NoError(t, h.(io.Closer).Close())
}

// oddCall makes a call of an operation.
func (d *document) oddCall(random *rand.Rand, template, method string) *http.Request {
	op := d.Paths[template][method]
	path, query := template, url.Values{}
	for _, p := range op.Parameters {
		value := oddTexts[random.IntN(len(oddTexts))]
		if p.In == "query" {
			query.Set(p.Name, value)
			continue
		}
		if random.IntN(2) == 0 || value == "" {
			value = "1"
		}
		path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(value))
	}
	body := object{}
	for _, content := range op.RequestBody.Content {
		properties := d.resolved(content.Schema).Properties
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if random.IntN(6) > 0 {
				body[name] = odd(random, properties[name])
			}
		}
	}
	text, _ := json.Marshal(body) // of texts, numbers and lists
	return httptest.NewRequest(strings.ToUpper(method), path+"?"+query.Encode(), strings.NewReader(string(text)))
}
