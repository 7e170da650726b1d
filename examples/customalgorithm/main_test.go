package main

import (
	"testing"

	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/searchtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRestless(t *testing.T) {
	searchtest.Run(t, func() search.Algorithm[searchtest.Vector] { return Restless[searchtest.Vector]{} })
}

func TestGenerate(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	result, err := generate()
	require.NoError(t, err)
	assert.Greater(t, result.Stats.Covered, 30)
	assert.NotEmpty(t, result.Suite.Tests)
}
