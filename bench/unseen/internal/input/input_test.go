package input

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestBody(t *testing.T) {
	for body, want := range map[string]string{
		`{"name": "a", "at": "2031-03-02T10:00:00Z"}`:             "",
		`{"name": "a", "at": "2031-03-02T10:00:00Z", "count": 3}`: "",
		``:                "the body must be a JSON object",
		`null`:            "the body must be a JSON object",
		`[]`:              "the body must be a JSON object",
		`{"name": "a"} 1`: "the body must be a JSON object",
		`{"name": "a"}`:   "at is missing",
		`{"NAME": "a", "at": "2031-03-02T10:00:00Z"}`:                "name is missing",
		`{"name": "a", "at": "2031-03-02"}`:                          "at has the wrong type or form",
		`{"name": null, "at": "2031-03-02T10:00:00Z"}`:               "name must not be null",
		`{"name": "a", "at": "2031-03-02T10:00:00Z", "count": null}`: "count must not be null",
		`{"name": "a", "at": "2031-03-02T10:00:00Z", "count": "3"}`:  "count has the wrong type or form",
		`{"name": "a", "at": "2031-03-02T10:00:00Z", "Count": 3}`:    "Count is not known",
	} {
		var in struct {
			Name  string `json:"name"`
			At    Time   `json:"at"`
			Count *int   `json:"count"`
		}
		got := ""
		if err := Body(httptest.NewRequest("POST", "/", strings.NewReader(body)), &in); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

func TestQuery(t *testing.T) {
	for query, want := range map[string]string{
		"":                          "",
		"n=5&w=a&b=false":           "",
		"n=6":                       "n must be from 1 to 5",
		"n=":                        "n must be an integer",
		"n=1&n=2":                   "n must be given once",
		"w=c":                       "w must be one of a, b",
		"w=":                        "w must be one of a, b",
		"b=1":                       "b must be one of true, false",
		"t=2031-03-02T10:00:00Z":    "",
		"t=2031-03-02T9:00:00Z":     "t must be a time such as 2031-03-02T10:00:00Z",
		"t=2031-03-02T10:00:00":     "t must be a time such as 2031-03-02T10:00:00Z",
		"t=2031-03-02T10:00:00%2B1": "t must be a time such as 2031-03-02T10:00:00Z",
	} {
		q := NewQuery(httptest.NewRequest("GET", "/?"+query, nil))
		q.Int("n", 3, 1, 5)
		q.Word("w", "a", "b")
		q.Bool("b")
		q.Time("t")
		got := ""
		if err := q.Err(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	for given, want := range map[string]string{
		"a b": "", "": "x must not be empty", "a c": "x must be one of a, b", "a a": "x must not repeat a",
	} {
		var c Checks
		c.Set(strings.Fields(given), "x", "a", "b")
		got := ""
		if err := c.Err(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", given, got, want)
		}
	}
}
