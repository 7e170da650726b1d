package sut_test

import (
	"errors"
	"io"
	"net/http"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

type shelf struct{ books []string }

func (s *shelf) book(i int) string { return s.books[i] }

// selfish is a value that panics when it is printed.
type selfish struct{}

func (selfish) Error() string { panic("not printed") }

func TestPanicIsDescribed(t *testing.T) {
	tests := map[string]struct {
		handler http.HandlerFunc
		value   string
		frame   string // its beginning
	}{
		"plain": {
			func(http.ResponseWriter, *http.Request) { panic("oh") }, "oh",
			"sut_test.TestPanicIsDescribed.func1 (panic_test.go:",
		},
		"error": {
			func(http.ResponseWriter, *http.Request) { panic(errors.New("bad")) }, "bad",
			"sut_test.TestPanicIsDescribed.func2 (panic_test.go:",
		},
		"runtime error in a method": {
			func(http.ResponseWriter, *http.Request) { _ = (&shelf{}).book(3) },
			"runtime error: index out of range [3] with length 0", "sut_test.(*shelf).book (panic_test.go:",
		},
		"nil pointer": {
			func(http.ResponseWriter, *http.Request) { _ = (*shelf)(nil).book(3) },
			"runtime error: invalid memory address or nil pointer dereference",
			"sut_test.(*shelf).book (panic_test.go:",
		},
		"within the standard library": {
			func(http.ResponseWriter, *http.Request) { _ = strings.Repeat("x", -1) },
			"strings: negative Repeat count", "sut_test.TestPanicIsDescribed.func5 (panic_test.go:",
		},
		"called back by the standard library": {
			func(http.ResponseWriter, *http.Request) {
				sort.Slice([]int{1, 2}, func(int, int) bool { return (&shelf{}).book(1) == "" })
			},
			"runtime error: index out of range [1] with length 0", "sut_test.(*shelf).book (panic_test.go:",
		},
		"panicked again by a middleware": {
			func(http.ResponseWriter, *http.Request) {
				defer func() { panic(recover()) }()
				_ = (&shelf{}).book(4)
			},
			"runtime error: index out of range [4] with length 0", "sut_test.(*shelf).book (panic_test.go:",
		},
		"value that cannot be printed": {
			func(http.ResponseWriter, *http.Request) { panic(selfish{}) },
			"%!v(PANIC=Error method: not printed)", "sut_test.TestPanicIsDescribed.func8 (panic_test.go:",
		},
		"nil": {
			func(http.ResponseWriter, *http.Request) { panic(nil) }, //nolint // the point of the test
			"panic called with nil argument", "sut_test.TestPanicIsDescribed.func9 (panic_test.go:",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			h := start(t, sut.NewHandler(always(test.handler), sut.HandlerOptions{}))
			resp := call(t, h, "GET", "/")
			require.Equal(t, sut.Panicked, resp.Outcome)
			assert.Equal(t, test.value, resp.Panic.Value)
			assert.True(t, strings.HasPrefix(resp.Panic.Frame, test.frame), resp.Panic.Frame)
			assert.Contains(t, resp.Detail, test.frame)

			stack := resp.Panic.Stack
			again := call(t, h, "GET", "/")
			assert.Equal(t, stack, again.Panic.Stack, "the stack is the same each time")
			assert.NotContains(t, stack, "\t/", "no directories of this machine")
			assert.NotContains(t, stack, "evoke/sut.", "no frames of our own")
			assert.Contains(t, stack, "panic_test.go:")
		})
	}
}

func TestLongPanicValuesAreCut(t *testing.T) {
	h := start(t, sut.NewHandler(always(func(http.ResponseWriter, *http.Request) {
		panic(strings.Repeat("é", 5000))
	}), sut.HandlerOptions{}))
	resp := call(t, h, "GET", "/")
	assert.Less(t, len(resp.Panic.Value), 2100)
	assert.True(t, strings.HasSuffix(resp.Panic.Value, "é..."))
}

func TestPanicOutsideOfUserCodeHasItsStack(t *testing.T) {
	h := start(t, sut.NewHandler(func() http.Handler { return http.StripPrefix("/a", nilHandler()) },
		sut.HandlerOptions{}))
	resp := call(t, h, "GET", "/a/b")
	require.Equal(t, sut.Panicked, resp.Outcome)
	assert.Empty(t, resp.Panic.Frame)
	assert.Contains(t, resp.Panic.Stack, "net/http.")
}

func nilHandler() http.Handler { return http.HandlerFunc(nil) }

func TestPanicAfterReadingTheBody(t *testing.T) {
	h := start(t, sut.NewServer(always(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		panic("oh")
	}), sut.ServerOptions{}))
	for range 3 {
		resp := call(t, h, "POST", "/")
		require.Equal(t, sut.Panicked, resp.Outcome)
		assert.Equal(t, "oh", resp.Panic.Value)
		assert.Contains(t, resp.Panic.Frame, "panic_test.go")
	}
}
