package bench

import "testing"

// BenchmarkBare is the bare loop over the recorded requests, resets included.
func BenchmarkBare(b *testing.B) {
	for _, s := range Services() {
		b.Run(s.Name, func(b *testing.B) {
			tests := Recorded(s.Name)
			i := s.Instance()
			defer i.Close()
			i.New()
			calls := 0
			b.ReportAllocs()
			for b.Loop() {
				a, err := i.Replay(tests)
				if err != nil {
					b.Fatal(err)
				}
				calls += a.Calls
			}
			b.ReportMetric(float64(calls)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}

// BenchmarkReset is what one reset takes.
func BenchmarkReset(b *testing.B) {
	for _, s := range Services() {
		b.Run(s.Name, func(b *testing.B) {
			i := s.Instance()
			defer i.Close()
			i.New()
			b.ReportAllocs()
			for b.Loop() {
				if err := i.Reset(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
