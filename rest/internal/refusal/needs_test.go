package refusal

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNeeded(t *testing.T) {
	for expression, want := range map[string][]string{
		`(?i)must be (?:one of|in)\b`: {"must be "},
		`(?i)(?:unknown|bad) (\w+)`:   {"unknown", "bad"},
		`(?i)(a|\d+)x?`:               nil,
		`(?i)^(IS )?REQUIRED+$`:       {"require"},
		`[`:                           nil,
	} {
		assert.Equal(t, want, needed(expression), expression)
	}
}

// TestFormsFit: no form matches a text without a word that the form needs.
func TestFormsFit(t *testing.T) {
	matches, left := 0, 0
	for _, tt := range slices.Concat(messageCases, frameworkCases) {
		for _, s := range statementsIn([]byte(tt.body)) {
			for i := range rules {
				fits := rules[i].fits(smallLetters(s.text))
				if rules[i].form().MatchString(s.text) {
					matches++
					assert.True(t, fits, "%s: %s", s.text, rules[i].form())
				} else if !fits {
					left++
				}
			}
		}
	}
	assert.Greater(t, matches, 100)
	assert.Greater(t, left, matches)
}
