package program_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
	"github.com/evoke-go/evoke/sut/program"
	"github.com/evoke-go/evoke/sut/suttest"
)

func vault(o program.Options) program.Options {
	o.Dir = "testdata/vault"
	if o.Package == "" {
		o.Package = "./cmd/server"
	}
	return o
}

func newController(t *testing.T, o program.Options) *program.Controller {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	c, err := program.New(vault(o))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Stop(t.Context())) })
	return c
}

func started(t *testing.T, o program.Options) (*program.Controller, *fitness.Registry) {
	t.Helper()
	c := newController(t, o)
	return c, suttest.Observe(t, c)
}

func TestDriverOfGo(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	suttest.TestDriver(t, func() driver.Options {
		o, err := program.NewOptions(vault(program.Options{}))
		require.NoError(t, err)
		return o
	}, &sut.Request{Method: "GET", Target: "/count"})
}

// TestProgramsThatEndAreFaults: after a call that ends the program, the answer says why and where, the targets that it
// reached count if the program ended itself, and the next call has another process.
func TestProgramsThatEndAreFaults(t *testing.T) {
	c, registry := started(t, program.Options{Memory: 256 << 20, Remote: sut.RemoteOptions{Timeout: 3 * time.Second}})
	for _, want := range []struct {
		target        string
		outcome       sut.Outcome
		detail, place string
	}{
		{"/crash", sut.Broken, "exit status 2: nobody recovers it", "vault.crash (vault.go:92)"},
		{"/exit", sut.Broken, "exit status 3", "vault.ends.func3 (vault.go:73)"},
		{"/fatal", sut.Broken, "exit status 1: no disk", "vault.ends.func4 (vault.go:74)"},
		{"/memory", sut.Broken, "memory limit of 256 MB exceeded", "vault.ends.func6"},
		{"/loop", sut.TimedOut, "", "vault.ends (vault.go:77)"},
		{"/panic", sut.Broken, "the handler panicked: in a handler", "vault.ends.func1 (vault.go:71)"},
	} {
		require.NoError(t, c.Renew(t.Context()))
		require.NoError(t, c.Begin(t.Context(), true))
		resp := suttest.Get(t, c, want.target)
		assert.Equal(t, want.outcome, resp.Outcome, want.target)
		assert.Contains(t, resp.Detail, want.detail, want.target)
		assert.Contains(t, resp.Place, want.place, want.target)
		assert.NotContains(t, resp.Detail, "\n")
		if want.target != "/crash" && want.target != "/memory" { // which tell nothing any more
			assert.Contains(t, suttest.Reached(t, c, registry), "file example.com/vault/vault.go", want.target)
		}
		assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body), "after %s", want.target)
	}
}

// TestPanicsThatLibrariesStopHaveAPlace: a library of the program stops a panic and answers 500 afterwards.
func TestPanicsThatLibrariesStopHaveAPlace(t *testing.T) {
	c, registry := started(t, program.Options{})
	require.NoError(t, c.Begin(t.Context(), true))
	resp := suttest.Get(t, c, "/share")
	assert.Equal(t, http.StatusInternalServerError, resp.Status)
	assert.Regexp(t, `^vault\.share \(guarded\.go:\d+\)$`, resp.Place)
	assert.Contains(t, suttest.Reached(t, c, registry), "file example.com/vault/guarded.go")
	assert.Empty(t, suttest.Get(t, c, "/share?four").Place)
}

// TestCallsThatChangeNothingShareAProcess: after calls that change nothing the next test uses the same process. Once a
// read shows a change, each test has its own.
func TestCallsThatChangeNothingShareAProcess(t *testing.T) {
	c, _ := started(t, program.Options{})
	call := func(target string) (body string, pid int) {
		require.NoError(t, c.Reset(t.Context()))
		body = string(suttest.Get(t, c, target).Body)
		return body, c.PID()
	}
	_, first := call("/env")
	_, second := call("/env")
	assert.Equal(t, first, second)
	require.NoError(t, c.Renew(t.Context()))
	_, first = call("/count")
	body, second := call("/count")
	assert.Equal(t, first, second)
	assert.Equal(t, "2", body, "it counts, as a read should not")
	for range 2 {
		body, pid := call("/count")
		assert.Equal(t, "1", body)
		assert.NotEqual(t, second, pid)
		second = pid
	}
}

