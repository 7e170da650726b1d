package execute

import (
	"fmt"
	"regexp"
	"slices"

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
		before, after, found := refusal.Quotes(text, v)
		if !found {
			continue
		}
		if ok && t.Place() != input.Place() {
			return input, nil, false
		}
		input, near, ok = t, around(before, after), true
	}
	return input, near, ok
}

// wordsBefore and wordsAfter are how many words around a value may be the noun of what it names.
const wordsBefore, wordsAfter = 4, 5

// around returns the words around a value, those before it first, the nearest first.
func around(before, after string) (out []string) {
	out = refusal.Words(before)
	out = out[max(0, len(out)-wordsBefore):]
	slices.Reverse(out)
	late := refusal.Words(after)
	return append(out, late[:min(len(late), wordsAfter)]...)
}
