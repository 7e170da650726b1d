package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle"
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

// TestDoubt: an error of the server is a hint if another service failed in the call. No other finding is.
func TestDoubt(t *testing.T) {
	failed, fine := sut.Asked{URL: "http://rates.example", Failed: true}, sut.Asked{URL: "http://users.example"}
	for name, tt := range map[string]struct {
		code     int
		requests []sut.Asked
		want     string
	}{
		"nothing asked": {oracle.CodeServerError, nil, ""},
		"answered":      {oracle.CodeServerError, []sut.Asked{fine}, ""},
		"failed":        {oracle.CodeServerError, []sut.Asked{fine, failed}, " without another service"},
		"another code":  {oracle.CodeTimeout, []sut.Asked{failed}, ""},
	} {
		found := []oracle.Finding{{Code: tt.code, Detail: "500"}}
		doubt(found, tt.requests)
		assert.Equal(t, "500"+tt.want, found[0].Detail, name)
		assert.Equal(t, tt.want != "", found[0].Doubt != "", name)
	}
}
