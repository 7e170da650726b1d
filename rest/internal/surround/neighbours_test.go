package surround

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// TestAnswersOfNeighbours: each outcome is tried, then answers behind those after which the program asked again.
func TestAnswersOfNeighbours(t *testing.T) {
	n := &neighbourWish{name: "GET http://a.example/", header: "Age"}
	call := &action.Call{Op: &api.Operation{}, Genotype: &genotype.Call{}}
	n.again(call)
	n.again(call) // as before
	count, behind := 0, 0
	for o, first, ok := n.next(); ok; o, first, ok = n.next() {
		if first == nil {
			assert.Equal(t, outcomes[count], o)
			count++
			continue
		}
		fails, _ := first.Get(memberFails)
		assert.Equal(t, "refused", fails)
		behind++
	}
	assert.Equal(t, len(outcomes), count)
	assert.Equal(t, mostThens, behind)
	assert.NotContains(t, (&neighbourWish{}).answerSchema(), memberFirst)
	schema, err := value.ParseJSON([]byte(n.answerSchema()))
	assert.NoError(t, err)
	_, err = value.At(schema, "/properties/first/properties/status")
	assert.NoError(t, err)
}
