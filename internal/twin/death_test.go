package twin

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/supervise"
)

// TestKilledOnce: that a process was killed is a fault of the operation only if it
// happens again, since somebody else may have done it.
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
		faults, once := sure(tt.all)
		assert.Equal(t, tt.faults, faults)
		assert.Equal(t, tt.once, once)
		assert.Len(t, unsure(tt.all), len(tt.once))
	}
	assert.Equal(t, []string{"the process dies (signal): ended by SIGKILL, perhaps for want of memory, once, in GET " +
		"/a: that is a fault if it happens again"},
		unsure([]death{killed("GET /a")}))
}
