package api

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/oracle"
)

// TestRecalledFaults: a leak keeps the target that it has in another process, whichever operation shows it here.
func TestRecalledFaults(t *testing.T) {
	fs := NewFaults(&fitness.Registry{})
	there := fitness.Target{Kind: FaultTarget, Name: "GET /a 950 f"}
	leak := oracle.Finding{Code: oracle.CodeLeak, Detail: "f"}
	fs.Recall(&oracle.Fault{Finding: leak}, there)
	id := fs.Target(nil, &leak)
	assert.Equal(t, there, fs.Registry.Target(id))
	assert.True(t, fs.IsLeak(id))

	fs.Recall(&oracle.Fault{Finding: leak}, fitness.Target{Kind: FaultTarget, Name: "GET /b 950 f"})
	assert.Len(t, fs.All(), 1, "it is one leak")
	assert.Empty(t, fs.News())
	fs.Add(&oracle.Fault{Target: id + 7})
	assert.Len(t, fs.News(), 1)
	assert.Empty(t, fs.News())
}
