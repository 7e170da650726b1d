package openapi

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Documents that are large in one stage of reading each.
var (
	manyValues  = `{"openapi": "3.0.3", "x": [` + strings.Repeat("0,", 1_500_000) + "0]}"
	longYAML    = "openapi: 3.0.3\nx: " + strings.Repeat("a", 31<<20)
	manyAliases = func() string {
		var numbers strings.Builder
		for i := range 1000 {
			fmt.Fprintf(&numbers, "%d,", i)
		}
		return "openapi: 3.0.3\nx: &a [" + strings.TrimSuffix(numbers.String(), ",") + "]\ny: &b [" +
			strings.TrimSuffix(strings.Repeat("*a,", 1000), ",") +
			"]\npaths: {/x: {get: {parameters: [{name: p, in: query, schema: {enum: *b, default: *b}}]}}}\n"
	}()
)

// Each stage ends soon after a stop: a parser at once, the reader within heed steps.
func TestStagesOfReadingStop(t *testing.T) {
	stop := make(chan struct{})
	running := func(text string) *meter {
		return &meter{left: baseSteps + stepsPerByte*len(text), nodes: maxNodes, stop: stop}
	}
	m := running(manyAliases)
	root, err := parse([]byte(manyAliases), m)
	require.NoError(t, err)
	before := m.left
	whole := *m
	_, err = read(nil, place{}, root, &whole)
	require.NoError(t, err)
	require.Greater(t, before-whole.left, 100*stopCheckSteps, "steps of reading all of it")

	close(stop)
	m.left = 100 * stopCheckSteps
	_, _ = read(nil, place{}, root, m)
	assert.True(t, m.stopped)
	for name, text := range map[string]string{"JSON": manyValues, "YAML": longYAML} {
		m := running(text)
		_, err := parse([]byte(text), m)
		assert.True(t, m.stopped, name)
		require.ErrorIs(t, err, errStopped, name)
		assert.GreaterOrEqual(t, m.nodes, maxNodes-stopCheckSteps, name)
	}
}

// TestReadingStopsWithItsContext: reading ends with its context, whatever part of a document is large.
func TestReadingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, text := range map[string]string{"JSON": manyValues, "YAML": longYAML, "aliases": manyAliases} {
		_, err := ReadContext(ctx, []byte(text), Options{})
		require.ErrorIs(t, err, context.Canceled, name)
		assert.NotContains(t, err.Error(), "\n", name)
	}
}
