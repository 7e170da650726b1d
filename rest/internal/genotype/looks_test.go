package genotype

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
)

// TestPatternsThatLook: texts for a pattern that looks ahead or behind have the form of its rest.
func TestPatternsThatLook(t *testing.T) {
	for pattern, want := range map[string]string{
		`^(?=.*[0-9])[a-z0-9]+$`:           `^[a-z0-9]+$`,
		`^\$(?<=\$)[0-9]+$`:                `^\$[0-9]+$`,
		`^(?!(a|b)[)])(x(?<!y))[(?=]\(?=$`: `^(x)[(?=]\(?=$`,
		`^a(?:b|c)$`:                       `^a(?:b|c)$`,
		`(?=a`:                             `(?=a`,
	} {
		assert.Equal(t, want, withoutLooks(pattern))
	}
	s := openapi.NewSchema()
	s.Types, s.Pattern, s.MinLength, s.MaxLength = []string{"string"}, `^(?=.*[0-9])[a-z0-9]+$`, 4, 9
	b := NewBuilder(Options{})
	g, r, fit := b.schemas.makeText(s), rand.New(rand.NewPCG(1, 2)), 0
	for range 100 {
		g.Randomize(r)
		text := g.Value().(string)
		assert.Regexp(t, `^[a-z0-9]{4,9}$`, text)
		if hasDigit(text) {
			fit++
		}
	}
	assert.Greater(t, fit, 50)
	assert.Empty(t, b.Warnings())
}

func hasDigit(text string) bool {
	for _, c := range text {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}
