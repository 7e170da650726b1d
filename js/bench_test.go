package js_test

import (
	"os"
	"testing"

	"github.com/evoke-go/evoke/js"
)

// BenchmarkInstrument instruments a file of 20 kB.
func BenchmarkInstrument(b *testing.B) {
	text, err := os.ReadFile("testdata/tricky/values.js")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		js.Instrument(js.Source{Path: "values.js", Text: string(text)})
	}
}
