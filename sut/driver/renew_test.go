package driver_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut/suttest"
)

// TestRenew: a system that is never reset, or reset by a function, is as new in another process.
func TestRenew(t *testing.T) {
	o := options(t, "gate")
	o.Keep = true
	c, _, _ := begun(t, o)
	assert.Equal(t, "1", string(suttest.Get(t, c, "/").Body))
	require.NoError(t, c.Reset(t.Context()))
	assert.Equal(t, "2", string(suttest.Get(t, c, "/").Body))
	require.NoError(t, c.Renew(t.Context()))
	assert.Equal(t, "1", string(suttest.Get(t, c, "/").Body))
}

// TestAResetMayFindASystemDead because of an earlier call: the next process is reset.
func TestAResetMayFindASystemDead(t *testing.T) {
	o := options(t, "gate")
	resets := 0
	o.Reset = func(_ context.Context, base string) error {
		if resets++; resets > 1 {
			return nil
		}
		_, err := http.Get(base + "/exit")
		return errors.Join(err, errors.New("it ended"))
	}
	c, _, _ := begun(t, o)
	require.NoError(t, c.Reset(t.Context()))
	assert.Equal(t, 2, resets)
	assert.Equal(t, 2, c.Starts())
	assert.Equal(t, "1", string(suttest.Get(t, c, "/").Body))
}

// TestCloseComesLast: files that a system needs to start exist until it is stopped, however often it starts.
func TestCloseComesLast(t *testing.T) {
	o, closed := options(t, "gate"), 0
	o.Close = func() error { closed++; return nil }
	c, _, _ := begun(t, o)
	assert.Zero(t, closed)
	_, err := c.Start(t.Context())
	require.NoError(t, err)
	assert.Zero(t, closed)
	require.NoError(t, c.Stop(t.Context()))
	assert.Equal(t, 1, closed)
}

// TestAnInterruptedResetLeavesASystemToCall: after an interrupt the next test has a process, since the suite is still
// made.
func TestAnInterruptedResetLeavesASystemToCall(t *testing.T) {
	c, _, _ := begun(t, options(t, "single"))
	assert.Equal(t, "1", string(suttest.Get(t, c, "/").Body))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, c.Renew(ended), context.Canceled)
	require.NoError(t, c.Reset(t.Context()))
	assert.Equal(t, "1", string(suttest.Get(t, c, "/").Body))
}
