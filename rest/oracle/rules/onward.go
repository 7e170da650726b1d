package rules

import (
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// misled looks for a page that does not start where the previous page ended, although the call sent the cursor of that
// page.
func misled(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	_, at, goes := parameterOf(x, words.Cursors)
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
		if _, _, on := parameterOf(b, words.Cursors); !on && first == nil && leadsOn(b, at) &&
			otherwiseEqual(b, x, words.Cursors+words.Limits) {
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
	_, most, limited := number(x, words.Limits)
	if !limited {
		most = len(known)
	}
	if begins := slices.Equal(first, known[:len(first)]); begins &&
		!slices.Equal(here, known[len(first):min(len(known), len(first)+most)]) {
		return []oracle.Finding{{Detail: "next gap",
			Reason: "the next page leaves out elements that come after the one before it"}}
	}
	return nil
}

// misbegun looks for a list that starts after an element and does not show the elements that follow it in the whole
// list.
func misbegun(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	param, after, goes := parameterOf(x, words.Afters)
	all := uncutBefore(x, words.Limits)
	if !ok || !goes || !reads(x) || x.Invalid != nil || all == nil || len(all) >= wholeList {
		return nil
	}
	for name := range x.Query() {
		if name != param && !words.Limits.Has(name) {
			return nil
		}
	}
	noun := api.Noun(x.Operation.Path)
	known, here := ids(all, noun), ids(list, noun)
	at := slices.Index(known, after)
	if at < 0 || here == nil || !goesBy(x, param, object(all[at]), after) {
		return nil
	}
	rest := known[at+1:]
	if _, most, limited := number(x, words.Limits); limited {
		rest = rest[:min(len(rest), most)]
	}
	switch {
	case slices.Equal(here, rest):
		return nil
	case slices.Contains(here, after):
		return one("after itself", "the list after an element has the element")
	case len(here) < len(rest) && subset(here, rest):
		return one("after gap", "the list after an element leaves out elements that come after it")
	case !subset(here, rest):
		return one("after overlap", "the list after an element has others than those that come after it")
	}
	return nil
}

// goesBy reports whether a parameter surely requests the elements after the one with an id. If its description names
// members of the element, one of them has to have the id as its value. Otherwise the id has to be called like the
// parameter, because a list may continue by another member.
func goesBy(x *oracle.Exchange, param string, element value.Object, id string) bool {
	i := slices.IndexFunc(x.Operation.Parameters, func(p *parameter) bool { return p.In == "query" && p.Name == param })
	terms, other, called := wordsOf(x.Operation.Parameters[i].Description), false, len(element) == 0
	for _, m := range element {
		is, tells := text(m.Value) == id, named(terms, m.Name)
		switch plain := words.Plain(m.Name); {
		case tells && is:
			return true
		case tells:
			other = true
		case is && (plain == "id" || plain == api.Noun(x.Operation.Path)+"id"):
			called = true
		}
	}
	return called && !other
}

// leadsOn reports whether the answer gives the text as the cursor of its next page.
func leadsOn(b *oracle.Exchange, at string) bool {
	v, _ := b.Got()
	o, _ := v.(value.Object)
	return slices.ContainsFunc(o, func(m value.Member) bool { return words.Onward.Has(m.Name) && text(m.Value) == at })
}

// offPage looks for pages that do not fit together, and for wrong statements of a page about the next one.
func offPage(x *oracle.Exchange) []oracle.Finding {
	if f := slices.Concat(misled(x), misbegun(x), astray(x), endless(x)); f != nil {
		return f
	}
	return mispaged(x)
}

// nextLink returns the query of the address of the next page, from a member called next or from the header Link. It
// returns false if there is none, or if the address has a cursor instead of a number of elements or pages.
func nextLink(x *oracle.Exchange) (query url.Values, ok bool) {
	at := linkHeader(x)
	v, _ := x.Got()
	o := withTotals(object(v))
	for _, name := range []string{"links", "_links"} {
		inner, _ := o.Get(name)
		o = append(o, object(inner)...)
	}
	for _, m := range o {
		plain := strings.TrimSuffix(strings.TrimPrefix(words.Plain(m.Name), "@"), "link")
		if plain = strings.TrimSuffix(plain, "url"); plain != "next" && plain != "nextpage" {
			continue
		}
		href, _ := object(m.Value).Get("href")
		if at == "" {
			at = text(m.Value) + text(href)
		}
	}
	_, after, found := strings.Cut(at, "?")
	if query, err := url.ParseQuery(after); found && err == nil && oracle.PathOf(at) != "" {
		for name := range query {
			counts := (words.Pages + words.Offsets).Has(name)
			if counts {
				return query, true
			}
		}
	}
	return nil, false
}

// linked matches the address of the next page in a header Link (RFC 8288).
var linked = lazyregexp.New(`<([^>]*)>[^,]*;\s*rel="?next"?`)

func linkHeader(x *oracle.Exchange) string {
	if found := linked().FindStringSubmatch(x.Response.Header.Get("Link")); found != nil {
		return found[1]
	}
	return ""
}

// astray looks for a page whose address of the next page lacks a parameter of the call.
func astray(x *oracle.Exchange) []oracle.Finding {
	if _, isList := elements(x); !isList || !reads(x) || x.Invalid != nil {
		return nil
	}
	next, ok := nextLink(x)
	if !ok {
		return nil
	}
	for _, p := range x.Operation.Parameters {
		plain, sent := words.Plain(p.Name), x.Query()[p.Name]
		if p.In != "query" || len(sent) != 1 || sent[0] == "" ||
			(words.Pages + words.Offsets + words.Cursors).Has(plain) {
			continue
		}
		if p.Schema != nil && text(message.Flatten(p.Schema).Default) == sent[0] {
			continue
		}
		if !next.Has(p.Name) {
			return one("next without "+p.Name, "the address of the next page leaves out %s, which the call asks for",
				p.Name)
		}
	}
	return nil
}

// endless looks for a page that promises more elements after the last one, or none although there are more. The number
// of elements comes from the same list without pages.
func endless(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	_, most, limited := number(x, words.Limits)
	begin, known := beginning(x, most)
	if !ok || !reads(x) || x.Invalid != nil || !limited || most == 0 || !known || len(list) == 0 || len(list) > most {
		return nil
	}
	all := uncutBefore(x, words.Limits+words.Sorts)
	if all == nil || len(all) >= wholeList || begin+len(list) > len(all) {
		return nil
	}
	v, _ := x.Got()
	ends := begin+len(list) == len(all)
	for _, m := range withTotals(object(v)) {
		says, isBool := m.Value.(bool)
		switch {
		case isBool && words.More.Has(m.Name) && says == ends, isBool && words.Last.Has(m.Name) && says != ends:
			return one(m.Name+" at the end", "%s is %t, and the page %s", m.Name, says,
				map[bool]string{true: "ends with the last element", false: "leaves elements out after it"}[ends])
		}
	}
	_, goesOn := nextLink(x)
	switch {
	case goesOn && ends:
		return one("next at the end", "the page ends with the last element, and has the address of a next one")
	case !goesOn && !ends && slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		_, linked := nextLink(b)
		return linked && b.Operation == x.Operation && b.User == x.User
	}):
		return one("no next", "the page leaves elements out after it, and has no address of a next one, as others have")
	}
	return nil
}