// TestProgramsSeeNothing: neither the environment nor the folder of a program shows anything of its observer.
func TestProgramsSeeNothing(t *testing.T) {
	before, err := filepath.Glob("testdata/vault/cmd/server/*")
	require.NoError(t, err)
	c, _ := started(t, program.Options{Env: []string{"GREETING=hello"}})
	assert.Equal(t, ",hello", string(suttest.Get(t, c, "/env").Body))
	after, err := filepath.Glob("testdata/vault/cmd/server/*")
	require.NoError(t, err)
	assert.Equal(t, before, after)
	assert.Empty(t, c.Warnings(), "all of it has probes")
}

// TestAddresses: the port may be an argument, or one that the program has of its own.
func TestAddresses(t *testing.T) {
	c, _ := started(t, program.Options{
		Args: []string{"-addr", "localhost:{port}"},
		Env:  []string{"PORT=none", "GREETING={port} {port2} {port3} {port2}"},
	})
	assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
	ports := strings.Fields(strings.TrimPrefix(string(suttest.Get(t, c, "/env").Body), ","))
	require.Len(t, ports, 4)
	assert.Equal(t, ports[1], ports[3])
	assert.True(t, strings.HasSuffix(c.BaseURL(), ":"+ports[0]))
	for _, port := range ports[1:3] { // they are free
		listener, err := net.Listen("tcp", "127.0.0.1:"+port)
		require.NoError(t, err)
		assert.NotEqual(t, ports[0], port)
		require.NoError(t, listener.Close())
	}
	assert.NotEqual(t, ports[1], ports[2])

	url := c.BaseURL() // which is free once that one has ended
	require.NoError(t, c.Stop(t.Context()))
	fixed, _ := started(t, program.Options{BaseURL: url})
	for range 3 {
		assert.Equal(t, "1", string(suttest.Get(t, fixed, "/count").Body))
		require.NoError(t, fixed.Renew(t.Context()))
		require.NoError(t, fixed.Begin(t.Context(), true))
	}
	assert.Equal(t, url, fixed.BaseURL())
	assert.Equal(t, []string{url, ""}, []string{fixed.Address(), c.Address()}, "where people find it")
	other := newController(t, program.Options{BaseURL: url})
	_, err := other.Start(t.Context())
	assert.ErrorContains(t, err, "already")
}

// TestBadPrograms: a program that cannot be searched is an error in one line.
func TestBadPrograms(t *testing.T) {
	for name, want := range map[string]string{
		"./bad/ends":   "it started and listened on no port: it ended with exit status 1: no database",
		"./bad/flags":  "it ended with exit status 1: Error: unknown flag: --nothing",
		"./bad/waits":  "it never listens (2s waited)",
		"./bad/broken": "broken/main.go:4:22: too many return values",
		"./nothing":    "package ./nothing: ",
		".":            "package . is no program: its name is vault, and not main",
		"./...":        "one package is needed",
	} {
		c := newController(t, program.Options{Package: name, StartTimeout: 2 * time.Second})
		for range 2 { // a start that fails leaves nothing behind
			_, err := c.Start(t.Context())
			require.Error(t, err, name)
			assert.Contains(t, err.Error(), want, name)
			assert.NotContains(t, err.Error(), "\n")
		}
	}
	_, err := program.New(program.Options{BaseURL: "localhost"})
	assert.ErrorContains(t, err, "a URL with a port is needed")
}

// TestNothingIsLeft: no files are left after a stop, nor after a start that failed.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	c, _ := started(t, program.Options{})
	assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
	require.NoError(t, c.Stop(t.Context()))
	_, err := newController(t, program.Options{Package: "./bad/broken"}).Start(t.Context())
	require.Error(t, err)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}
