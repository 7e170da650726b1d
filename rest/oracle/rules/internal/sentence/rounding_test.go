package sentence_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
)

// TestRoundingOf: a text that leaves the direction or the unit open says nothing.
func TestRoundingOf(t *testing.T) {
	for text, want := range map[string]string{
		"Rounded to the cent, half a cent up":                    " up 0 true",
		"rounded up to the next full minute":                     "up  0 false",
		"Mean, rounded to two decimals, halves down":             " down 2 false",
		"rounded to 3 decimal places, halves to the even number": " even 3 false",
		"rounded down to a tenth":                                "down  1 false",
		"rounded to hundredths":                                  "  2 false",
		"20 per cent of `net`, half a cent up":                   " up 0 false",
		"rounded to the nearest 5 cents":                         "",
		"rounded up to the next quarter of an hour":              "",
		"rounded to two significant digits of it":                "",
		"Sum of the fees, each rounded to the cent":              "",
		"rounded to the cent for each line":                      "",
		"the rounded weight":                                     "",
		"grounded":                                               "",
	} {
		got := ""
		if r := sentence.RoundingOf(text); r != nil {
			got = fmt.Sprint(r.Way, " ", r.Half, " ", r.Digits, " ", r.Minor)
		}
		assert.Equal(t, want, got, text)
	}
}

// TestJudge: a number is rounded rightly, wrongly, or is none of the two around the exact value.
func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		text, shown, exact string
		right, wrong       bool
	}{
		{"rounded down", "3", "7/2", true, false},
		{"rounded down", "4", "7/2", false, true},
		{"rounded down", "5", "7/2", false, false},
		{"rounded up", "4", "10/3", true, false},
		{"rounded up", "4", "4", true, false},
		{"rounded to the nearest cent", "3", "7/2", true, false},
		{"rounded to the nearest cent", "4", "7/2", true, false},
		{"rounded to cents, halves to even", "4", "7/2", true, false},
		{"rounded to cents, halves to even", "4", "9/2", true, false},
		{"rounded to cents, halves to even", "5", "9/2", false, true},
		{"rounded to cents, halves down", "5", "9/2", false, true},
		{"rounded to cents", "4.66", "14/3", false, true},
		{"rounded to two decimals", "4.67", "14/3", true, false},
		{"rounded down", "-4", "-7/2", false, false},
	} {
		r := sentence.RoundingOf(tt.text)
		require.NotNil(t, r, tt.text)
		shown, _ := new(big.Rat).SetString(tt.shown)
		exact, _ := new(big.Rat).SetString(tt.exact)
		right, wrong := r.Judge(shown, exact)
		assert.Equal(t, []bool{tt.right, tt.wrong}, []bool{right, wrong}, "%s: %s of %s", tt.text, tt.shown, tt.exact)
	}
}
