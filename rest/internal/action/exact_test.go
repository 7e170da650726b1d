package action_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// TestExactCallsKeepWhatTheySent: a text of the wire is the value that it stands for,
// and what the schema does not allow stays as a value that is invalid on purpose.
func TestExactCallsKeepWhatTheySent(t *testing.T) {
	codec := &action.Codec{API: newAPI(t)}
	for text, exact := range map[string]bool{
		`{"calls":[{"call":"GET /shelves/{shelfId}","path":{"shelfId":"7"},"follow":false,"exact":true}]}`: true,
		`{"calls":[{"call":"GET /shelves/{shelfId}","path":{"shelfId":"7"},"follow":false}]}`:              false,
	} {
		plain, err := value.ParseExact([]byte(text))
		require.NoError(t, err)
		c, losses, err := codec.Recall(plain.(value.Object))
		require.NoError(t, err)
		got := c.Actions[0].(*action.Call).Genotype
		assert.Equal(t, exact, value.Equal(got.Params[0].Gene.Value(), int64(7)))
		assert.Equal(t, exact, len(losses) == 0)
	}
	plain, err := value.ParseExact(
		[]byte(`{"calls":[{"call":"POST /boxes","body":"none","follow":false,"exact":true}]}`),
	)
	require.NoError(t, err)
	c, _, err := codec.Recall(plain.(value.Object))
	require.NoError(t, err)
	wrong := c.Actions[0].(*action.Call).Genotype.Invalid
	require.NotNil(t, wrong)
	assert.Equal(t, genotype.InBody, wrong.Param)
	assert.Equal(t, "none", wrong.Value)
}
