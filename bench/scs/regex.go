package scs

import (
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/bench/web"
)

func getRegex(txt string) web.Answer { return web.Text(regex(txt)) }

// The three expressions are built from choices of one character or word, as
// the original's are. They match a text as a whole.
var (
	letter     = choice(strings.Split("abcdefghijklmnopqrstuvwxyz_-", "")...)
	digit      = choice(strings.Split("0123456789", "")...)
	identifier = letter + choice(letter, digit) + "*"
	urlForm    = whole(choice("http", "ftp", "afs", "gopher") + "//:" + identifier + "/" + identifier)

	day      = choice("mon", "tue", "wed", "thur", "fri", "sat", "sun")
	month    = choice("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
	dateForm = whole(day + digit + digit + month)

	floatForm = whole(digit + "+" + `\.` + digit + "+" + "e" + choice(`\+`, "-") + digit + digit)
)

func choice(among ...string) string { return "(" + strings.Join(among, "|") + ")" }

func whole(expression string) *regexp.Regexp { return regexp.MustCompile("^" + expression + "$") }

// regex tells what a text is written like: a kind of URL, a date or a number.
func regex(txt string) string {
	if urlForm.MatchString(txt) {
		return "url"
	}
	if dateForm.MatchString(txt) {
		return "date"
	}
	if floatForm.MatchString(txt) {
		return "fpe"
	}
	return "none"
}
