package rest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
)

// A test that was archived with a credential does not come back.
func TestRecallOfCredentials(t *testing.T) {
	p, err := New(resttest.Read(t, lending), nil, &fitness.Registry{},
		Options{Users: []auth.User{auth.Bearer("ann", "t0k3n-0f-ann")}})
	require.NoError(t, err)
	_, _, err = p.Recall([]byte(`{"calls":[{"call":"GET /books","query":{"q":"t0k3n-0f-ann"}}]}`))
	assert.ErrorIs(t, err, errHolds)
	_, _, err = p.Recall([]byte(`{"calls":[{"call":"GET /books","query":{"q":"another"}}]}`))
	assert.NotErrorIs(t, err, errHolds)
}

// What is known of a program tempts the search to send it.
func TestDiscreet(t *testing.T) {
	p, err := New(resttest.Read(t, lending), nil, &fitness.Registry{},
		Options{Users: []auth.User{auth.Bearer("ann", "t0k3n-0f-ann")}})
	require.NoError(t, err)
	known := discreet(sut.Inside{
		Constants: []any{"t0k3n-0f-ann", int64(1)},
		Values:    func(fitness.ID) []any { return []any{"Bearer t0k3n-0f-ann", "x", 'r'} },
		Seen: func(fitness.ID) []any {
			return []any{sut.Wanted{Form: probe.Matching, Text: "^t0k3n-0f-ann$"}, 1.5}
		},
		Describe: func(fitness.ID) (string, string) { return `token == "t0k3n-0f-ann"`, "f" },
	}, p.secrets)
	assert.Equal(t, []any{int64(1)}, known.Constants)
	assert.Equal(t, []any{"x", 'r'}, known.Values(0))
	assert.Equal(t, []any{1.5}, known.Seen(0))
	what, _ := known.Describe(0)
	assert.Equal(t, `token == "${EVOKE_TOKEN_ANN}"`, what)
}
