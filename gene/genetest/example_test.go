package genetest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
)

// port is a complete gene defined by a user: a TCP port that is free to use.
type port struct{ n int64 }

func (p *port) Clone() gene.Gene               { c := *p; return &c }
func (p *port) Randomize(r *rand.Rand)         { p.n = r.Int64N(64512) }
func (p *port) Mutate(r *rand.Rand, _ float64) { p.n = (p.n + 1 + r.Int64N(1<<r.IntN(15))) % 64512 }
func (p *port) Value() any                     { return 1024 + p.n }

// One line checks a gene; in a real test, t is the testing.T.
func ExampleRun() {
	t := &printer{}
	genetest.Run(t, func() gene.Gene { return &port{} })
	fmt.Println(t.failed, "laws broken")
	// Output: 0 laws broken
}

// printer is a testing.TB for an example, which has no testing.T.
type printer struct {
	testing.TB
	failed int
}

func (p *printer) Helper() {}

func (p *printer) Errorf(format string, args ...any) {
	p.failed++
	fmt.Printf(format+"\n", args...)
}
