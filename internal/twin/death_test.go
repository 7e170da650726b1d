package twin

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/supervise"
)

// TestKilledOnce: a kill of the process is a fault of the operation only if it happens again, since the kill may come
// from outside.
func TestKilledOnce(t *testing.T) {
	killed := func(operation string) death {
		return death{Kind: supervise.Signalled, Message: "ended by SIGKILL, perhaps for want of memory",
			Operation: operation}
	}
	panics := death{Kind: supervise.Panicked, Message: "index out of range", Operation: "GET /a"}
	aborts := death{Kind: supervise.Signalled, Message: "ended by SIGSEGV", Operation: "GET /a"}
	for _, tt := range []struct{ all, faults, once []death }{
		{},
		{all: []death{panics, killed("GET /a"), aborts}, faults: []death{panics, aborts},
			once: []death{killed("GET /a")}},
		{all: []death{killed("GET /a"), killed("GET /b")}, once: []death{killed("GET /a"), killed("GET /b")}},
		{all: []death{killed("GET /a"), panics, killed("GET /a")},
			faults: []death{killed("GET /a"), panics, killed("GET /a")}},
	} {
		faults, once := splitFaults(tt.all)
		assert.Equal(t, tt.faults, faults)
		assert.Equal(t, tt.once, once)
		assert.Len(t, killWarnings(tt.all), len(tt.once))
	}
	assert.Equal(t, []string{"the process dies (signal): ended by SIGKILL, perhaps for want of memory, once, in GET " +
		"/a: that is a fault if it happens again"},
		killWarnings([]death{killed("GET /a")}))
}
