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
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// parted: the pages of a list are a partition of it.
func parted(*model) Relation {
	return Relation{
		Name:     "partition",
		Law:      "Pages are the list, each element on one of them.",
		Scenario: "observe all, observe a page, observe the next",
		Rules: []*oracle.Rule{
			{Code: CodePages, Name: "pages that do not fit", Check: offPage,
				Explanation: "A client that goes through the pages gets an element twice, or never, " +
					"or more than it asked for."},
		},
	}
}

// CodePages is the code of the rule about pages: too long, too short, with shared or missing elements.
const CodePages = 1006

// offPage looks for a page that does not fit the list that it is a part of. The pages of a list are a partition of it:
// each has the elements from where it begins, as many as its limit says, or those that are left.
func offPage(x *oracle.Exchange) []oracle.Finding {
	l, ok := listingOf(x)
	if !ok {
		return nil
	}
	name, most, limited := number(x, words.Limits)
	if limited && most > 0 && len(l.list) > most {
		return one(name, "the list has more elements than %s says", name)
	}
	if !limited || most > 0 {
		for _, law := range []func(l listing, most int) []oracle.Finding{astray, shared, tooShort, displaced, endless} {
			if f := law(l, most); f != nil {
				return f
			}
		}
	}
	return nil
}

// begins returns the number of elements before those that a call requests: from its offset, the number of its page, the
// page that gave its cursor, or the element after which it begins. Pages are not sure to be counted from 1 unless the
// schema or a call says so.
func (l listing) begins() (n int, known, sure bool) {
	if _, at, ok := number(l.Exchange, words.Offsets); ok {
		return at, true, true
	}
	if name, page, ok := number(l.Exchange, words.Pages); ok {
		_, most, limited := number(l.Exchange, words.Limits)
		first, sure := l.firstPage(name)
		return (page - first) * most, limited, sure
	}
	param, at, goes := parameterOf(l.Exchange, words.Cursors)
	if !goes {
		return 0, true, true
	}
	for b := range l.earlier() {
		if leadsOn(b.Exchange, at) && l.likewise(b, words.Cursors+words.Limits) {
			n, known, sure := b.begins()
			return n + len(b.list), known, sure
		}
	}
	if w, ok := l.whole(""); ok && words.Afters.Has(param) {
		i := slices.Index(w.ids, at)
		if i >= 0 && goesBy(l.Exchange, param, object(w.list[i]), at) {
			return i + 1, true, true
		}
	}
	return 0, false, false
}

// firstPage returns the number of the first page, and whether the schema or a call shows it.
func (l listing) firstPage(param string) (first int, sure bool) {
	if p := parameterNamed(l.Operation, param); p != nil && p.Schema != nil {
		s := message.Flatten(p.Schema)
		for i, least := range []string{"0", "1"} {
			if string(s.Minimum) == least || text(s.Default) == least {
				return i, true
			}
		}
	}
	zero := l.Query().Get(param) == "0"
	for b := range l.earlier() {
		zero = zero || b.Query().Get(param) == "0"
	}
	if zero {
		return 0, true
	}
	return 1, false
}

