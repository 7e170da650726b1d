package work

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTriangle(t *testing.T) {
	for want, sides := range [][3]int{{1, 2, 3}, {3, 4, 5}, {2, 3, 3}, {7, 7, 7}} {
		assert.Equal(t, want, Triangle(sides[0], sides[1], sides[2]))
	}
}

func TestParseOrder(t *testing.T) {
	o, err := ParseOrder("order:17;2024-02-29;pen, ink;Paid")
	require.NoError(t, err)
	assert.Equal(t, Order{17, time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), []string{"pen", "ink"}, true}, o)
	for _, bad := range []string{"", "order:1", "order:x;2024-02-29;", "order:1;2024-02-30;"} {
		_, err := ParseOrder(bad)
		assert.Error(t, err, bad)
	}
}

func TestWords(t *testing.T) {
	words, numbers, others := Words("The first 10 words, say.")
	assert.Equal(t, [3]int{4, 2, 2}, [3]int{words, numbers, others})
}

func TestTokens(t *testing.T) {
	words, numbers, others := Tokens("The first 10 words, say.")
	assert.Equal(t, [3]int{4, 2, 2}, [3]int{words, numbers, others})
}
