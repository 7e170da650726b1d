package refusal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/refusal"
)

func TestQuotes(t *testing.T) {
	for text, want := range map[string]struct {
		value string
		found bool
	}{
		`there is no wallet wa_8f3`:     {"wa_8f3", true},
		`there is no wallet wa_8f31`:    {"wa_8f3", false}, // only a part of a word
		`the unit "kg" is not known`:    {"kg", true},
		`that is not to be had`:         {"be", false}, // a word of the sentence
		`not found: Über`:               {"ber", false},
		`wa_8f31 and wa_8f3 are closed`: {"wa_8f3", true},
		`the name is empty`:             {"", false},
	} {
		before, after, found := refusal.Quotes(text, want.value)
		assert.Equal(t, want.found, found, text)
		if found {
			assert.Equal(t, text, before+want.value+after)
		}
	}
	assert.Equal(t, []string{"no", "wallet", "wa_8f3"}, refusal.Words("no wallet: 'wa_8f3'."))
}
