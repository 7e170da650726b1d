package harvest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/sut"
)

// TestOpaqueTexts are sixteen characters or more with a digit among them.
func TestOpaqueTexts(t *testing.T) {
	for body, want := range map[string]bool{
		"abcdefghijklmno1": true, "abcdefghijklmn1": false, "abcdefghijklmnop": false, "abcdefgh ijklmn12": false,
		"12345678-1234567": true,
	} {
		assert.Equal(t, want, opaqueAnswer(lowering.Answer{Body: []byte(body)}), body)
	}
}

// TestNoted: a megabyte of a body goes to another process, and that it was cut.
func TestNoted(t *testing.T) {
	long := make([]byte, 1<<20+1)
	h := http.Header{"Content-Type": {"text/plain"}}
	a := noted(&sut.Response{Status: 200, Header: h, Body: long})
	assert.Len(t, a.Body, 1<<20)
	assert.True(t, a.Truncated)
	assert.Equal(t, "text/plain", a.ContentType)
	a = noted(&sut.Response{Header: h, Body: long[:1<<20]})
	assert.Len(t, a.Body, 1<<20)
	assert.False(t, a.Truncated)
	assert.True(t, noted(&sut.Response{Header: h, Truncated: true}).Truncated)
}
