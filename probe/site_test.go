package probe_test

import (
	"strings"
	"testing"

	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
)

func TestDescribe(t *testing.T) {
	before := probe.Target(probe.Targets())
	shop := unregistered(3, 3).pkg("shop")
	shop.Sites = `F order.go
N (*Shop).order
S 12 2
C b i> 13 5 n > 100
C o = 14 9
S 15 3 0 2 f
F price.go
S 4 2 1 1 t
C k s= 5 7 case "a b":
`
	probe.Register(shop)
	at := func(i int) probe.Site { return probe.Describe(before + probe.Target(i)) }
	assert.Equal(t, probe.Site{Package: "example.com/shop", File: "order.go", Function: "(*Shop).order", Line: 12,
		Column: 2, Kind: probe.Statement}, at(0))
	assert.Equal(t, probe.Guard{First: before + 3, Conditions: 2, Side: false}, at(1).Guard)
	assert.Equal(t, probe.Guard{First: before + 5, Conditions: 1, Side: true}, at(2).Guard)
	assert.Equal(t, "price.go", at(2).File)
	assert.Empty(t, at(2).Function, "a file begins outside of functions")
	want := probe.Site{Package: "example.com/shop", File: "order.go", Function: "(*Shop).order", Line: 13, Column: 5,
		Kind: probe.Branch, Op: "i>", Text: "n > 100", Side: true}
	assert.Equal(t, want, at(3))
	want.Side = false
	assert.Equal(t, want, at(4))
	assert.Equal(t, probe.OK, at(5).Kind)
	assert.Empty(t, at(6).Text)
	assert.Equal(t, probe.Case, at(7).Kind)
	assert.Equal(t, `case "a b":`, at(8).Text)
	assert.Equal(t, "price.go", at(8).File)
	assert.Equal(t, probe.Site{}, probe.Describe(before+9))
	assert.Equal(t, probe.Site{}, probe.Describe(-1))
}

func TestDescribeMalformed(t *testing.T) {
	tests := map[string]string{
		"empty":             "",
		"no numbers":        "F a.go\nS\nS x y\nC\nC b\nC b i= x y z",
		"too many":          strings.Repeat("S 1 1\nC b g 1 1 x\n", 9),
		"guard too far":     "S 1 1 1 2 t\nS 1 1 4294967295 1 t",
		"guard of nothing":  "S 1 1 0 0 t",
		"negative guard":    "S 1 1 -1 1 t",
		"unknown tag":       "Z 1\n\n\r\n",
		"carriage return":   "F a.go\r\nS 1 2\r\n",
		"invalid UTF-8":     "C \xff\xfe \xff 1 1 \xff",
		"enormous position": "S 99999999999999999999 1",
	}
	for name, sites := range tests {
		t.Run(name, func(t *testing.T) { describeAll(t, sites) })
	}
}

// describeAll checks the rules that hold for every text: each target has its package, both sides of a condition have
// the same site, and guards name conditions that exist.
func describeAll(t *testing.T, sites string) {
	const stmts, conds = 2, 2
	first := probe.Target(probe.Targets())
	x := unregistered(stmts, conds).pkg("x")
	x.Sites = sites
	probe.Register(x)
	for i := range probe.Target(stmts + 2*conds) {
		site := probe.Describe(first + i)
		assert.Equal(t, "example.com/x", site.Package)
		assert.GreaterOrEqual(t, site.Line, 0)
		if g := site.Guard; g.Conditions > 0 {
			assert.GreaterOrEqual(t, g.First, first+stmts)
			assert.LessOrEqual(t, g.First+probe.Target(2*g.Conditions), first+stmts+2*conds)
		}
	}
	for i := range probe.Target(conds) {
		whenTrue, whenFalse := probe.Describe(first+stmts+2*i), probe.Describe(first+stmts+2*i+1)
		assert.False(t, whenFalse.Side)
		whenTrue.Side = false
		assert.Equal(t, whenFalse, whenTrue)
	}
}

func FuzzDescribe(f *testing.F) {
	f.Add("F a.go\nS 1 2 0 1 t\nC b i= 3 4 a == b\nS 5 6\nC k s= 7 8 x")
	f.Add("S 1 1 1 1 f\nF\nC\nC o")
	f.Fuzz(func(t *testing.T, sites string) {
		if probe.Targets() > 1_000_000 {
			return // the table of this process has room for no more
		}
		describeAll(t, sites)
	})
}
