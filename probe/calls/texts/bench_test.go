package texts_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/texts"
)

// sink keeps the compiler from removing calls.
var sink int

// BenchmarkCall measures one call: of the function itself ("plain"), of its replacement after both outcomes were seen
// ("quiet"), and of its replacement after one outcome was seen, so that the other one is wanted ("wanted").
func BenchmarkCall(b *testing.B) {
	line := strings.Repeat("lorem ipsum ", 8) + "= 12"
	for _, c := range []struct {
		name    string
		plain   func()
		instead func(at probe.Call)
		other   func(at probe.Call) // a call with the other outcome
	}{
		{"Index in 100 bytes", func() { sink += strings.Index(line, "=") },
			func(at probe.Call) { sink += texts.Index(at, line, "=") },
			func(at probe.Call) { texts.Index(at, line, "!") }},
		{"no IndexByte in 100 bytes", func() { sink += strings.IndexByte(line, '!') },
			func(at probe.Call) { sink += texts.IndexByte(at, line, '!') },
			func(at probe.Call) { texts.IndexByte(at, line, '=') }},
		{"Cut", func() { before, _, _ := strings.Cut("key=value", "="); sink += len(before) },
			func(at probe.Call) { before, _, _ := texts.Cut(at, "key=value", "="); sink += len(before) },
			func(at probe.Call) { texts.Cut(at, "key", "=") }},
		{"Atoi", func() { n, _ := strconv.Atoi("4711"); sink += n },
			func(at probe.Call) { n, _ := texts.Atoi(at, "4711"); sink += n },
			func(at probe.Call) { _, _ = texts.Atoi(at, "x") }},
		{"failing Atoi", func() { n, _ := strconv.Atoi("47x1"); sink += n },
			func(at probe.Call) { n, _ := texts.Atoi(at, "47x1"); sink += n },
			func(at probe.Call) { _, _ = texts.Atoi(at, "1") }},
		{"failing ParseFloat", func() { f, _ := strconv.ParseFloat("47x1", 64); sink += int(f) },
			func(at probe.Call) { f, _ := texts.ParseFloat(at, "47x1", 64); sink += int(f) },
			func(at probe.Call) { _, _ = texts.ParseFloat(at, "1", 64) }},
		{"IsLetter", func() { sink += truth(unicode.IsLetter(rune(line[3]))) },
			func(at probe.Call) { sink += truth(texts.IsLetter(at, rune(line[3]))) },
			func(at probe.Call) { texts.IsLetter(at, ' ') }},
		{"no IsLetter", func() { sink += truth(unicode.IsLetter(rune(line[5]))) },
			func(at probe.Call) { sink += truth(texts.IsLetter(at, rune(line[5]))) },
			func(at probe.Call) { texts.IsLetter(at, 'a') }},
	} {
		b.Run(c.name+"/plain", func(b *testing.B) {
			for b.Loop() {
				c.plain()
			}
		})
		quiet, wanted := probe.NewCall(), probe.NewCall()
		c.other(quiet)
		b.Run(c.name+"/quiet", func(b *testing.B) { loop(b, quiet, c.instead) })
		b.Run(c.name+"/wanted", func(b *testing.B) { loop(b, wanted, c.instead) })
	}
}

func loop(b *testing.B, at probe.Call, call func(at probe.Call)) {
	for b.Loop() {
		call(at)
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
