package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
)

// missing are the statuses with which services say that a named resource does not exist. It is read-only.
var missing = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusUnprocessableEntity,
	http.StatusFailedDependency, http.StatusInternalServerError,
}

// missed learns that an input takes ids of a collection's elements. It learns this from a refusal that quotes the value
// of the input beside the noun of the collection: "there is no document d_8f3", "document 17 does not exist".
func (l *learners) missed(s *execute.Step) {
	if l.Missed == nil || !slices.Contains(missing, s.Answer.Status) || s.Call.Genotype.IsInvalid() {
		return
	}
	op := s.Call.Op
	for _, text := range s.Refusal().Missing {
		if t, near, ok := quoted(s.Call, text); ok && !api.OfItself(op.Spec.Path, t.Name) {
			if collection := l.API.NamedBy(near); collection != "" {
				l.Missed(op, t.Place(), collection)
			}
		}
	}
}

// quoted returns the input outside of the path whose value a text quotes, and the words around the value, the nearest
// first. ok is false if the text quotes no input or several.
func quoted(c *action.Call, text string) (input action.Taker, near []string, ok bool) {
	for t := range c.Inputs() {
		if t.Param != genotype.InBody && c.Genotype.Params[t.Param].InPath() {
			continue
		}
		before, after, found := refusal.Quotes(text, fmt.Sprint(t.Value()))
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

// wordsBefore and wordsAfter are the numbers of words before and after a value that may be the noun of its resource.
const wordsBefore, wordsAfter = 4, 5

// wordsTogether is the largest number of words of one noun.
const wordsTogether = 3

// around returns the words around a value: the words before it, then the words after it, the nearest first. A noun may
// have several words ("authorization model"), so it also returns neighbouring words joined to one, before the single
// words.
func around(before, after string) (out []string) {
	early, late := refusal.Words(before), refusal.Words(after)
	for end := len(early); end > max(0, len(early)-wordsBefore); end-- {
		for from := max(0, end-wordsTogether); from < end; from++ {
			out = append(out, oneWord(early[from:end]))
		}
	}
	for from := range min(len(late), wordsAfter) {
		for end := min(len(late), from+wordsTogether); end > from; end-- {
			out = append(out, oneWord(late[from:end]))
		}
	}
	return out
}

// oneWord joins words to a plain name. It returns a single word unchanged.
func oneWord(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return words.Plain(strings.Join(parts, ""))
}
