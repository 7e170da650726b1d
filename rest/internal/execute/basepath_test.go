package execute

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

// answering is a system whose answers depend on the path.
type answering struct {
	scripted
	answer func(method, path string) *sut.Response
}

func (s *answering) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	if resp := s.answer(r.Method, r.Target); resp != nil {
		s.answers = []*sut.Response{resp}
	}
	return s.scripted.Call(ctx, r)
}

// plain makes a call of somebody.
func plain(_ *rand.Rand, op *api.Operation, user int) *action.Call {
	c := action.New(op, 1, 0)
	c.User.Index = user
	return c
}

func anything(string) bool { return false }

// find looks for the base path of the pens on a system, and returns it with the calls.
func find(
	t *testing.T, o Options, leaveOut func(string) bool, answer func(method, path string) *sut.Response,
) (string, []string, error) {
	b := newBench(t, o)
	s := &answering{answer: answer}
	b.System = s
	got, err := b.FindBasePath(context.Background(), []string{"/v2", ""}, leaveOut, plain)
	assert.Equal(t, got, b.BasePath)
	return got, s.log, err
}

// TestBasePathIsWhereSomethingAnswers in another way than paths that do not exist.
func TestBasePathIsWhereSomethingAnswers(t *testing.T) {
	n := 0
	below := func(base string, known, unknown func(path string) *sut.Response) func(method, path string) *sut.Response {
		return func(_, path string) *sut.Response {
			if strings.HasPrefix(path, base+"/pens") {
				return known(path)
			}
			return unknown(path)
		}
	}
	text := func(code int, format string) func(path string) *sut.Response {
		return func(path string) *sut.Response {
			n++
			r := status(code, "Content-Type", "text/plain")
			r.Body = []byte(strings.NewReplacer("PATH", path, "N", fmt.Sprint(n)).Replace(format))
			return r
		}
	}
	allow := func(string) *sut.Response { return status(404, "Allow", "GET") }
	for name, tt := range map[string]struct {
		answer func(method, path string) *sut.Response
		want   string
	}{
		"its own":             {below("/v1", text(200, "a"), text(404, "none")), "/v1"},
		"the first other":     {below("/v2", text(200, "a"), text(404, "none")), "/v2"},
		"the next other":      {below("", text(200, "a"), text(404, "none")), ""},
		"nowhere":             {below("/v9", text(200, "a"), text(404, "none")), "/v1"},
		"the body tells":      {below("/v2", text(404, "no pen"), text(404, "no page")), "/v2"},
		"the path is no body": {below("/v2", text(404, "no PATH"), text(404, "no PATH")), "/v1"},
		"another each time":   {below("/v2", text(404, "call N"), text(404, "call N")), "/v1"},
		"unlike what changes": {below("/v2", text(400, "call N"), text(404, "call N")), "/v2"},
		"the kind tells":      {below("/v2", func(string) *sut.Response { return status(404) }, text(404, "")), "/v2"},
		"the methods tell":    {below("/v2", allow, func(string) *sut.Response { return status(404) }), "/v2"},
		"how it is told tells": {below("/v2", func(string) *sut.Response {
			return &sut.Response{Outcome: sut.Panicked}
		}, func(string) *sut.Response { return &sut.Response{} }), "/v2"},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := find(t, Options{BasePath: "/v1"}, anything, tt.answer)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

// TestOwnServers: operations with a server of their own are looked for below its path, and where nobody knows them
// there, below the others'.
func TestOwnServers(t *testing.T) {
	schema := `{openapi: 3.0.0, servers: [{url: /v1}], paths: {
		/pens: {get: {responses: {}}}, /inks: {servers: [{url: /shop}], get: {responses: {}}}}}`
	for known, want := range map[string]string{"/shop": "/shop", "/v1": "/v1", "": "", "/v9": "/shop"} {
		b := newBenchOf(t, schema, Options{BasePath: "/v1"})
		ink := b.api.Named("GET /inks").Spec
		assert.Equal(t, "/shop", b.Below(ink))
		s := &answering{answer: func(_, path string) *sut.Response {
			if path == "/v1/pens" || path == known+"/inks" {
				return status(200)
			}
			return status(404)
		}}
		b.System = s
		_, err := b.FindBasePath(context.Background(), []string{""}, anything, plain)
		require.NoError(t, err)
		assert.Equal(t, want, b.Below(ink), known)
		assert.Equal(t, "/v1", b.Below(b.api.Named("GET /pens").Spec), known)
		assert.Equal(t, "/inks", b.within("GET", want+"/inks"))
	}
}

// TestKnocks: reading before changing, what needs nothing first, nothing that is to
// be left out, and nothing that changes a service elsewhere.
func TestKnocks(t *testing.T) {
	names := func(b *bench, leaveOut func(string) bool) (out []string) {
		for _, op := range b.knocker(nil).knocked("", leaveOut) {
			out = append(out, op.Spec.Name())
		}
		return out
	}
	assert.Equal(t, []string{"GET /pens/{id}", "POST /pens", "HEAD /pens", "PUT /pens/{id}"},
		names(newBench(t, Options{}), anything))
	assert.Equal(t, []string{"POST /pens", "HEAD /pens"},
		names(newBench(t, Options{}), func(name string) bool { return strings.Contains(name, "{id}") }))
	elsewhere := Options{Addresses: Addresses{BaseURL: "http://host"}}
	assert.Equal(t, []string{"GET /pens/{id}"}, names(newBench(t, elsewhere), anything))
	b := newBench(t, Options{})
	get := *b.api.Named("GET /pens/{id}")
	for range 20 {
		b.Executor.api.Ops = append(b.Executor.api.Ops, &get)
	}
	assert.Len(t, b.knocker(nil).knocked("", anything), 12)
	assert.Equal(t, 1, knockRank(&get))
	get.Chained = false
	assert.Equal(t, 0, knockRank(&get))
	assert.Equal(t, "POST /pens", b.Executor.api.Ops[0].Spec.Name())
	assert.Equal(t, 2, knockRank(b.Executor.api.Ops[0]))
}

// TestKnocksOfUsers: they are made by the first user, two at paths that do not
// exist for each method; a system that is gone ends the search for the path.
func TestKnocksOfUsers(t *testing.T) {
	same := func(string, string) *sut.Response { return status(404) }
	got, log, err := find(t, Options{BasePath: "/v1", Users: []auth.User{auth.Bearer("ann", "tt")}},
		func(name string) bool {
			return name != "GET /pens/{id}" && name != "HEAD /pens"
		}, same)
	require.NoError(t, err)
	assert.Equal(t, "/v1", got)
	require.Len(t, log, 3*(1+2+1+2+1))
	assert.Equal(t, "reset", log[0])
	assert.Equal(t, "GET /v1/nowhere-to-be-found Bearer tt", log[1])
	assert.Equal(t, "GET /v1/no-such-path-either Bearer tt", log[2])
	assert.True(t, strings.HasPrefix(log[3], "GET /v1/pens/"), log[3])
	assert.Equal(t, "HEAD /v2/nowhere-to-be-found Bearer tt", log[11])

	calls := 0
	for last := range 4 {
		calls = 0
		got, _, err = find(t, Options{BasePath: "/v1"}, anything, func(string, string) *sut.Response {
			if calls++; calls > last {
				return nil
			}
			return status(http.StatusNotFound)
		})
		assert.ErrorContains(t, err, "the system is gone")
		assert.Equal(t, "/v1", got)
	}
}
