package bench

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/gotify"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/sut"
)

// Each service gives the recorded requests the answers it is known for, and
// the same ones again after resets.
func TestReplay(t *testing.T) {
	for name, want := range map[string]map[int]int{
		"gotify":       {200: 12, 401: 1},
		"ach":          {200: 9, 404: 1},
		"alertmanager": {200: 7, 422: 1},
	} {
		t.Run(name, func(t *testing.T) {
			i := find(t, name).Instance()
			defer closeInstance(t, i)
			for range 3 {
				got, err := i.Replay(Recorded(name))
				require.NoError(t, err)
				assert.Equal(t, want, got.Statuses)
				assert.Zero(t, got.Panics)
			}
		})
	}
}

// What a first call changes is gone after a reset.
func TestResetForgets(t *testing.T) {
	for name, tc := range map[string]struct{ change, look *sut.Request }{
		"gotify": {call("POST", "/application", `{"name":"a"}`, tokenOfAdmin()...),
			call("GET", "/application", "", tokenOfAdmin()...)},
		"ach": {call("POST", "/files/f1", achFile, "Content-Type", "text/plain"), call("GET", "/files", "")},
		"alertmanager": {call("POST", "/api/v2/alerts", `[{"labels":{"alertname":"a"}}]`),
			call("GET", "/api/v2/alerts/groups", "")},
	} {
		t.Run(name, func(t *testing.T) {
			i := find(t, name).Instance()
			defer closeInstance(t, i)
			i.New()
			fresh := body(t, i, tc.look)
			changed := body(t, i, tc.change)
			assert.NotEqual(t, fresh, body(t, i, tc.look))
			require.NoError(t, i.Reset())
			assert.Equal(t, fresh, body(t, i, tc.look))
			if name == "gotify" { // running numbers start again
				assert.Equal(t, id(t, changed), id(t, body(t, i, tc.change)))
			}
		})
	}
}

// The administrator's own token comes back even after it was deleted.
func TestResetRestoresTheAdministrator(t *testing.T) {
	i := find(t, "gotify").Instance()
	defer closeInstance(t, i)
	i.New()
	who := call("GET", "/current/user", "", tokenOfAdmin()...)
	body(t, i, call("DELETE", "/client/1", "", tokenOfAdmin()...))
	assert.Contains(t, body(t, i, who), "Unauthorized")
	require.NoError(t, i.Reset())
	assert.Contains(t, body(t, i, who), `"name":"admin"`)
}

// The service that is reset in place keeps to its goroutines, as do those that
// are made anew.
func TestResetsDoNotLeak(t *testing.T) {
	for _, s := range Services() {
		t.Run(s.Name, func(t *testing.T) {
			i := s.Instance()
			defer closeInstance(t, i)
			_, err := i.Replay(Recorded(s.Name))
			require.NoError(t, err)
			before := runtime.NumGoroutine()
			for range 50 {
				_, err := i.Replay(Recorded(s.Name))
				require.NoError(t, err)
			}
			assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 },
				10*time.Second, time.Millisecond)
		})
	}
}

// Each service runs as a system under test.
func TestSystem(t *testing.T) {
	for _, s := range Services() {
		t.Run(s.Name, func(t *testing.T) {
			ctx := context.Background()
			system := s.System()
			_, err := system.Start(ctx)
			require.NoError(t, err)
			defer func() { assert.NoError(t, system.Stop(ctx)) }()
			for _, test := range Recorded(s.Name) {
				require.NoError(t, system.Reset(ctx))
				for _, r := range test {
					resp, err := system.Call(ctx, r)
					require.NoError(t, err)
					assert.Equal(t, sut.Answered, resp.Outcome, "%s %s", r.Method, r.Target)
				}
			}
		})
	}
}

func TestSchemas(t *testing.T) {
	for _, s := range Services() {
		assert.Contains(t, string(s.Schema[:200]), map[string]string{
			"gotify": `"swagger": "2.0"`, "ach": "openapi: 3.0.2", "alertmanager": "swagger: '2.0'"}[s.Name])
	}
}

// Both ways to be the administrator of gotify work.
func TestGotifyUsers(t *testing.T) {
	i := find(t, "gotify").Instance()
	defer closeInstance(t, i)
	i.New()
	admin, application := gotify.Users()[0], gotify.Users()[1]
	assert.Equal(t, tokenOfAdmin(), []string{admin.Headers[0].Name, admin.Headers[0].Value})
	for _, u := range []auth.User{application, gotify.UsersWithPasswords()[0]} {
		var fields []string
		for _, h := range u.Login.Headers {
			fields = append(fields, h.Name, h.Value)
		}
		answer := body(t, i, call(u.Login.Method, u.Login.Path, u.Login.Body, fields...))
		var got struct{ Token string }
		require.NoError(t, json.Unmarshal([]byte(answer), &got), answer)
		want := "/current/user"
		if u.Name == "application" {
			want = "/message"
			assert.Contains(t, body(t, i, call("POST", want, `{"message":"hi"}`, u.Login.Token.SendName, got.Token)),
				`"message":"hi"`)
			continue
		}
		assert.Contains(t, body(t, i, call("GET", want, "", u.Login.Token.SendName, got.Token)), `"name":"admin"`)
	}
}

func tokenOfAdmin() []string { return []string{"X-Gotify-Key", "Cevoke.bench.01"} }

func find(t *testing.T, name string) *Service {
	t.Helper()
	all := Services()
	i := slices.IndexFunc(all, func(s *Service) bool { return s.Name == name })
	require.GreaterOrEqual(t, i, 0)
	return all[i]
}

func closeInstance(t *testing.T, i *Instance) {
	t.Helper()
	assert.NoError(t, i.Close())
}

func body(t *testing.T, i *Instance, r *sut.Request) string {
	t.Helper()
	req := httptest.NewRequest(r.Method, r.Target, strings.NewReader(string(r.Body)))
	maps.Copy(req.Header, r.Header)
	rec := httptest.NewRecorder()
	i.handler.ServeHTTP(rec, req)
	require.Less(t, rec.Code, http.StatusInternalServerError)
	return rec.Body.String()
}

func id(t *testing.T, body string) float64 {
	t.Helper()
	var got struct{ ID float64 }
	require.NoError(t, json.Unmarshal([]byte(body), &got), body)
	return got.ID
}
