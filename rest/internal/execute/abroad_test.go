package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/sut"
)

// TestAbroad: a written test cannot answer what a transport of the program's own asks another machine.
func TestAbroad(t *testing.T) {
	for url, want := range map[string]bool{
		"https://rates.example/de": true, "http://10.0.0.7:80/": true, "http://localhost:8081/a": false,
		"http://127.0.0.1:8081/a": false, "http://[::1]:80/": false, "://": false,
	} {
		assert.Equal(t, want, isAbroad(sut.Asked{URL: url, Own: true}), url)
		assert.False(t, isAbroad(sut.Asked{URL: url}), url)
	}
}
