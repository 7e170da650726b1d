package clock

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const day = 24 * time.Hour

// waits says how long after a thing was made a service answers its goal, and how long after it does not. The clock of a
// test begins on Saturday, 1 January 2000.
var waits = map[string]struct{ met, not []time.Duration }{
	"expired":   {[]time.Duration{30*day + 1, 400 * day}, []time.Duration{0, 30 * day}},
	"other-day": {[]time.Duration{day, 8 * day}, []time.Duration{0, day - 1}},
	"window": {
		[]time.Duration{48 * time.Hour, 48*time.Hour - 14*time.Minute},
		[]time.Duration{0, 47 * time.Hour, 49 * time.Hour},
	},
	"idle":        {[]time.Duration{21 * time.Minute}, []time.Duration{0, 20 * time.Minute}},
	"other-month": {[]time.Duration{31 * day, 366 * day}, []time.Duration{0, 31*day - 1}},
	"cooling":     {[]time.Duration{time.Hour}, []time.Duration{0, time.Hour - 1}},
	"weekend":     {[]time.Duration{7 * day, 8 * day}, []time.Duration{0, day, 9 * day}},
	"deadline": {
		[]time.Duration{71*time.Hour + 1, 72 * time.Hour}, []time.Duration{0, 71 * time.Hour, 72*time.Hour + 1},
	},
}

// TestClock: each service answers its goal at the right time, and not before.
func TestClock(t *testing.T) {
	require.Len(t, All(), len(waits), "each service has a proof")
	for _, m := range All() {
		goal, err := strconv.Atoi(m.Goal)
		require.NoError(t, err)
		w, found := waits[m.Name]
		require.True(t, found, m.Name)
		for status, durations := range map[int][]time.Duration{goal: w.met, http.StatusNoContent: w.not} {
			for _, d := range durations {
				t.Run(m.Name+" after "+d.String(), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { assert.Equal(t, status, after(t, m, d)) })
				})
			}
		}
	}
}

// after makes a thing, waits, and asks.
func after(t *testing.T, m Micro, d time.Duration) int {
	t.Helper()
	h := m.New()
	create, ask := operations(t, m)
	made := send(h, "POST "+create)
	require.Equal(t, http.StatusCreated, made.Code)
	require.JSONEq(t, `{"id": 1, "made": "2000-01-01T00:00:00Z", "used": "2000-01-01T00:00:00Z"}`, made.Body.String())
	assert.Equal(t, http.StatusNoContent, send(h, ask("1")).Code)
	assert.Equal(t, http.StatusNotFound, send(h, ask("2")).Code)
	assert.Equal(t, http.StatusBadRequest, send(h, ask("x")).Code)
	time.Sleep(d)
	return send(h, ask("1")).Code
}

func send(h http.Handler, call string) *httptest.ResponseRecorder {
	method, path, _ := strings.Cut(call, " ")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

// operations returns the path that makes a thing, and the call that asks about it.
func operations(t *testing.T, m Micro) (create string, ask func(id string) string) {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(m.Schema), &doc))
	require.Len(t, doc.Paths, 2)
	for path, methods := range doc.Paths {
		if !strings.Contains(path, "{id}") {
			create = path
			continue
		}
		for method := range methods {
			ask = func(id string) string { return strings.ToUpper(method) + " " + strings.ReplaceAll(path, "{id}", id) }
		}
	}
	return create, ask
}

// TestIdle: a session that is used goes on.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := named("idle").New()
		send(h, "POST /sessions")
		for range 3 {
			time.Sleep(15 * time.Minute)
			assert.Equal(t, http.StatusNoContent, send(h, "POST /sessions/1/touch").Code)
		}
		time.Sleep(time.Hour)
		assert.Equal(t, met, send(h, "POST /sessions/1/touch").Code)
	})
}

// TestNamed: a process that is told a name runs that service.
func TestNamed(t *testing.T) {
	t.Setenv(Variable, "window")
	assert.Contains(t, string(Schema()), "window")
	assert.NotNil(t, New())
	t.Setenv(Variable, "none")
	assert.Panics(t, func() { New() })
}
