package output_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output"
)

func TestFaultsByName(t *testing.T) {
	var f output.Faults
	for _, want := range []output.Faults{"", output.RecordFaults, output.SkipFaults, output.FailFaults} {
		data, err := json.Marshal(want)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &f))
		assert.Equal(t, want, f)
	}
	require.ErrorContains(t, f.UnmarshalText([]byte("hide")),
		`tests of faults cannot "hide", they record, skip or fail`)
}
