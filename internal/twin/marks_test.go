package twin

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
)

// TestMarksTellSearchesApart changes one thing of a search after the other.
func TestMarksTellSearchesApart(t *testing.T) {
	marked := func(a problem.Action, e search.Event) uint64 {
		m := newMarks()
		for range markEvery {
			m.act(&a)
			m.event(e)
			m.event(search.Evaluation{})
		}
		return m.all[0]
	}
	call := func(change func(*sut.Request)) problem.Action {
		q := &sut.Request{Method: "GET", Target: "/x", Header: http.Header{"A": {"1"}, "B": {"2"}}, Body: []byte("b")}
		change(q)
		return problem.Action{Operation: "GET /x", HTTP: q}
	}
	target := fitness.Target{Kind: "branch", Name: "n"}
	same := call(func(*sut.Request) {})
	base := marked(same, search.Improved{Target: target, Value: 0.5})
	assert.Equal(t, base, marked(call(func(*sut.Request) {}), search.Improved{Target: target, Value: 0.5}))
	seen := map[uint64]bool{base: true}
	for name, mark := range map[string]uint64{
		"operation": marked(problem.Action{Operation: "GET /y", HTTP: same.HTTP},
			search.Improved{Target: target, Value: 0.5}),
		"text": marked(problem.Action{Operation: "GET /x", Text: "f(1)"},
			search.Improved{Target: target, Value: 0.5}),
		"method": marked(call(func(q *sut.Request) { q.Method = "PUT" }),
			search.Improved{Target: target, Value: 0.5}),
		"target": marked(call(func(q *sut.Request) { q.Target = "/y" }),
			search.Improved{Target: target, Value: 0.5}),
		"header": marked(call(func(q *sut.Request) { q.Header.Set("B", "3") }),
			search.Improved{Target: target, Value: 0.5}),
		"body":    marked(call(func(q *sut.Request) { q.Body = nil }), search.Improved{Target: target, Value: 0.5}),
		"score":   marked(same, search.Improved{Target: target, Value: 0.6}),
		"goal":    marked(same, search.Improved{Target: fitness.Target{Kind: "branch", Name: "m"}, Value: 0.5}),
		"covered": marked(same, search.Covered{Target: target}),
	} {
		assert.False(t, seen[mark], name)
		seen[mark] = true
	}
}
