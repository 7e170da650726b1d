// Package near tells Evoke how near calls of package voucher came to what they
// did not return. It is all that a library of your own needs: a function for
// each of those that hold a search up, and a row in [Replacements].
package near

import (
	"example.com/voucher"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// Replacements are for evoke.WhiteBox.Replacements.
var Replacements = []probe.Replacement{
	{Func: "example.com/voucher.Valid", With: "example.com/parcel/near.Valid"},
}

// Valid stands in for voucher.Valid: it returns the same, and reports how far
// the code is from a valid one, and which that is.
func Valid(at probe.Call, code string) bool {
	ok := voucher.Valid(code)
	if at.News(ok) {
		wanted := mended(code)
		distance := heuristics.StringDistance(code, wanted)
		at.Report(ok, heuristics.Close(float64(distance)), 0.5, code, wanted)
	}
	return ok
}

// form is what a code looks like: x is a character, and c a check character.
const form = "xxxc-xxxc-xxxc"

// mended returns a valid code that has much in common with a text.
func mended(text string) string {
	code := []byte(form)
	for i := range code {
		switch form[i] {
		case 'x':
			code[i] = '7'
			if i < len(text) && voucher.Letter(text[i]) {
				code[i] = text[i]
			}
		case 'c':
			code[i] = voucher.Check(i/5, string(code[i-3:i]))
		}
	}
	return string(code)
}
