package spelling

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	words := []string{"email", "isbn", "GET /books", "GET /books/{id}"}
	for text, want := range map[string]string{
		"isnb": "isbn", "EMAIL": "email", "get /boks": "GET /books", "GET /book/{id}": "GET /books/{id}",
		"colour": "", "": "", "isbn": "isbn",
	} {
		assert.Equal(t, want, Nearest(text, words), text)
	}
	assert.Empty(t, Nearest("isbn", nil))
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.StringN(0, 8, 8).Draw(t, "a"), rapid.StringN(0, 8, 8).Draw(t, "b")
		d := distance(a, b)
		assert.Equal(t, d, distance(b, a))
		assert.Equal(t, a == b, d == 0)
		assert.LessOrEqual(t, d, max(len(a), len(b)))
	})
}
