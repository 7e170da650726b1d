package suite

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestGivens: a step has only surroundings that a test can arrange.
func TestGivens(t *testing.T) {
	answer := func(a Answer) Given { return Given{Answer: &a} }
	for name, tt := range map[string]struct {
		given Given
		want  string
	}{
		"a row":       {Given{SQL: "INSERT INTO a VALUES (1)"}, ""},
		"time":        {Given{Wait: time.Second}, ""},
		"an answer":   {answer(Answer{Method: "GET", URL: "https://a.example/x", Status: 200}), ""},
		"refused":     {answer(Answer{URL: "http://a.example", Fails: Refused}), ""},
		"late":        {answer(Answer{URL: "http://a.example", Fails: Late}), ""},
		"listening":   {answer(Answer{URL: "http://localhost:8081/x", Status: 204, Own: true}), ""},
		"a document":  {Given{Row: &Row{Table: "a", Values: `{"b": 1}`}}, ""},
		"no document": {Given{Row: &Row{Table: "a", Values: `{"b": `}}, `no test can put {"b":  into "a" of store 0`},
		"no table":    {Given{Row: &Row{Store: 1, Values: `{}`}}, `no test can put {} into "" of store 1`},
		"nothing":     {Given{}, "a given inserts a row, is an answer, or waits"},
		"two things":  {Given{SQL: "INSERT", Wait: 1}, "a given inserts a row, is an answer, or waits"},
		"no host":     {answer(Answer{URL: "/x", Status: 200}), `the URL "/x" of another service has no host`},
		"no status":   {answer(Answer{URL: "http://a.example"}), "another service answers 0 "},
		"odd failure": {answer(Answer{URL: "http://a.example", Status: 200, Fails: "odd"}),
			"another service answers 200 odd"},
		"listening late": {answer(Answer{URL: "http://localhost:8081", Fails: Late, Own: true}),
			`no test can listen at "http://localhost:8081" for an answer late`},
		"listening with TLS": {answer(Answer{URL: "https://localhost:8081", Status: 200, Own: true}),
			`no test can listen at "https://localhost:8081" for an answer `},
		"listening at no port": {answer(Answer{URL: "http://localhost", Status: 200, Own: true}),
			`no test can listen at "http://localhost" for an answer `},
	} {
		t.Run(name, func(t *testing.T) {
			call := &Call{Request: Request{Method: "GET"}, Expect: Expect{Status: 200}}
			step := Step{Operation: "GET /", Call: call, Given: []Given{tt.given}}
			err := (&Test{Kind: Success, Steps: []Step{step}}).Validate()
			if tt.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, tt.want)
			}
		})
	}
}