// goesBy reports whether a parameter surely requests the elements after the one with an id. If its description names
// members of the element, one of them has to have the id as its value. Otherwise the id has to be called like the
// parameter, because a list may continue by another member.
func goesBy(x *oracle.Exchange, param string, element value.Object, id string) bool {
	terms, other, called := sentence.Words(parameterNamed(x.Operation, param).Description), false, len(element) == 0
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

// cuts returns the number of parameters that ask for a page, if it is the first one and has room for more elements. It
// returns 0 otherwise.
func (l listing) cuts() (n int) {
	_, most, limited := number(l.Exchange, words.Limits)
	if start, known, sure := l.begins(); start != 0 || !known || !sure || limited && len(l.list) >= most {
		return 0
	}
	for name := range l.Query() {
		if (words.Limits + words.Pages + words.Offsets).Has(name) {
			n++
		}
	}
	return n
}

// leadsOn reports whether the answer gives the text as the cursor of its next page.
func leadsOn(b *oracle.Exchange, at string) bool {
	v, _ := b.Got()
	return slices.ContainsFunc(withTotals(object(v)), func(m value.Member) bool {
		return words.Onward.Has(m.Name) && text(m.Value) == at
	})
}

// shared looks for an element on two pages that begin at different places.
func shared(l listing, _ int) []oracle.Finding {
	start, known, _ := l.begins()
	if !known || l.ids == nil {
		return nil
	}
	for b := range l.earlier() {
		at, known, _ := b.begins()
		apart := at+len(b.list) <= start || start+len(l.list) <= at
		if known && apart && l.sameList(b) && slices.ContainsFunc(b.ids, l.has) {
			return one("overlap", "two pages of the list share elements")
		}
	}
	return nil
}

// tooShort looks for a page with fewer elements than there are from where it begins: those of the whole list in any
// order, or the total that its own answer has.
func tooShort(l listing, most int) []oracle.Finding {
	start, _, sure := l.begins()
	if _, _, goes := parameterOf(l.Exchange, words.Cursors); !sure || goes || most == 0 {
		return nil
	}
	if w, ok := l.whole(words.Sorts + words.Ways); ok {
		if l.within(w) && len(l.list) < min(most, len(w.list)-start) {
			return one("gap", "the page leaves out elements of the list, of which there is room for more on it")
		}
		return nil
	}
	name, total := total(l.totals())
	if l.only(words.Paging+words.Sorts+words.Ways) && most < wholeList && total > start+len(l.list) &&
		total > len(l.list) && len(l.list) < most && !slices.ContainsFunc(l.list, priced) &&
		!words.Beyond().MatchString(told(l.Operation, name)) {
		return one("short", "the page has %d elements, and by its %s there are more, which have room on it",
			len(l.list), name)
	}
	return nil
}

// displaced looks for a page that is not the part of the whole list that begins where the page begins. The order of the
// list has to be certain: the call asks for one without ties, or another page was this part.
func displaced(l listing, most int) []oracle.Finding {
	start, _, sure := l.begins()
	w, ok := l.whole("")
	param, _, goes := parameterOf(l.Exchange, words.Cursors)
	if !ok || !sure || l.ids == nil || start > len(w.ids) || most == 0 && !goes {
		return nil
	}
	rest := w.ids[start:]
	switch {
	case most > 0:
		rest = rest[:min(len(rest), most)]
	case goes && !words.Afters.Has(param):
		rest = rest[:min(len(rest), max(1, len(l.ids)))] // the cursor may have a limit in it
	}
	switch {
	case slices.Equal(l.ids, rest) || !goes && !l.within(w) || !l.ordered(w):
		return nil
	case goes && slices.ContainsFunc(l.ids, func(id string) bool { return slices.Contains(w.ids[:start], id) }):
		return one("next overlap", "the next page has elements that come before it in the list")
	case goes:
		return one("next gap", "the next page leaves out elements that come after the one before it")
	case start == 0:
		return one("first", "the first page is not the beginning of the list in the same order")
	}
	return one("place", "the page is not the part of the list in the same order that begins there")
}

// ordered reports whether the order of a list is certain.
func (l listing) ordered(w listing) bool {
	if _, by, sorted := parameterOf(l.Exchange, words.Sorts+words.Ways); sorted && !tied(w.list, by) {
		return true
	}
	if _, _, after := parameterOf(l.Exchange, words.Afters); after {
		return true
	}
	for b := range l.earlier() {
		at, _, sure := b.begins()
		_, _, cut := parameterOf(b.Exchange, words.Paging)
		end := at + len(b.ids)
		if cut && sure && len(b.ids) > 0 && l.sameList(b) && end <= len(w.ids) && slices.Equal(b.ids, w.ids[at:end]) {
			return true
		}
	}
	return false
}

// tied reports whether two elements have the same value in the member that the list is sorted by.
func tied(list []any, by string) bool {
	var seen []string
	for _, e := range list {
		v, has := memberLike(object(e), strings.Trim(by, "+-"))
		if has && slices.Contains(seen, text(v)) {
			return true
		}
		seen = append(seen, text(v))
	}
	return false
}

// astray looks for a page whose address of the next page lacks a parameter of the call.
func astray(l listing, _ int) []oracle.Finding {
	next, ok := nextLink(l.Exchange)
	if !ok {
		return nil
	}
	for _, p := range l.Operation.Parameters {
		sent := l.Query()[p.Name]
		if p.In != "query" || len(sent) != 1 || sent[0] == "" ||
			(words.Pages + words.Offsets + words.Cursors).Has(p.Name) ||
			p.Schema != nil && text(message.Flatten(p.Schema).Default) == sent[0] {
			continue
		}
		if !next.Has(p.Name) {
			return one("next without "+p.Name, "the address of the next page leaves out %s, which the call asks for",
				p.Name)
		}
	}
	return nil
}

// nextLink returns the query of the address of the next page, from a member called next or from the header Link. It
// returns false if there is none, or if the address has a cursor instead of a number of elements or pages.
func nextLink(x *oracle.Exchange) (query url.Values, ok bool) {
	at := ""
	if found := linked().FindStringSubmatch(x.Response.Header.Get("Link")); found != nil {
		at = found[1]
	}
	v, _ := x.Got()
	o := withTotals(object(v))
	for _, name := range []string{"links", "_links"} {
		inner, _ := o.Get(name)
		o = append(o, object(inner)...)
	}
	for _, m := range o {
		plain := strings.TrimSuffix(strings.TrimPrefix(words.Plain(m.Name), "@"), "link")
		if plain = strings.TrimSuffix(plain, "url"); at == "" && (plain == "next" || plain == "nextpage") {
			href, _ := object(m.Value).Get("href")
			at = text(m.Value) + text(href)
		}
	}
	_, after, found := strings.Cut(at, "?")
	query, err := url.ParseQuery(after)
	for name := range query {
		if found && err == nil && oracle.PathOf(at) != "" && (words.Pages + words.Offsets).Has(name) {
			return query, true
		}
	}
	return nil, false
}

// linked matches the address of the next page in a header Link (RFC 8288).
var linked = lazyregexp.New(`<([^>]*)>[^,]*;\s*rel="?next"?`)

// endless looks for a page that promises more elements after the last one, or none although there are more. The number
// of elements comes from the same list without pages.
func endless(l listing, most int) []oracle.Finding {
	start, _, sure := l.begins()
	all, ok := l.whole(words.Sorts)
	if !ok || !sure || most == 0 || len(l.list) == 0 || start+len(l.list) > len(all.list) {
		return nil
	}
	v, _ := l.Got()
	ends := start+len(l.list) == len(all.list)
	after := slices.ContainsFunc(l.Operation.Parameters, func(p *parameter) bool { return words.Afters.Has(p.Name) })
	for _, m := range withTotals(object(v)) {
		says, isBool := m.Value.(bool)
		switch {
		case after && l.ids != nil && words.Onward.Has(m.Name) && all.has(text(m.Value)) &&
			text(m.Value) != l.ids[len(l.ids)-1]:
			return one(m.Name, "%s, after which the next page begins, is not the last element of the page", m.Name)
		case isBool && words.More.Has(m.Name) && says == ends, isBool && words.Last.Has(m.Name) && says != ends:
			return one(m.Name+" at the end", "%s is %t, and the page %s", m.Name, says,
				map[bool]string{true: "ends with the last element", false: "leaves elements out after it"}[ends])
		}
	}
	_, goesOn := nextLink(l.Exchange)
	links := func(p *parameter) bool { return p.Name == "Link" && words.Onward.Has(p.Description) }
	switch {
	case goesOn && ends:
		return one("next at the end", "the page ends with the last element, and has the address of a next one")
	case !goesOn && !ends && (slices.ContainsFunc(l.Before, func(b *oracle.Exchange) bool {
		_, linked := nextLink(b)
		return linked && b.Operation == l.Operation && b.User == l.User
	}) || slices.ContainsFunc(l.Operation.Responses, func(r *response) bool {
		return r.Status == "200" && slices.ContainsFunc(r.Headers, links)
	})):
		return one("no next", "the page leaves elements out after it, and has no address of a next one, as others have")
	}
	return nil
}
