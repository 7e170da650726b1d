package rules

import (
	"regexp"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// onward are names of members that say where the next page begins.
var onward = regexp.MustCompile(`(?i)next|cursor|token|marker|after|continuation`)

// misled looks for a page that does not go on where the one before it ended, by the text that this one gave for the next
// page.
func misled(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	_, at, goes := parameterOf(x, api.Cursors)
	if !ok || !goes || !reads(x) || x.Invalid != nil || at == "" {
		return nil
	}
	noun := api.Noun(x.Operation.Path)
	here := ids(list, noun)
	var first, known []string
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if !reads(b) || b.Path() != x.Path() || b.User != x.User || b.Invalid != nil {
			continue
		}
		part, _ := elements(b)
		if _, _, on := parameterOf(b, api.Cursors); !on && first == nil && leadsOn(b, at) && otherwiseEqual(b, x, slices.Concat(api.Cursors, api.Limits)...) {
			first = ids(part, noun)
		}
		if len(b.Query()) == 0 && known == nil && len(part) < wholeList {
			known = ids(part, noun)
		}
	}
	if first == nil || known == nil || here == nil || !subset(first, known) || !subset(here, known) {
		return nil
	}
	for _, id := range here {
		if slices.Contains(first, id) {
			return []oracle.Finding{{Detail: "next overlap", Reason: "the next page has elements of the one before it"}}
		}
	}
	_, most, limited := number(x, api.Limits)
	if !limited {
		most = len(known)
	}
	if begins := slices.Equal(first, known[:len(first)]); begins && !slices.Equal(here, known[len(first):min(len(known), len(first)+most)]) {
		return []oracle.Finding{{Detail: "next gap", Reason: "the next page leaves out elements that come after the one before it"}}
	}
	return nil
}

// leadsOn reports whether an answer gives a text for its next page.
func leadsOn(b *oracle.Exchange, at string) bool {
	v, _ := b.Got()
	o, _ := v.(value.Object)
	return slices.ContainsFunc(o, func(m value.Member) bool { return onward.MatchString(m.Name) && text(m.Value) == at })
}
