package gene_test

import (
	"testing"

	"github.com/evoke-go/evoke/gene"
)

func randomOrder(tb testing.TB) gene.Gene {
	tb.Helper()
	g := order()
	g.Randomize(newRand(11))
	return g
}

func BenchmarkClone(b *testing.B) {
	g := randomOrder(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Clone()
	}
}

func BenchmarkMutate(b *testing.B) {
	g, r := randomOrder(b), newRand(1)
	b.ReportAllocs()
	for b.Loop() {
		g.Mutate(r, 0.5)
	}
}

func BenchmarkRandomize(b *testing.B) {
	g, r := randomOrder(b), newRand(1)
	b.ReportAllocs()
	for b.Loop() {
		g.Randomize(r)
	}
}

func BenchmarkValue(b *testing.B) {
	g := randomOrder(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Value()
	}
}

func BenchmarkAssign(b *testing.B) {
	g := randomOrder(b)
	v := g.Value()
	b.ReportAllocs()
	for b.Loop() {
		gene.Assign(g, v)
	}
}
