package probe_test

import (
	"fmt"

	"github.com/evoke-go/evoke/probe"
)

// The cells that the instrumenter makes for a package with
//
//	func discount(n int) int {
//		if n > 100 {
//			return 10
//		}
//		return 0
//	}
var (
	evoke_g [8]probe.Group
	evoke_s [4]probe.Stmt
	evoke_c [4]probe.Cond
	evoke_n [1]probe.Near
)

var _ = probe.Register(probe.Package{
	Path: "example.com/shop", Groups: evoke_g[:], Statements: evoke_s[:3], Conditions: evoke_c[:1],
	Distances: evoke_n[:],
	Starts:    []probe.Start{{Stmt: 0, Cond: 0, Choice: 0}},
	Sites: `F price.go
S 2 2
C b i> 2 5 n > 100
S 3 3 0 1 t
S 5 2 0 1 f
`,
})

func discount(n int) int {
	probe.Enter(&evoke_g[0], &evoke_s[0])
	if probe.Ints(probe.At(&evoke_g[0], &evoke_c[0], &evoke_n[0])).Gt(int64(n), int64(100)) {
		probe.Enter(&evoke_g[0], &evoke_s[1])
		return probe.Value(&evoke_g[0], &evoke_s[1], 10)
	}
	probe.Next(&evoke_g[0], &evoke_s[0], &evoke_s[2])
	return probe.Value(&evoke_g[0], &evoke_s[2], 0)
}

func Example() {
	probe.Drop()
	for _, n := range []int{3, 92} {
		discount(n)
	}
	probe.Take(func(t probe.Target, value float64) {
		if s := probe.Describe(t); s.Kind == probe.Branch {
			fmt.Printf("%s:%d: %s %t: %.2f\n", s.File, s.Line, s.Text, s.Side, value)
		}
	})
	// Output:
	// price.go:2: n > 100 true: 0.19
	// price.go:2: n > 100 false: 1.00
}
