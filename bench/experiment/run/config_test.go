package run

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

func TestNamed(t *testing.T) {
	for i, c := range Configs() {
		got, err := Named(c.Name)
		require.NoError(t, err)
		assert.Equal(t, c.Doc, got.Doc)
		assert.Equal(t, i, Order(c.Name))
		if c.Name == "mio" {
			assert.NotSame(t, c.algorithm(), c.algorithm(), "an algorithm serves one session")
		}
		assert.Equal(t, c.Name == "random" || c.Policy != nil, c.NoMemory,
			"only the baseline and what was published do without memory")
		j := &Job{Key: Key{Config: c.Name}}
		front := j.evoke(c, func() http.Handler { return plainHandler{http.NotFoundHandler()} }, &curve{})
		assert.Equal(t, c.NoMemory, front.REST.NoMemory)
		assert.Equal(t, c.Black, slices.Equal(front.WhiteBox.Cover, []string{"none"}))
	}
	for name, want := range map[string]string{
		"nothing":     `no configuration "nothing"`,
		"random:F=1":  "no configuration",
		"mio:Q=1":     `no parameter "Q"`,
		"mio:F=0..1":  `no parameter "F"`,
		"mio:Pr=much": `"much" is no number`,
		"mio:":        `"" is no number`,
	} {
		_, err := Named(name)
		assert.ErrorContains(t, err, want, name)
	}
	assert.Equal(t, len(Configs()), Order("mio:F=0.8"))
}

func TestMIOWithParameters(t *testing.T) {
	c, err := Named("mio:Pr=0.9..0.1:M=5:F=0.8")
	require.NoError(t, err)
	want := &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.9, End: 0.1}, M: mio.Ramp{Start: 5, End: 5}, F: 0.8}
	assert.Equal(t, want, c.algorithm())
	assert.False(t, c.Black)
}

func TestResultAsJSON(t *testing.T) {
	r := Result{Version: Version, Key: Key{"a", "mio", 100, 3}, Statements: Share{1, 4},
		Seconds: &Seconds{Search: seconds(1234567 * time.Microsecond)}}
	content, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(content), `"search":1.235`)
	var back Result
	require.NoError(t, json.Unmarshal(content, &back))
	r.Seconds.Search = 1.235
	assert.Equal(t, r, back)
	assert.Equal(t, "a, mio, 100 calls, seed 3", r.Key.String())
	assert.InDelta(t, 25, r.Statements.Percent(), 0)
	assert.InDelta(t, 0, Share{}.Percent(), 0)
}

func TestOperationsAndFaults(t *testing.T) {
	r := &report.Report{
		Operations: []report.Operation{
			{Name: "GET /a", Outcomes: map[string]int{"200": 3, "500": 1}},
			{Name: "GET /b", Outcomes: map[string]int{"404": 3}},
			{Name: "GET /c", Outcomes: map[string]int{"204": 1}},
		},
		Untested: []suite.Fault{
			{Key: "1", Category: "HTTP 500", Operation: "GET /a"},
			{Key: "2", Category: "HTTP 503", Operation: "GET /b"},
			{Key: "3", Category: "answer against the schema", Operation: "GET /c"},
			{Key: "4", Category: "answer against the schema", Operation: "GET /c"},
		},
	}
	assert.Equal(t, Operations{All: 3, Succeeded: 2, Failed: 2}, operations(r))
	found := Result{Faults: faults(r)}
	assert.Equal(t, map[string]int{"HTTP 500": 1, "HTTP 503": 1, "answer against the schema": 2}, found.Faults)
	assert.Equal(t, 4, found.FaultCount())
}

type plainHandler struct{ http.Handler }

type resettable struct {
	http.Handler
	closed, reset *int
}

func (r resettable) Close() error { *r.closed++; return nil }
func (r resettable) Reset() error { *r.reset++; return nil }

// A handler that can be reset is made once, any other for each test.
func TestSystem(t *testing.T) {
	made := 0
	plain := system(func() http.Handler { made++; return plainHandler{http.NotFoundHandler()} })
	runTwice(t, plain)
	assert.Equal(t, 3, made, "one to look at, one to start with, one for the reset")
	made, closed, reset := 0, 0, 0
	runTwice(t, system(func() http.Handler {
		made++
		return resettable{http.NotFoundHandler(), &closed, &reset}
	}))
	assert.Equal(t, []int{2, 2, 1}, []int{made, closed, reset})
}

func runTwice(t *testing.T, system *sut.Handler) {
	t.Helper()
	_, err := system.Start(t.Context())
	require.NoError(t, err)
	require.NoError(t, system.Reset(t.Context()))
	require.NoError(t, system.Stop(t.Context()))
}
