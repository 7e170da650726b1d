package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/bench/experiment/run"
)

func TestPlan(t *testing.T) {
	got, err := plan("ach,bookshop", "mio,black", "10, 20", "3..4")
	require.NoError(t, err)
	require.Len(t, got, 16)
	assert.Equal(t, run.Key{SUT: "ach", Config: "mio", Calls: 10, Seed: 3}, got[0])
	assert.Equal(t, run.Key{SUT: "ach", Config: "black", Calls: 10, Seed: 3}, got[1])
	assert.Equal(t, run.Key{SUT: "bookshop", Config: "mio", Calls: 10, Seed: 3}, got[2])
	assert.Equal(t, run.Key{SUT: "ach", Config: "mio", Calls: 20, Seed: 3}, got[4])
	assert.Equal(t, run.Key{SUT: "bookshop", Config: "black", Calls: 20, Seed: 4}, got[15])
	got, err = plan("bookshop", "mio", "10", "5")
	require.NoError(t, err)
	require.Len(t, got, 5)
	assert.Equal(t, uint64(0), got[0].Seed)
	for _, bad := range [][4]string{
		{"", "mio", "10", "1"}, {"nothing", "mio", "10", "1"}, {"ach", "nothing", "10", "1"}, {"ach", "mio", "0", "1"},
		{"ach", "mio", "x", "1"}, {"ach", "mio", "10", "0"}, {"ach", "mio", "10", "4..3"}, {"ach", "mio", "10", "-1"},
		{"ach,", "mio", "10", "1"},
	} {
		_, err := plan(bad[0], bad[1], bad[2], bad[3])
		assert.Error(t, err, bad)
	}
}

// The groups have all services together, each once.
func TestGroups(t *testing.T) {
	all, err := services("all")
	require.NoError(t, err)
	assert.Len(t, all, len(bench.All()))
	real, err := services("real")
	require.NoError(t, err)
	assert.Equal(t, []string{"gotify", "ach", "alertmanager"}, real)
	literature, err := services("literature")
	require.NoError(t, err)
	assert.Contains(t, literature, "rest-ncs")
	assert.NotContains(t, literature, "n5-dense-hide")
	twice, err := services("real,ach,literature,literature")
	require.NoError(t, err)
	assert.Len(t, twice, len(real)+len(literature))
}
