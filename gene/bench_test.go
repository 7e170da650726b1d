package gene_test

import (
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
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

func BenchmarkAppendJSON(b *testing.B) {
	v := randomOrder(b).Value()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = value.AppendJSON(buf[:0], v)
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkParseJSON(b *testing.B) {
	text := value.AppendJSON(nil, randomOrder(b).Value())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := value.ParseJSON(text); err != nil {
			b.Fatal(err)
		}
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