// beginning returns the number of elements before a page, computed from its offset or its number.
func beginning(x *oracle.Exchange, most int) (n int, known bool) {
	_, at, byOffset := number(x, words.Offsets)
	name, page, byPage := number(x, words.Pages)
	if byOffset && byPage {
		return 0, false
	}
	if !byPage {
		return at, true
	}
	zero := slices.ContainsFunc(x.Operation.Parameters, func(p *parameter) bool {
		return p.Name == name && p.Schema != nil &&
			(message.Flatten(p.Schema).Minimum == "0" || text(message.Flatten(p.Schema).Default) == "0")
	})
	if zero {
		return page * most, true
	}
	return (page - 1) * most, page > 0
}

// begun reports whether a call requests the elements of a list after a given one.
func begun(x *oracle.Exchange) bool {
	_, _, after := parameterOf(x, words.Afters)
	return after
}

// uncutBefore returns the elements of the same list without pages, as the test saw it last. Its query has to be the
// same, apart from parameters in the table. It returns nil if there is no such list, or if a change followed.
func uncutBefore(x *oracle.Exchange, but words.Table) []any {
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if reads(b) && b.Path() == x.Path() && b.User == x.User && b.Invalid == nil && uncut(b) && !begun(b) &&
			otherwiseEqual(b, x, but+words.Afters) {
			list, _ := elements(b)
			return list
		}
	}
	return nil
}
