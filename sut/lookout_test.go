package sut_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/sut"
)

// TestLookout: incidents in a server of this process are noted until they are forgotten. Incidents outside of calls are
// not noted.
func TestLookout(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		_ = probe.Dropped("announce", errors.New("nobody is there"))
		_, _ = opened.File(os.Open(os.DevNull))
		_ = probe.Dropped("find", fmt.Errorf("find: %w", sql.ErrNoRows)) // which is expected
		_ = probe.Dropped("roll back", sql.ErrTxDone)
	}))
	defer server.Close()
	var l sut.Lookout
	l.Watch(true)
	defer l.Watch(false)
	l.Forget()
	l.Ready()
	_ = probe.Dropped("elsewhere", errors.New("of no call"))
	resp, err := http.Get(server.URL)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())

	var kinds []sut.IncidentKind
	incidents, cost := l.Happened()
	for _, in := range incidents {
		kinds = append(kinds, in.Kind)
		assert.Contains(t, in.Place, "TestLookout.func1 (lookout_test.go:")
	}
	assert.Equal(t, []sut.IncidentKind{sut.DroppedError, sut.LeftOpen}, kinds)
	assert.Zero(t, cost, "nothing counts here")
	l.Forget()
	incidents, _ = l.Happened()
	assert.Empty(t, incidents)
}
