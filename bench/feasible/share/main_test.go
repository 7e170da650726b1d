package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/feasible"
)

// TestShow: a profile that executes all but one block.
func TestShow(t *testing.T) {
	list, err := feasible.Load("gotify")
	require.NoError(t, err)
	blocks := slices.Sorted(maps.Keys(list))
	profile := filepath.Join(t.TempDir(), "cover.out")
	var text strings.Builder
	text.WriteString("mode: set\n")
	for i, block := range blocks {
		fmt.Fprintf(&text, "%s %d %d\n", block, list[block], min(i, 1))
	}
	require.NoError(t, os.WriteFile(profile, []byte(text.String()), 0o600))

	var out bytes.Buffer
	require.NoError(t, show(&out, true, []string{"gotify", profile}))
	assert.Equal(t, fmt.Sprintf("gotify: %d of 896 feasible statements, 99.0 %%\n%s\n", 896-list[blocks[0]], blocks[0]),
		out.String())

	require.ErrorContains(t, show(&out, false, []string{"nobody", profile}), "no list")
	require.ErrorContains(t, show(&out, false, []string{"gotify"}), "cover profile")
	require.ErrorContains(t, show(&out, false, []string{"ach", profile}), "the program has no block")
}
