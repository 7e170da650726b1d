package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGenerate(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := t.TempDir()
	result, err := generate(context.Background(), dir, 500, io.Discard)
	require.NoError(t, err)
	content, err := os.ReadFile(filepath.Join(dir, "tests.http"))
	require.NoError(t, err)
	assert.NotEmpty(t, result.Suite.Tests)
	assert.Contains(t, string(content), "GET {{base}}/books")
}
