package driver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// TestResetsAreTried: a driver resets the system as long as that does what a new process does.
func TestResetsAreTried(t *testing.T) {
	for name, starts := range map[string]int{
		"gate":  2,  // one for the tests, one for the trial
		"keeps": 13, // one more for the trial, and one after each test
	} {
		c := driver.New(options(t, name))
		c.TryResets()
		_, err := c.Start(t.Context())
		require.NoError(t, err)
		for range 10 {
			require.NoError(t, c.Begin(t.Context(), false))
			resp, err := c.Call(t.Context(), &sut.Request{Method: "POST", Target: "/", Operation: "POST /"})
			require.NoError(t, err)
			assert.Equal(t, "1", string(resp.Body), name)
			require.NoError(t, c.Reset(t.Context()))
		}
		assert.Equal(t, starts, c.Starts(), name)
		require.NoError(t, c.Stop(t.Context()))
	}
}
