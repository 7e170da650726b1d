package probe_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// The operands of the watched condition are kept, and no others.
func TestWitnessed(t *testing.T) {
	type name string
	type number uint16
	for _, tt := range []struct {
		what    string
		compare func(g *probe.Group, c *probe.Cond, n *probe.Near)
		want    []any
	}{
		{"text", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Texts(probe.At(g, c, n)).Eq("given", "wanted")
		},
			[]any{"given", "wanted"}},
		{"fold", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.EqualFold(probe.At(g, c, n), "given", "wanted")
		}, []any{"given", "wanted"}},
		{"prefix", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.HasPrefix(probe.At(g, c, n), "given", "un")
		},
			[]any{"given", "un", probe.Wanted{Form: probe.Prefixed, Text: "un"}}},
		{"suffix", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.HasSuffix(probe.At(g, c, n), "given", "er")
		},
			[]any{"given", "er", probe.Wanted{Form: probe.Suffixed, Text: "er"}}},
		{"part", func(g *probe.Group, c *probe.Cond, n *probe.Near) { probe.Contains(probe.At(g, c, n), "given", "x") },
			[]any{"given", "x", probe.Wanted{Form: probe.Containing, Text: "x"}}},
		{"part that is there",
			func(g *probe.Group, c *probe.Cond, n *probe.Near) { probe.Contains(probe.At(g, c, n), "given", "v") },
			[]any{"given", "v", probe.Wanted{Form: probe.Excluding, Text: "v"}}},
		{"empty part", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Contains(probe.At(g, c, n), "given", "")
		}, nil},
		{"long part", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Contains(probe.At(g, c, n), "given", strings.Repeat("x", 1000))
		}, nil},
		{"bytes", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.EqBytes(probe.At(g, c, n), []byte("given"), []byte("wanted"))
		}, []any{"given", "wanted"}},
		{"order", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Texts(probe.At(g, c, n)).Lt("b", "a")
		}, []any{"b", "a"}},
		{"number", func(g *probe.Group, c *probe.Cond, n *probe.Near) { probe.Ints(probe.At(g, c, n)).Eq(7, 1234567) },
			[]any{int64(7), int64(1234567)}},
		{"unsigned", func(g *probe.Group, c *probe.Cond, n *probe.Near) { probe.Uints(probe.At(g, c, n)).Eq(7, 1<<63) },
			[]any{int64(7)}},
		{"float", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Floats(probe.At(g, c, n)).Eq(7, 0.5)
		}, []any{7.0, 0.5}},
		{"generic", func(g *probe.Group, c *probe.Cond, n *probe.Near) { probe.EqT(g, c, n, name("given"), "wanted") },
			[]any{"given", "wanted"}},
		{"generic number", func(g *probe.Group, c *probe.Cond, n *probe.Near) { probe.EqT(g, c, n, number(3), 4) },
			[]any{int64(3), int64(4)}},
		{"interface", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Interfaces(probe.At(g, c, n)).Eq("given", name("wanted"))
		}, []any{"given", "wanted"}},
		{"no value", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Interfaces(probe.At(g, c, n)).Eq(nil, struct{}{})
		}, nil},
		{"nearest element", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.In(probe.At(g, c, n), []string{"far away", "givem", "given!"}, "given")
		}, []any{"givem"}},
		{"nearest keys", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Key(g, c, n, map[int]bool{3: true, 5: true, 70: true}, 4)
		}, []any{int64(3), int64(5)}},
		{"times", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Before(probe.At(g, c, n), time.Unix(60, 0).UTC(), time.Unix(0, 5e8).UTC())
		}, []any{"1970-01-01T00:01:00Z", "1970-01-01T00:00:00.5Z"}},
		{"times, the other way", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.After(probe.At(g, c, n), time.Unix(60, 0).UTC(), time.Unix(0, 0).In(time.FixedZone("", 3600)))
		}, []any{"1970-01-01T01:00:00+01:00", "1970-01-01T00:01:00Z"}},
		{"equal times", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.EqTime(probe.At(g, c, n), time.Unix(1, 0).UTC(), time.Unix(2, 0).UTC())
		}, []any{"1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z"}},
		{"equal", func(g *probe.Group, c *probe.Cond, n *probe.Near) {
			probe.Texts(probe.At(g, c, n)).Eq("same", "same")
		}, nil},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := newCells(t, 0, 2)
			tt.compare(c.group, &c.conds[0], &c.nears[0])
			assert.Empty(t, probe.Witnessed(c.cond(0, true)), "nobody watches")
			taken(t)
			probe.Watch(c.cond(0, false))
			defer probe.Watch(-1)
			tt.compare(c.group, &c.conds[1], &c.nears[1])
			tt.compare(c.group, &c.conds[0], &c.nears[0])
			tt.compare(c.group, &c.conds[0], &c.nears[0])
			assert.Equal(t, tt.want, probe.Witnessed(c.cond(0, true)))
			assert.Empty(t, probe.Witnessed(c.cond(1, true)))
		})
	}
}

