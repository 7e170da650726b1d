package probe

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkRange ranges over a map as the language does and as covered code does, and reports how many times longer the
// second takes.
func BenchmarkRange(b *testing.B) {
	for _, size := range []int{1, 8, 100, 10_000} {
		m := map[string]int{}
		for i := range size {
			m[fmt.Sprintf("item-%d", i)] = i
		}
		for _, order := range []Order{ByChance, Ascending} {
			for _, first := range []bool{false, true} {
				b.Run(fmt.Sprintf("%d entries, order %d, first only %t", size, order, first), func(b *testing.B) {
					fix(b, Fixed{Order: order})
					benchRange(b, m, first)
				})
			}
		}
	}
}

func benchRange(b *testing.B, m map[string]int, first bool) {
	sum, n := 0, 0
	plain := time.Duration(0)
	for b.Loop() {
		begin := time.Now()
		for k, v := range m {
			if sum += v + len(k); first {
				break
			}
		}
		plain += time.Since(begin)
		for w, k, v := Range(m); w.Next(&k, &v); {
			if sum += v + len(k); first {
				break
			}
		}
		n++
	}
	b.ReportMetric(float64(plain.Nanoseconds())/float64(n), "ns-plain/op")
	b.ReportMetric(float64((b.Elapsed()-plain).Nanoseconds())/max(1, float64(plain.Nanoseconds())), "times-plain")
}

// BenchmarkSelect measures a select with two cases, both ready.
func BenchmarkSelect(b *testing.B) {
	for _, order := range []Order{ByChance, Ascending} {
		b.Run(fmt.Sprintf("order %d", order), func(b *testing.B) {
			fix(b, Fixed{Order: order})
			c, d := make(chan int, 1), make(chan int, 1)
			c <- 1
			plain, n := time.Duration(0), 0
			for b.Loop() {
				begin := time.Now()
				select {
				case v := <-c:
					c <- v
				case d <- 1:
					<-d
				}
				plain += time.Since(begin)
				x, y := From(c), To(d).Value(1)
				Poll(x, y)
				select {
				case v := <-x.C:
					c <- v
				case y.C <- y.V:
					<-d
				}
				n++
			}
			b.ReportMetric(float64(plain.Nanoseconds())/float64(n), "ns-plain/op")
			b.ReportMetric(float64((b.Elapsed()-plain).Nanoseconds())/max(1, float64(plain.Nanoseconds())),
				"times-plain")
		})
	}
}
