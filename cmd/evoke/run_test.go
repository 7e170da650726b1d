package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/auth"
)

func TestHeader(t *testing.T) {
	for text, want := range map[string]auth.Header{
		"A: b":                      {Name: "A", Value: "b"},
		" X-Key :  a:b c ":          {Name: "X-Key", Value: "a:b c"},
		"X-Empty:":                  {Name: "X-Empty"},
		"Host: example.org":         {Name: "Host", Value: "example.org"},
		"Authorization: Bearer x==": {Name: "Authorization", Value: "Bearer x=="},
	} {
		got, err := header(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got)
	}
	for text, want := range map[string]string{
		"":                 `want "Name: value"`,
		"nocolon":          `want "Name: value"`,
		" : v":             `want "Name: value"`,
		"a b: c":           `"a b" cannot be the name of a header`,
		"é: c":             `"é" cannot be the name of a header`,
		"A: b\r\nEvil: c":  "the value has a line break or another control character",
		"CONNECTION: keep": "it belongs to the connection and cannot be set",
	} {
		_, err := header(text)
		require.EqualError(t, err, want, text)
	}
}

func TestOneLine(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"says who speaks": {errors.New("unknown flag"), "evoke: unknown flag"},
		"said already":    {errors.New("evoke run: no"), "evoke run: no"},
		"several lines":   {errors.New("evoke: a\n\n\tb\n"), "evoke: a; b"},
		"one error twice": {errors.Join(errors.New("evoke: a"), errors.New("evoke: a")), "evoke: a"},
		"of two, one more": {errors.Join(errors.New("evoke: a"), errors.New("evoke: b"), errors.New("evoke: a")),
			"evoke: a; evoke: b"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, oneLine(c.err)) })
	}
}

// unstarted is the error of a program that did not start.
type unstarted []string

func (unstarted) Error() string      { return "node server.js: it did not start" }
func (u unstarted) Output() []string { return u }

// TestProgramsThatDoNotStartAreQuoted: the output of a program that does not start is below the error, unless it is one
// line.
func TestProgramsThatDoNotStartAreQuoted(t *testing.T) {
	wrapped := func(lines ...string) error { return fmt.Errorf("evoke: %w", unstarted(lines)) }
	assert.Equal(t, "evoke: node server.js: it did not start\nthe last lines that the program wrote:\n  at a\n  at b",
		said(wrapped("at a", "at b")))
	assert.Equal(t, "evoke: node server.js: it did not start", said(wrapped("at a")))
	assert.NotContains(t, said(wrapped("\x1b[2J", "b")), "\x1b")
}

// TestResetOf: a path is a path of the program, unless a file is there, which is a command.
func TestResetOf(t *testing.T) {
	var asked []string
	program := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
	}))
	defer program.Close()
	dir := t.TempDir()
	require.NoError(t, resetOf(filepath.ToSlash(dir))(t.Context(), program.URL), "a folder is no command")
	require.NoError(t, resetOf("/reset")(t.Context(), program.URL))
	assert.Equal(t, []string{"POST " + filepath.ToSlash(dir), "POST /reset"}, asked)
	if runtime.GOOS == "windows" {
		return
	}
	script, made := filepath.Join(dir, "reset.sh"), filepath.Join(dir, "made")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho > '"+made+"'\n"), 0o700))
	require.NoError(t, resetOf(script)(t.Context(), program.URL))
	assert.FileExists(t, made)
	assert.Len(t, asked, 2)
}
