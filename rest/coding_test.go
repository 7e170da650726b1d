package rest_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// TestCodedAnswersAndStreams: a body is judged and asserted by what it stands for. A stream in the place of JSON is a
// fault.
func TestCodedAnswersAndStreams(t *testing.T) {
	g := newGlass(func(*glass) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Type", "application/json")
			switch {
			case r.Method == http.MethodPost:
				h.Set("Content-Encoding", "exi")
				w.WriteHeader(http.StatusCreated)
				fmt.Fprint(w, "?")
			case r.Method == http.MethodDelete:
				w.WriteHeader(http.StatusNotFound)
			case r.URL.Path == "/items":
				h.Set("Content-Encoding", "gzip")
				zip := gzip.NewWriter(w)
				fmt.Fprint(zip, `[{"id": 1, "name": "lamp"}]`)
				_ = zip.Close()
			default:
				h.Set("Content-Type", "text/event-stream")
				fmt.Fprint(w, "data: 1\n\n")
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			}
		}
	}, sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{})
	s := searchOn(t, g, p, 400)
	out, flaky, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, flaky)

	seen, streams := map[string]bool{}, false
	for _, test := range out.Tests {
		for _, f := range test.Faults {
			streams = streams || f.Operation == "GET /items/{id}"
			assert.Equal(t, `the content type "text/event-stream" is not declared for status 200`, f.Reason, test.Name)
		}
		for _, step := range test.Steps {
			seen[step.Operation] = true
			checks := step.Call.Expect.Checks
			switch step.Operation {
			case "GET /items":
				assert.True(t, step.Call.Expect.Gzip)
				assert.Equal(t, []suite.Check{
					{Op: suite.Length, Value: int64(1)},
					{Pointer: "/0/id", Op: suite.Equal, Value: int64(1)},
					{Pointer: "/0/name", Op: suite.Equal, Value: "lamp"},
				}, checks)
			case "GET /items/{id}":
				assert.True(t, step.Call.Expect.Stream)
				assert.Equal(t, "text/event-stream", step.Call.Expect.ContentType)
				assert.Empty(t, checks)
			case "POST /items":
				assert.Empty(t, checks)
			}
		}
	}
	assert.Len(t, seen, 4)
	assert.True(t, streams)
	assert.Contains(t, strings.Join(p.Warnings(), "\n"),
		"not judged by the schema: a body that cannot be read: nobody knows its content coding \"exi\"")
}

// TestCodedAnswersAreFollowed: later calls have what an earlier answer gave, whatever its content coding is.
func TestCodedAnswersAreFollowed(t *testing.T) {
	g := newGlass(func(*glass) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			item := `{"id": 48151623, "name": "lamp"}`
			switch r.Method + " " + r.URL.Path {
			case "POST /items":
				w.Header().Set("Content-Encoding", "br, gzip")
				w.WriteHeader(http.StatusCreated)
				zip := gzip.NewWriter(w)
				packed := brotli.NewWriter(zip)
				fmt.Fprint(packed, item)
				_ = packed.Close()
				_ = zip.Close()
			case "GET /items":
				fmt.Fprint(w, "[]")
			case "GET /items/48151623":
				fmt.Fprint(w, item)
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		}
	}, sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{})
	s := searchOn(t, g, p, 200)
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	found := false
	for _, test := range out.Tests {
		for _, step := range test.Steps {
			found = found || step.Operation == "GET /items/{id}" && step.Call.Expect.Status == http.StatusOK
			if step.Operation == "POST /items" {
				assert.Empty(t, step.Call.Expect.Checks, "written tests cannot take br off")
			}
		}
	}
	assert.True(t, found)
}
