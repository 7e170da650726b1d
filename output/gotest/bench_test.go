package gotest_test

import (
	"strconv"
	"testing"

	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

func BenchmarkFiles(b *testing.B) {
	s := &suite.Suite{}
	for i := range 500 {
		t := features.ChainTest()
		t.Name += strconv.Itoa(i)
		s.Tests = append(s.Tests, t)
	}
	w := &gotest.Writer{Constructor: gotest.Func{ImportPath: "example.com/shop", Name: "New"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Files(s); err != nil {
			b.Fatal(err)
		}
	}
}