// The latest values are kept, and long texts are cut.
func TestWitnessedIsBounded(t *testing.T) {
	c := newCells(t, 0, 1)
	probe.Watch(c.cond(0, true))
	defer probe.Watch(-1)
	for i := range 100 {
		probe.Ints(c.at(0)).Eq(int64(1000-i), 0)
		probe.Texts(c.at(0)).Eq(string(make([]byte, 10_000)), "short")
	}
	got := probe.Witnessed(c.cond(0, true))
	assert.Len(t, got, 16)
	assert.Contains(t, got, int64(901))
	assert.NotContains(t, got, int64(950))
	assert.Empty(t, probe.Witnessed(-1))
	probe.Watch(1 << 30)
	assert.Empty(t, probe.Witnessed(1<<30))
}

// TestOverheard: while the probes listen, the operands of each comparison that may be of use are kept together. Muted
// conditions, and switches whose cases are muted, keep nothing.
func TestOverheard(t *testing.T) {
	c := newCells(t, 0, 6)
	all := func() {
		probe.Texts(c.at(0)).Eq("given", "wanted")
		for i := range 10 {
			probe.Ints(c.at(1)).Lt(int64(i+20-2*i), 3)
		}
		probe.In(c.at(2), []string{"far away", "givem"}, "given")
		probe.Floats(c.at(3)).Eq(7, 0.5)
	}
	all()
	assert.Empty(t, probe.Overheard(), "nobody listens")
	probe.Drop()
	probe.Mute(c.cond(3, true))
	probe.Mute(c.cond(3, false))
	defer probe.UnmuteAll()
	probe.Listen(true)
	all()
	one := []any{"given", "wanted"}
	assert.Equal(t, []probe.Heard{
		{Target: c.cond(0, true), Operands: one},
		{Target: c.cond(1, true), Operands: []any{int64(20), int64(3)}},
		{Target: c.cond(1, true), Operands: []any{int64(19), int64(3)}},
		{Target: c.cond(1, true), Operands: []any{int64(18), int64(3)}},
		{Target: c.cond(1, true), Operands: []any{int64(17), int64(3)}},
		{Target: c.cond(2, true), Operands: []any{"given", "givem", "far away"}},
	}, probe.Overheard())
	assert.Empty(t, probe.Overheard(), "it is taken")
	probe.Watch(c.cond(0, true))
	defer probe.Watch(-1)
	probe.Drop()
	all()
	assert.Equal(t, one, probe.Witnessed(c.cond(0, true)), "what is watched is kept as well")
	probe.Listen(false)
	probe.Drop()
	all()
	assert.Empty(t, probe.Overheard())
	assert.Equal(t, one, probe.Witnessed(c.cond(0, true)))
}

// TestEqualOperandsAreHeard: equal operands are kept too, since they may have to differ.
func TestEqualOperandsAreHeard(t *testing.T) {
	c := newCells(t, 0, 5)
	probe.Listen(true)
	defer probe.Listen(false)
	probe.Texts(c.at(0)).Eq("same", "same")
	probe.Floats(c.at(1)).Eq(0.5, 0.5)
	probe.EqT(c.group, &c.conds[2], &c.nears[2], int16(7), int16(7))
	probe.Interfaces(c.at(3)).Eq(any("same"), any("same"))
	probe.EqBytes(c.at(4), []byte("same"), []byte("same"))
	assert.Equal(t, []probe.Heard{
		{Target: c.cond(0, true), Operands: []any{"same", "same"}},
		{Target: c.cond(1, true), Operands: []any{0.5, 0.5}},
		{Target: c.cond(2, true), Operands: []any{int64(7), int64(7)}},
		{Target: c.cond(3, true), Operands: []any{"same", "same"}},
		{Target: c.cond(4, true), Operands: []any{"same", "same"}},
	}, probe.Overheard())
}

