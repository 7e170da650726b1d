package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShow(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, show(t.Context(), &out, "../testdata/sample"))
	text := out.String()
	assert.Contains(t, text, "../testdata/sample: 10 of 56 feasible sides, 58 sides in all\n")
	assert.Contains(t, text, "\n  open: sample.go:15:5 a > 0 true\n")
	assert.Contains(t, text, "\n  not infeasible: sample.go:94:5 f true - wrong, to have it refuted\n")
	assert.Contains(t, text, "\n  without a probe: sample.go:97:5 debug true\n")
	assert.NotContains(t, text, "b != nil false")
	assert.NotContains(t, text, "open: sample.go:94:5")
}

func TestShowFails(t *testing.T) {
	assert.ErrorContains(t, show(t.Context(), &bytes.Buffer{}, "."), "sides.csv")
}
