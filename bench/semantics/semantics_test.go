package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A package of the standard library and two small modules, of which one calls what is
// replaced, have the same results
// with probes; the program itself does this with all subjects.
func TestSmallSubjects(t *testing.T) {
	for _, s := range choose(subjects(), "std container/list,golang-lru,gorilla/mux") {
		t.Run(s.Kind, func(t *testing.T) {
			r, err := s.compare(t.Context(), t.TempDir())
			require.NoError(t, err)
			assert.True(t, r.explained(), "%v", r.details())
			assert.Positive(t, r.tests)
			assert.Positive(t, r.conditions)
		})
	}
}

// The collection is as wide as it is meant to be.
func TestSubjects(t *testing.T) {
	kinds, modules, packages := map[string]bool{}, 0, 0
	for _, s := range subjects() {
		kinds[s.Kind] = true
		if s.Module != "" {
			modules++
		} else {
			packages++
		}
	}
	assert.GreaterOrEqual(t, modules, 6)
	assert.GreaterOrEqual(t, packages, 10)
	for _, kind := range []string{"router", "ORM", "validator", "parser", "numeric", "concurrency"} {
		assert.True(t, kinds[kind], kind)
	}
	assert.Len(t, choose(subjects(), "gin,regexp/syntax"), 2)
	assert.Equal(t, "mux", folderName("example.com/a/mux"))
	assert.Equal(t, "mux", folderName("example.com/a/mux/v2"))
}

// What differs is found, and blamed on the innermost test.
func TestDifferences(t *testing.T) {
	plain, instrumented := fake(t, `
{"Action":"pass","Package":"p","Test":"TestA/one"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"pass","Package":"p"}
{"Action":"pass","Package":"p/q"}`), fake(t, `
garbage
{"Action":"output","Package":"p","Test":"TestA/one","Output":"why\n"}
{"Action":"fail","Package":"p","Test":"TestA/one"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}`)
	got := differences(plain, instrumented)
	assert.Equal(t, []difference{
		{"p.TestA/one", "pass", "fail", "why\n"},
		{"p/q", "pass", "", ""},
	}, got)
	assert.Equal(t, 3, plain.tests)
	r := &result{subject: subject{Module: "p", Known: map[string]string{".TestA/one": "known", "q": ""}},
		differences: got[:1]}
	assert.True(t, r.explained())
	r.differences = got
	assert.False(t, r.explained())
	assert.Contains(t, strings.Join(r.details(), "\n"), "p/q: DIFFERS")
	_, err := goTest(t.Context(), nil, func(context.Context, io.Writer, ...string) error { return io.EOF })
	assert.ErrorIs(t, err, io.EOF)
}

// fake is a run with the given events.
func fake(t *testing.T, events string) testRun {
	t.Helper()
	r, err := goTest(t.Context(), nil, func(_ context.Context, out io.Writer, _ ...string) error {
		_, err := io.WriteString(out, events)
		return err
	})
	require.NoError(t, err)
	return r
}
