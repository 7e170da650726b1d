package execute

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
)

// denial matches sentences that say that something is not there, other those that say what else is wrong.
var (
	denial = regexp.MustCompile(`(?i)\b(?:no|not|unknown|invalid|nonexistent|non-existent|missing|unable)\b|n['’]t\b`)
	other  = regexp.MustCompile(`(?i)\b(?:already|taken|in use|duplicate|unique|at least|at most|between|longer|shorter|characters?)\b`)
)

// denied is quoted for a text that says that something is not there.
func denied(c *action.Call, text string) (input action.Taker, near []string, ok bool) {
	if !denial.MatchString(text) || other.MatchString(text) {
		return input, nil, false
	}
	return quoted(c, text)
}

// quoted returns the only input outside of the path whose value a text quotes, and the words around that, the nearest first.
func quoted(c *action.Call, text string) (input action.Taker, near []string, ok bool) {
	for _, t := range action.Takers(c) {
		if t.Param != genotype.InBody && c.Genotype.Params[t.Param].InPath() {
			continue
		}
		v := fmt.Sprint(t.Value())
		before, after, found := cutWord(text, v)
		if !found || !tells(v, before) {
			continue
		}
		if ok && t.Place() != input.Place() {
			return input, nil, false
		}
		input, near, ok = t, around(before, after), true
	}
	return input, near, ok
}

// unquoted returns a refusal whose class is without the texts that the call sent: one that quotes them is no other one each time.
func unquoted(c *action.Call, said *refusal.Refusal) *refusal.Refusal {
	takers := action.Takers(c)
	return said.Without(func(text string) string {
		for _, t := range takers {
			v, isText := t.Value().(string)
			if before, after, found := cutWord(text, v); isText && found && tells(v, before) {
				text = before + "''" + after
			}
		}
		return text
	})
}

// leastTelling is how many characters a text has that is no word of a sentence by chance.
const leastTelling = 4

// tells reports whether a value that stands in a text behind some of it is no word of that text: it has a digit, is long, or is quoted.
func tells(v, before string) bool {
	return strings.ContainsAny(v, "0123456789") || len(v) >= leastTelling || before != "" && strings.ContainsAny(before[len(before)-1:], "\"'`")
}

// cutWord cuts a text around a value that stands in it as a word.
func cutWord(text, v string) (before, after string, found bool) {
	for from := 0; v != ""; {
		at := strings.Index(text[from:], v)
		if at < 0 {
			break
		}
		at += from
		before, after = text[:at], text[at+len(v):]
		if !endsWord(before) && !beginsWord(after) {
			return before, after, true
		}
		from = at + len(v)
	}
	return "", "", false
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func endsWord(text string) bool {
	all := []rune(text)
	return len(all) > 0 && inWord(all[len(all)-1])
}

func beginsWord(text string) bool {
	all := []rune(text)
	return len(all) > 0 && inWord(all[0])
}

// wordsBefore and wordsAfter are how many words around a value may be the noun of what it names.
const wordsBefore, wordsAfter = 4, 5

// around returns the words around a value, those before it first, the nearest first.
func around(before, after string) (out []string) {
	words := func(text string) []string { return strings.FieldsFunc(text, func(r rune) bool { return !inWord(r) }) }
	out = words(before)
	out = out[max(0, len(out)-wordsBefore):]
	slices.Reverse(out)
	late := words(after)
	return append(out, late[:min(len(late), wordsAfter)]...)
}
