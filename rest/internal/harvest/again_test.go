package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
)

func TestOpaqueAnswers(t *testing.T) {
	for body, want := range map[string]bool{
		`{"token": "eyJhbGciOiJIUzI1NiJ9.e30.x"}`: true, `{"etag": "9e107d9d372bb6826bd81d3542a419d6"}`: true,
		`{"name": "a name as it is", "id": 12345}`:       false,
		`{"text": "Donaudampfschifffahrtsgesellschaft"}`: false, "": false,
	} {
		assert.Equal(t, want, opaqueAnswer(lowering.Answer{Body: []byte(body)}), body)
	}
}
