//go:build unix

package server_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/cmd/evoke/internal/server"
)

// TestMain is the server if a test starts this binary as one.
func TestMain(m *testing.M) {
	if os.Getenv("SERVES") != "" {
		_ = http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.NotFoundHandler())
		return
	}
	os.Exit(m.Run())
}

// TestServersEndWithAllProcesses: Stop also ends processes that outlive the shell.
func TestServersEndWithAllProcesses(t *testing.T) {
	s, err := server.Start(t.Context(), "SERVES=1 "+os.Args[0]+" & wait", "")
	require.NoError(t, err)
	resp, err := http.Get(s.URL)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, http.StatusNotFound, resp.StatusCode)
	s.Stop()
	_, err = http.Get(s.URL)
	assert.Error(t, err)
}

func TestServersThatEndSayWhy(t *testing.T) {
	for command, said := range map[string]string{
		"echo no such module; exit 3": "the server ended before it listened on $PORT: exit status 3: no such module",
		"true":                        "the server ended before it listened on $PORT",
	} {
		_, err := server.Start(t.Context(), command, "")
		assert.EqualError(t, err, said)
	}
}
