// Package inlined calls every probe, as injected code does. TestInlined looks
// at what the compiler makes of it.
package inlined

import (
	"cmp"
	"time"

	probe "github.com/evoke-go/evoke/probe"
)

var (
	g [8]probe.Group
	s [4]probe.Stmt
	c [4]probe.Cond
	n [4]probe.Near
	t [1]probe.Choice
)

// Statements calls the probes of its name.
func Statements() int {
	probe.Enter(&g[0], &s[0])
	probe.Next(&g[0], &s[0], &s[1])
	probe.Done(&g[0], &s[1])
	for {
		probe.Spin()
		return probe.Value(&g[0], &s[2], 3)
	}
}

// Numbers calls the probes of its name.
func Numbers(a, b int64, u, v uint64, x, y float64) bool {
	return probe.Ints(probe.At(&g[0], &c[0], &n[0])).Eq(a, b) || probe.Ints(probe.At(&g[0], &c[0], &n[0])).Ne(a, b) ||
		probe.Ints(probe.At(&g[0], &c[0], &n[0])).EqRest(a, 7, b) ||
		probe.Ints(probe.At(&g[0], &c[0], &n[0])).NeRest(a, 7, b) ||
		probe.Ints(probe.At(&g[0], &c[0], &n[0])).Lt(a, b) || probe.Ints(probe.At(&g[0], &c[0], &n[0])).Le(a, b) ||
		probe.Ints(probe.At(&g[0], &c[0], &n[0])).Gt(a, b) || probe.Ints(probe.At(&g[0], &c[0], &n[0])).Ge(a, b) ||
		probe.Uints(probe.At(&g[0], &c[0], &n[0])).Eq(u, v) || probe.Uints(probe.At(&g[0], &c[0], &n[0])).Ne(u, v) ||
		probe.Uints(probe.At(&g[0], &c[0], &n[0])).Lt(u, v) || probe.Uints(probe.At(&g[0], &c[0], &n[0])).Le(u, v) ||
		probe.Uints(probe.At(&g[0], &c[0], &n[0])).Gt(u, v) || probe.Uints(probe.At(&g[0], &c[0], &n[0])).Ge(u, v) ||
		probe.Floats(probe.At(&g[0], &c[0], &n[0])).Eq(x, y) ||
		probe.Floats(probe.At(&g[0], &c[0], &n[0])).Ne(x, y) ||
		probe.Floats(probe.At(&g[0], &c[0], &n[0])).Lt(x, y) ||
		probe.Floats(probe.At(&g[0], &c[0], &n[0])).Le(x, y) ||
		probe.Floats(probe.At(&g[0], &c[0], &n[0])).Gt(x, y) ||
		probe.Floats(probe.At(&g[0], &c[0], &n[0])).Ge(x, y)
}

// Texts calls the probes of its name.
func Texts(a, b string, p, q []byte, t, u time.Time) bool {
	return probe.Texts(probe.At(&g[0], &c[0], &n[0])).Eq(a, b) ||
		probe.Texts(probe.At(&g[0], &c[0], &n[0])).Ne(a, b) || probe.Texts(probe.At(&g[0], &c[0], &n[0])).Lt(a, b) ||
		probe.Texts(probe.At(&g[0], &c[0], &n[0])).Le(a, b) || probe.Texts(probe.At(&g[0], &c[0], &n[0])).Gt(a, b) ||
		probe.Texts(probe.At(&g[0], &c[0], &n[0])).Ge(a, b) ||
		probe.HasPrefix(probe.At(&g[0], &c[0], &n[0]), a, b) ||
		probe.HasSuffix(probe.At(&g[0], &c[0], &n[0]), a, b) || probe.Contains(probe.At(&g[0], &c[0], &n[0]), a, b) ||
		probe.EqualFold(probe.At(&g[0], &c[0], &n[0]), a, b) ||
		probe.EqBytes(probe.At(&g[0], &c[0], &n[0]), p, q) || probe.Before(probe.At(&g[0], &c[0], &n[0]), t, u) ||
		probe.After(probe.At(&g[0], &c[0], &n[0]), t, u) || probe.EqTime(probe.At(&g[0], &c[0], &n[0]), t, u)
}

func ordered[T cmp.Ordered](a, b T) bool {
	return probe.EqT(&g[0], &c[0], &n[0], a, b) || probe.NeT(&g[0], &c[0], &n[0], a, b) ||
		probe.LtT(&g[0], &c[0], &n[0], a, b) || probe.LeT(&g[0], &c[0], &n[0], a, b) ||
		probe.GtT(&g[0], &c[0], &n[0], a, b) || probe.GeT(&g[0], &c[0], &n[0], a, b)
}

// Rest calls the probes of its name.
func Rest(a, b any, err error, m map[string]int, k string) error {
	for probe.Interfaces(probe.At(&g[0], &c[0], &n[0])).Eq(a, b) ||
		probe.Interfaces(probe.At(&g[0], &c[0], &n[0])).Ne(a, b) || probe.Bool(&g[0], &c[0], m == nil) ||
		m[probe.Key(&g[0], &c[0], &n[0], m, k)] == 1 || ordered(1, 2) || ordered("a", k) {
		switch probe.SwitchS(&g[0], &t[0], k) {
		case "a":
			return probe.Err(&g[0], &c[1], probe.Saw(&c[1], err))
		}
	}
	probe.Loop(&g[0], &c[0], true)
	return probe.ErrDone(&g[0], &s[3], &c[1], probe.Made(&s[3], err))
}

var f = [1]probe.Function{{Name: 1, Cond: &c[0], Near: &n[0], Conds: 4, Fork: &k[0], Forks: 1}}

var k = [1]probe.Fork{{Formula: "a", Then: probe.ToTrue, Else: probe.ToFalse}}

// Results calls the probes of its name.
func Results(a, b bool, err error) (bool, error) {
	probe.Begin(&f[0])
	if probe.Answered(&g[0], &c[0], &n[0], probe.Ask(&c[0], &n[0], 1), a) ||
		probe.Succeeded(&g[0], &c[1], &n[1], b) || probe.Failed(&g[0], &c[2], &n[2], err != nil) ||
		probe.Flag(&g[0], &c[3], &n[3], a) {
		return probe.Passed(probe.Pass(1), 0, b), nil
	}
	return a, probe.PassedErr(probe.Pass(1), 0, err)
}
