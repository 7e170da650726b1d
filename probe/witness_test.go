package probe_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
)

// What a watched condition is compared with is kept, and nothing else.
func TestWitnessed(t *testing.T) {
	type name string
	type number uint16
	for _, tt := range []struct {
		what    string
		compare func(c *probe.Cond)
		want    []any
	}{
		{"text", func(c *probe.Cond) { probe.EqS(c, "given", "wanted") }, []any{"given", "wanted"}},
		{"fold", func(c *probe.Cond) { probe.EqualFold(c, "given", "wanted") }, []any{"given", "wanted"}},
		{"prefix", func(c *probe.Cond) { probe.HasPrefix(c, "given", "un") }, []any{"given", "un"}},
		{"bytes", func(c *probe.Cond) { probe.EqBytes(c, []byte("given"), []byte("wanted")) }, []any{"given", "wanted"}},
		{"order", func(c *probe.Cond) { probe.LtS(c, "b", "a") }, []any{"b", "a"}},
		{"number", func(c *probe.Cond) { probe.EqI(c, 7, 1234567) }, []any{int64(7), int64(1234567)}},
		{"unsigned", func(c *probe.Cond) { probe.EqU(c, 7, 1<<63) }, []any{int64(7)}},
		{"float", func(c *probe.Cond) { probe.EqF(c, 7, 0.5) }, []any{7.0, 0.5}},
		{"generic", func(c *probe.Cond) { probe.EqT(c, name("given"), "wanted") }, []any{"given", "wanted"}},
		{"generic number", func(c *probe.Cond) { probe.EqT(c, number(3), 4) }, []any{int64(3), int64(4)}},
		{"interface", func(c *probe.Cond) { probe.EqA(c, "given", name("wanted")) }, []any{"given", "wanted"}},
		{"no value", func(c *probe.Cond) { probe.EqA(c, nil, struct{}{}) }, nil},
		{"nearest element", func(c *probe.Cond) { probe.In(c, []string{"far away", "givem", "given!"}, "given") }, []any{"givem"}},
		{"nearest keys", func(c *probe.Cond) { probe.Key(c, map[int]bool{3: true, 5: true, 70: true}, 4) }, []any{int64(3), int64(5)}},
		{"pattern", func(c *probe.Cond) { probe.Match(c, regexp.MustCompile("^a+$"), "given") }, []any{probe.Pattern("^a+$")}},
		{"equal", func(c *probe.Cond) { probe.EqS(c, "same", "same") }, nil},
		{"match", func(c *probe.Cond) { probe.Match(c, regexp.MustCompile("^g"), "given") }, nil},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := newCells(t, 0, 2)
			tt.compare(&c.conds[0])
			assert.Empty(t, probe.Witnessed(c.cond(0, true)), "nobody watches")
			taken(t)
			probe.Watch(c.cond(0, false))
			defer probe.Watch(-1)
			tt.compare(&c.conds[1])
			tt.compare(&c.conds[0])
			tt.compare(&c.conds[0])
			assert.Equal(t, tt.want, probe.Witnessed(c.cond(0, true)))
			assert.Empty(t, probe.Witnessed(c.cond(1, true)))
		})
	}
}

// The latest values stay, a text of any length is no burden.
func TestWitnessedIsBounded(t *testing.T) {
	c := newCells(t, 0, 1)
	probe.Watch(c.cond(0, true))
	defer probe.Watch(-1)
	for i := range 100 {
		probe.EqI(&c.conds[0], int64(1000-i), 0)
		probe.EqS(&c.conds[0], string(make([]byte, 10_000)), "short")
	}
	got := probe.Witnessed(c.cond(0, true))
	assert.Len(t, got, 16)
	assert.Contains(t, got, int64(901))
	assert.NotContains(t, got, int64(950))
	assert.Empty(t, probe.Witnessed(-1))
	probe.Watch(1 << 30)
	assert.Empty(t, probe.Witnessed(1<<30))
}
