// Package inlined calls every probe, as injected code does. TestInlined looks
// at what the compiler makes of it.
package inlined

import (
	"cmp"
	"time"

	probe "github.com/evoke-go/evoke/probe"
)

var (
	s [4]probe.Stmt
	c [4]probe.Cond
)

// Statements calls the probes of its name.
func Statements() int {
	probe.Enter(&s[0])
	probe.Next(&s[0], &s[1])
	probe.Done(&s[1])
	for {
		probe.Spin()
		return probe.Value(&s[2], 3)
	}
}

// Numbers calls the probes of its name.
func Numbers(a, b int64, u, v uint64, x, y float64) bool {
	return probe.EqI(&c[0], a, b) || probe.NeI(&c[0], a, b) || probe.LtI(&c[0], a, b) || probe.LeI(&c[0], a, b) || probe.GtI(&c[0], a, b) || probe.GeI(&c[0], a, b) ||
		probe.EqU(&c[0], u, v) || probe.NeU(&c[0], u, v) || probe.LtU(&c[0], u, v) || probe.LeU(&c[0], u, v) || probe.GtU(&c[0], u, v) || probe.GeU(&c[0], u, v) ||
		probe.EqF(&c[0], x, y) || probe.NeF(&c[0], x, y) || probe.LtF(&c[0], x, y) || probe.LeF(&c[0], x, y) || probe.GtF(&c[0], x, y) || probe.GeF(&c[0], x, y)
}

// Texts calls the probes of its name.
func Texts(a, b string, p, q []byte, t, u time.Time) bool {
	return probe.EqS(&c[0], a, b) || probe.NeS(&c[0], a, b) || probe.LtS(&c[0], a, b) || probe.LeS(&c[0], a, b) || probe.GtS(&c[0], a, b) || probe.GeS(&c[0], a, b) ||
		probe.HasPrefix(&c[0], a, b) || probe.HasSuffix(&c[0], a, b) || probe.Contains(&c[0], a, b) || probe.EqualFold(&c[0], a, b) ||
		probe.EqBytes(&c[0], p, q) || probe.Before(&c[0], t, u) || probe.After(&c[0], t, u) || probe.EqTime(&c[0], t, u)
}

func ordered[T cmp.Ordered](a, b T) bool {
	return probe.EqT(&c[0], a, b) || probe.NeT(&c[0], a, b) || probe.LtT(&c[0], a, b) || probe.LeT(&c[0], a, b) || probe.GtT(&c[0], a, b) || probe.GeT(&c[0], a, b)
}

// Rest calls the probes of its name.
func Rest(a, b any, err error, m map[string]int, k string) error {
	for probe.EqA(&c[0], a, b) || probe.NeA(&c[0], a, b) || probe.Bool(&c[0], m == nil) || m[probe.Key(&c[0], m, k)] == 1 || ordered(1, 2) || ordered("a", k) {
		switch probe.Switch(c[:3], k, "a", "b") {
		case "a":
			return probe.Err(&c[1], err)
		}
	}
	probe.Loop(&c[0], true)
	return probe.ErrDone(&s[3], &c[1], err)
}
