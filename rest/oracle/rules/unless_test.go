package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestRoomOfAnotherNoun: a number that is used up and a maximum whose names have different nouns have nothing to do
// with each other.
func TestRoomOfAnotherNoun(t *testing.T) {
	shown := ann("GET", "/trips/1", "")
	for noun, found := range map[string]bool{"usedGuests": true, "usedWatts": false} {
		script := []string{`200 {"maxGuests": 1, "` + noun + `": 1}`, "201", `200 {"maxGuests": 1, "` + noun + `": 2}`}
		all := oracletest.Findings(t, ruleOf(t, rules.CodeOverfull), tripsSchema, scripted(script)(),
			[]oracletest.Call{shown, ann("POST", "/trips/1/tickets", ""), shown})
		assert.Equal(t, found, len(slices.Concat(all...)) > 0, noun)
	}
}
