package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestApplications: the search of an application of each framework reaches what only sequences of
// calls do, finds the faults that it has, and all of its suites pass.
func TestApplications(t *testing.T) {
	if testing.Short() {
		t.Skip("it installs packages of npm and takes minutes")
	}
	if exec.Command("npm", "ping").Run() != nil {
		t.Skip("there is no registry of npm here")
	}
	for name, found := range map[string][]string{
		"express": {"GET /books: the answer is 500"},
		"fastify": {"answered 2xx     6  100 %", "GET /quotes/: status 400 is not declared"},
		"nest":    {"GET /rooms: the answer is 500"},
	} {
		t.Run(name, func(t *testing.T) {
			var said strings.Builder
			b := bench{w: &said, calls: 2000, runs: 1, seed: 1, from: "."}
			require.NoError(t, b.all([]string{name}), &said)
			for _, text := range found {
				assert.Contains(t, said.String(), text)
			}
			assert.Equal(t, len(runners), strings.Count(said.String(), "passes in 1 of 1 runs"), &said)
		})
	}
}
