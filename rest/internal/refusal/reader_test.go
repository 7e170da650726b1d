package refusal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestReaderRemembers: what a reader read before does not change what it reads.
func TestReaderRemembers(t *testing.T) {
	var r Reader
	for range 2 {
		for _, tt := range slices.Concat(messageCases, frameworkCases) {
			for _, body := range []string{tt.body, `{"a": ` + tt.body + `}`, tt.body + " "} {
				assert.Equal(t, Read([]byte(body)), r.Read([]byte(body)), tt.name)
			}
		}
	}
	for i := range 2 * maxKnown {
		r.Read(fmt.Appendf(nil, `{"size": "must be at least %d"}`, i))
	}
	assert.LessOrEqual(t, len(r.answers), maxAnswers)
	assert.LessOrEqual(t, len(r.statements), maxKnown)
}

// BenchmarkReader reads answers with an id of their own that repeat what the call sent.
func BenchmarkReader(b *testing.B) {
	members := strings.Repeat(`, "line": {"name": "Federal Reserve Bank", "routing number": "121042882"}`, 20)
	var r Reader
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		r.Read(fmt.Appendf(nil, `{"id": "%d"%s, "error": "name is too long"}`, n, members))
	}
}

// BenchmarkReaderOfNews reads statements that nobody made before: values, and a sentence about one of them.
func BenchmarkReaderOfNews(b *testing.B) {
	var r Reader
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		r.Read(fmt.Appendf(nil, `{"a": "WCB%d", "b": "PURCHASE %d", "error": "batch #%d is not a valid batch"}`,
			n, n, n))
	}
}
