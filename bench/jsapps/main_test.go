package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestApplications: the search of an application of each framework reaches what only sequences of
// calls do and finds a fault that it has, and its suite passes with one of the runners.
func TestApplications(t *testing.T) {
	if testing.Short() {
		t.Skip("it installs packages of npm and takes minutes")
	}
	if exec.Command("npm", "ping", "--fetch-retries=0", "--fetch-timeout=5000").Run() != nil {
		t.Skip("there is no registry of npm here")
	}
	var said strings.Builder
	b := bench{w: &said, calls: 2000, runs: 1, seed: 1, from: "."}
	of := map[string]string{"express": "jest", "fastify": "node", "nest": "vitest"}
	require.NoError(t, b.all(nil, func(name string) []string { return []string{of[name]} }), &said)
	for _, found := range []string{
		"GET /books: the answer is 500", // express: a book without an author
		"is not declared",               // fastify: what its schema leaves out
		"GET /rooms: the answer is 500", // nest: a room without equipment
	} {
		assert.Contains(t, said.String(), found)
	}
	assert.Equal(t, len(of), strings.Count(said.String(), "passes in 1 of 1 runs"), &said)
}