// TestPartsOfKeysAreHeard: for a key that is a struct or an array, the kept operands are the first part in which it
// differs from each key of the map, the nearest key first.
func TestPartsOfKeysAreHeard(t *testing.T) {
	type place struct {
		row  string
		seat struct{ at int64 }
	}
	of := func(row string, at int64) (p place) {
		p.row, p.seat.at = row, at
		return p
	}
	c := newCells(t, 0, 2)
	places := map[place]bool{of("stalls", 7): true, of("gallery", 8): true, of("box", 9): true, of("stalls", 6): true}
	pairs := map[[2]int64]int{{1, 2}: 1, {3, 4}: 2}
	probe.Listen(true)
	defer probe.Listen(false)
	probe.Key(c.group, &c.conds[0], &c.nears[0], places, of("stalls", 1))
	probe.Key(c.group, &c.conds[1], &c.nears[1], pairs, [2]int64{3, 9})
	assert.Equal(t, []probe.Heard{
		{Target: c.cond(0, true), Operands: []any{int64(1), int64(6), int64(7)}},
		{Target: c.cond(0, true), Operands: []any{"stalls", "box", "gallery"}},
		{Target: c.cond(1, true), Operands: []any{int64(9), int64(4)}},
		{Target: c.cond(1, true), Operands: []any{int64(3), int64(1)}},
	}, probe.Overheard())
}

// TestLibrariesAreOverheard: the conditions of a package that is not covered are no targets. They are kept while the
// probes listen, in a round of their own for each call, and else are muted.
func TestLibrariesAreOverheard(t *testing.T) {
	c, choices := unregistered(0, 4), make([]probe.Choice, 1)
	setCases(&choices[0], c.conds[1:], c.nears[1:], []string{"red", "green"})
	p := c.pkg(t.Name())
	p.Choices, p.Library, p.Sites = choices, true, "F a.go\nC b s= 3 1 s == \"wanted\"\nV \"wanted\"\nC k s= 5 1 "+
		"red\nV \"red\"\nC k s= 6 1 green\nV \"green\"\nC k g 7 1 none\n"
	targets := probe.Targets()
	require.True(t, probe.Register(p))
	assert.Equal(t, targets, probe.Targets())
	compare := func() {
		probe.Texts(probe.At(nil, &c.conds[0], &c.nears[0])).Eq("given", "wanted")
		probe.SwitchS(c.group, &choices[0], "blue")
	}
	heard := func() (texts []string) {
		for _, h := range probe.Overheard() {
			site := probe.Describe(h.Target)
			require.GreaterOrEqual(t, h.Target, probe.FirstOfLibraries)
			texts = append(texts, fmt.Sprint(site.Line, h.Operands, site.Values))
		}
		return texts
	}
	quiet := func() {
		t.Helper()
		compare()
		assert.Empty(t, heard())
		assert.Empty(t, taken(t))
	}
	quiet()
	for range 2 {
		probe.Listen(true)
		for range 3 {
			compare()
			assert.Equal(t, []string{"3 [given wanted] [wanted]", "5 [blue] [red]", "6 [blue] [green]"}, heard())
		}
		assert.Empty(t, taken(t))
		probe.UnmuteAll()
		probe.Listen(false)
		quiet()
	}
}

// TestLibrariesAnswer: a condition that asks a function of a library gets the distance of its result although nobody
// listens, and the library is muted again after the answer.
func TestLibrariesAnswer(t *testing.T) {
	var c [3]probe.Cond
	var n [3]probe.Near
	choices := make([]probe.Choice, 1)
	setCases(&choices[0], c[1:], n[1:], []string{"red"})
	forks := [1]probe.Fork{{First: 0, Formula: "a", Then: probe.ToFalse | probe.Sure, Else: probe.ToTrue | probe.Sure}}
	f := probe.Function{Name: 7, Cond: &c[0], Near: &n[0], Conds: 3, Choice: &choices[0],
		Choices: 1, Fork: &forks[0], Forks: 1}
	require.True(t, probe.Register(probe.Package{Path: t.Name(), Library: true, Groups: make([]probe.Group, 8),
		Conditions: c[:], Distances: n[:], Choices: choices}))
	asker := newCells(t, 0, 1)
	call := func(number int64) (toTrue float64) {
		at, near := &asker.conds[0], &asker.nears[0]
		asked := probe.Ask(at, near, 7)
		probe.Begin(&f)
		probe.Answered(asker.group, at, near, asked, !probe.Ints(probe.At(nil, &c[0], &n[0])).Lt(number, 100))
		return taken(t)[asker.cond(0, true)]
	}
	flat := call(10)
	probe.Watch(asker.cond(0, true))
	defer probe.Watch(-1)
	assert.Greater(t, call(10), flat)
	assert.Greater(t, call(90), call(10))
	assert.Equal(t, 1.0, call(100))
	probe.Watch(-1)
	assert.Equal(t, flat, call(10))
}
