package action

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestClaimsArePlainData: what a claim says is the same when it was plain data between.
func TestClaimsArePlainData(t *testing.T) {
	all := claims{
		{In: "body", At: "/of/number", From: Source{Operation: "POST /payments", Name: "/id", Before: "v"}},
		{In: "header X-Proof", From: Source{Operation: "POST /payments", Header: true, Name: "X-Session", After: "."}},
		{In: "query code", From: Source{Name: "code"}},
		{In: "body", At: "/upwind", From: Source{Collection: "/boats"}},
		{In: "path id", From: Source{Collection: "/boats", Made: 2}},
	}
	assert.Equal(t, all, claimsOf(all.Value()))
	assert.True(t, all[2].From.Echoes())
	assert.False(t, all[3].From.Echoes())
}
