package heuristics_test

import (
	"strings"
	"testing"
	"time"

	h "github.com/evoke-go/evoke/heuristics"
)

// sink keeps the compiler from removing calls.
var sink h.Truthness

func BenchmarkEqualInt(b *testing.B) {
	b.ReportAllocs()
	for i := int64(0); b.Loop(); i++ {
		sink = h.EqualInt(i, 4711)
	}
}

func BenchmarkLessFloat(b *testing.B) {
	b.ReportAllocs()
	for x := 0.5; b.Loop(); x++ {
		sink = h.LessFloat(x, 4711)
	}
}

// BenchmarkRaw measures the distances that probes compute while the program runs.
func BenchmarkRaw(b *testing.B) {
	short, other := "approved", "rejected"
	long, longer := strings.Repeat("lorem ipsum ", 100), strings.Repeat("Lorem ipsum ", 100)
	wide, wider := strings.Repeat("äöü", 10), strings.Repeat("ÄÖÜ", 10)
	now := time.Now()
	distances := []struct {
		name string
		of   func() float64
	}{
		{"int", func() float64 { return float64(h.IntDistance(17, 4711)) }},
		{"float", func() float64 { return h.FloatDistance(1.5, 4711) }},
		{"string/8", func() float64 { return float64(h.StringDistance(short, other)) }},
		{"string/1200", func() float64 { return float64(h.StringDistance(long, longer)) }},
		{"string/wide30", func() float64 { return float64(h.StringDistance(wide, wider)) }},
		{"order/8", func() float64 { return h.OrderDistance(short, other) }},
		{"prefix/8", func() float64 { return float64(h.PrefixDistance(long, short)) }},
		{"contains/8in1200", func() float64 { return float64(h.ContainsDistance(long, short)) }},
		{"fold/8", func() float64 { return float64(h.FoldDistance(short, other)) }},
		{"time", func() float64 { return h.TimeDistance(now, time.Time{}) }},
	}
	for _, d := range distances {
		b.Run(d.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink.OfTrue = d.of()
			}
		})
	}
}

func BenchmarkClose(b *testing.B) {
	for d := 1.0; b.Loop(); d++ {
		sink.OfTrue = h.Close(d)
	}
}

func BenchmarkEqualAny(b *testing.B) {
	type point struct {
		X, Y int
		Name string
	}
	x, y := any(point{1, 2, "origin"}), any(point{3, 4, "corner"})
	b.ReportAllocs()
	for b.Loop() {
		sink = h.EqualAny(x, y)
	}
}
