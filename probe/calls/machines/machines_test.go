package machines_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/calls/machines"
)

// TestDistances: the distances are those of the machines, at the first call and at later calls, from many goroutines,
// and beyond the bounds.
func TestDistances(t *testing.T) {
	var k machines.Memory
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 600 {
				name := strconv.Itoa(i % 300)
				word := func() *heuristics.Machine {
					return heuristics.NewMachine(heuristics.Whole(heuristics.Literal(name)))
				}
				for _, text := range []string{name, strconv.Itoa(i), strings.Repeat("x", i*4)} {
					assert.Equal(t, word().Distance(text), k.Distance(name, text, word), "%s of %s", text, name)
				}
			}
		})
	}
	all.Wait()
}

// TestMachinesAreMadeOnce: a machine is made once, and a text is measured once.
func TestMachinesAreMadeOnce(t *testing.T) {
	var k machines.Memory
	made := 0
	word := func() *heuristics.Machine {
		made++
		return heuristics.NewMachine(heuristics.Literal("word"))
	}
	for range 3 {
		assert.Positive(t, k.Distance("a", "ward", word))
		assert.Zero(t, k.Distance("a", "the word", word))
	}
	assert.Equal(t, 1, made)
	assert.Equal(t, uint64(heuristics.MissingChar), k.Distance("none", "x", func() *heuristics.Machine { return nil }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { k.Distance("a", "ward", word) }))
}
