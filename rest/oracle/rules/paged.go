package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// mispaged looks for pages that exceed their limit, share elements, or lack elements of the whole list.
func mispaged(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	name, most, limited := number(x, words.Limits)
	if !ok || !limited || !reads(x) || x.Invalid != nil || most == 0 {
		return nil
	}
	if len(list) > most {
		return []oracle.Finding{{Detail: name, Reason: fmt.Sprintf("the list has more elements than %s says", name)}}
	}
	noun := api.Noun(x.Operation.Path)
	here := ids(list, noun)
	if f := notTheFirst(x, here); f != nil {
		return f
	}
	before, all := pageBefore(x, most)
	if before == nil || here == nil {
		return nil
	}
	prior, _ := elements(before)
	there := ids(prior, noun)
	if there == nil || len(there) != most {
		return nil
	}
	if slices.ContainsFunc(here, func(id string) bool { return slices.Contains(there, id) }) {
		return []oracle.Finding{{Detail: "overlap", Reason: "two pages that follow each other share elements"}}
	}
	if known := ids(all, noun); known != nil && len(all) < wholeList &&
		len(here)+len(there) < min(len(known), 2*most) && subset(here, known) && subset(there, known) {
		return []oracle.Finding{{Detail: "gap", Reason: "two pages that follow each other leave elements out"}}
	}
	return nil
}

// notTheFirst looks for a first page that is not the beginning of the same list without a limit. The call requests an
// order, and the order is unambiguous.
func notTheFirst(x *oracle.Exchange, here []string) []oracle.Finding {
	name, _, _ := number(x, words.Limits)
	_, _, offset := number(x, words.Offsets)
	_, _, page := number(x, words.Pages)
	_, by, sorted := parameterOf(x, words.Sorts+words.Ways)
	if offset || page || !sorted || here == nil {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if !reads(b) || b.Path() != x.Path() || b.User != x.User || b.Invalid != nil || b.Query().Has(name) ||
			!otherwiseEqual(b, x, words.Table(" "+words.Plain(name))) {
			continue
		}
		all, _ := elements(b)
		known := ids(all, api.Noun(x.Operation.Path))
		if len(all) < wholeList && subset(here, known) && !slices.Equal(here, known[:min(len(here), len(known))]) &&
			!tied(all, by) {
			return []oracle.Finding{{Detail: "first",
				Reason: "the first page is not the beginning of the list in the same order"}}
		}
	}
	return nil
}

// tied reports whether two elements have the same value in the member that the list is sorted by.
func tied(list []any, by string) bool {
	var seen []string
	for _, e := range list {
		o, _ := e.(value.Object)
		v, has := memberLike(o, strings.Trim(by, "+-"))
		if has && slices.Contains(seen, text(v)) {
			return true
		}
		seen = append(seen, text(v))
	}
	return false
}

func subset(part, all []string) bool {
	return !slices.ContainsFunc(part, func(id string) bool { return !slices.Contains(all, id) })
}

// pageBefore returns the first page of the same list and length if x is the second page and no change lies between. It
// also returns the whole list, if the test saw it.
func pageBefore(x *oracle.Exchange, most int) (before *oracle.Exchange, all []any) {
	_, at, byOffset := number(x, words.Offsets)
	_, page, byPage := number(x, words.Pages)
	if byOffset == byPage || byOffset && at != most {
		return nil, nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if changes(b) {
			break
		}
		if !reads(b) || b.Path() != x.Path() || b.User != x.User || b.Invalid != nil {
			continue
		}
		_, n, limited := number(b, words.Limits)
		if all == nil && uncut(b) && otherwiseEqual(b, x, words.Limits+words.Sorts+words.Ways) {
			all, _ = elements(b)
		}
		if before != nil || !limited || n != most || !otherwiseEqual(b, x, "") {
			continue
		}
		_, offset, has := number(b, words.Offsets)
		_, number, paged := number(b, words.Pages)
		if byOffset && (!has || offset == 0) || byPage && paged && number+1 == page {
			before = b
		}
	}
	return before, all
}

// uncut reports whether a call requests the whole list and no page.
func uncut(x *oracle.Exchange) bool {
	_, _, limited := number(x, words.Limits)
	_, _, offset := number(x, words.Offsets)
	_, _, page := number(x, words.Pages)
	return !limited && !offset && !page
}

// otherwiseEqual reports whether two calls have the same query, apart from the start of the page and the parameters in
// the table.
func otherwiseEqual(a, b *oracle.Exchange, but words.Table) bool {
	p, q := maps.Clone(a.Query()), maps.Clone(b.Query())
	for _, params := range []map[string][]string{p, q} {
		maps.DeleteFunc(params,
			func(name string, _ []string) bool { return (words.Offsets + words.Pages + but).Has(name) })
	}
	return maps.EqualFunc(p, q, slices.Equal[[]string])
}

// disordered looks for lists that are sorted neither up nor down by the member that a parameter names.
func disordered(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	name, by, sorted := sortOf(x)
	if !ok || !sorted || !reads(x) || x.Invalid != nil {
		return nil
	}
	if f := sortedOut(x, list, name); f != nil {
		return f
	}
	member, down, known := direction(x, name, by)
	var values []any
	for _, e := range list {
		o, isObject := e.(value.Object)
		if !isObject {
			return nil
		}
		v, has := sortedMember(o, member)
		if !has || !isScalar(v) {
			return nil
		}
		values = append(values, v)
	}
	if len(values) < 2 {
		return nil
	}
	up, falling := monotonic(values, foldsOrder(x, name))
	if up && falling || !known && (up || falling) || known && (down && falling || !down && up) {
		return nil
	}
	return []oracle.Finding{{Detail: name + " " + member,
		Reason: fmt.Sprintf("the list is not in the order of %s that %s asks for", member, name)}}
}

// sortOf returns the query parameter that sets the order of a list, and its value.
func sortOf(x *oracle.Exchange) (name, by string, ok bool) {
	for _, p := range x.Operation.Parameters {
		if all := x.Query()[p.Name]; p.In == "query" && len(all) == 1 && all[0] != "" && api.SortsBy(p) {
			return p.Name, all[0], true
		}
	}
	return "", "", false
}

// sortedMember returns the member of an element that the list is sorted by: the member of that name, or the member
// that counts, such as commentCount for "comments".
func sortedMember(o value.Object, by string) (any, bool) {
	if v, has := memberLike(o, by); has {
		return v, true
	}
	return memberLike(o, api.Singular(by)+"count")
}

// foldsOrder reports whether the description of a parameter says that the order ignores case.
func foldsOrder(x *oracle.Exchange, param string) bool {
	return slices.ContainsFunc(x.Operation.Parameters,
		func(p *parameter) bool { return p.Name == param && words.Caseless().MatchString(p.Description) })
}

// sortedOut looks for a list that lacks elements of the same list without parameters, although the call only requests
// an order.
func sortedOut(x *oracle.Exchange, list []any, name string) []oracle.Finding {
	for param := range x.Query() {
		if plain := words.Plain(param); !(words.Sorts + words.Ways).Has(plain) {
			return nil
		}
	}
	noun, all := api.Noun(x.Operation.Path), listedBefore(x)
	known, here := ids(all, noun), ids(list, noun)
	if known == nil || here == nil || len(all) >= wholeList || subset(known, here) {
		return nil
	}
	return one(name+" missing", "the list in the order that %s asks for lacks elements of the same list without it",
		name)
}

// direction reads the value of a sort parameter: "-price", "price:desc", "price,desc", "price desc", or "price" with a
// second parameter for the direction. "price" alone means ascending if "-price" is allowed as well.
func direction(x *oracle.Exchange, param, by string) (member string, down, known bool) {
	member, down = api.Direction(by)
	if down || member != by && !strings.HasPrefix(by, "+") {
		return member, down, true
	}
	for _, p := range x.Operation.Parameters {
		plain := words.Plain(p.Name)
		if p.Name == param || p.In != "query" || !words.Ways.Has(plain) || !x.Query().Has(p.Name) {
			continue
		}
		switch v := strings.ToLower(x.Query().Get(p.Name)); {
		case strings.HasPrefix(v, "asc"):
			return member, false, true
		case strings.HasPrefix(v, "desc"):
			return member, true, true
		case v == "true" && (strings.HasPrefix(plain, "desc") || plain == "reverse"):
			return member, true, true
		case v == "false" && (strings.HasPrefix(plain, "desc") || plain == "reverse"):
			return member, false, true
		}
	}
	return member, false, hasOpposite(x, param, by)
}

// hasOpposite reports whether a parameter also allows the opposite order.
func hasOpposite(x *oracle.Exchange, param, by string) bool {
	return slices.ContainsFunc(x.Operation.Parameters, func(p *parameter) bool {
		return p.Name == param && p.Schema != nil && slices.Contains(message.Flatten(p.Schema).Enum, any("-"+by))
	})
}

// measure returns a text that is an amount or a span of time as its number, and other values unchanged.
func measure(v any) any {
	if s, isText := v.(string); isText {
		if d, is := span(s); is {
			return int64(d)
		}
	}
	return amount(v)
}

// monotonic reports whether values ascend, and whether they descend. Texts are compared without regard to case, and
// also by their bytes unless the order is said to ignore case.
func monotonic(values []any, folds bool) (up, down bool) {
	up, down = true, true
	foldedUp, foldedDown := true, true
	for i := 1; i < len(values); i++ {
		a, numeric := value.Rat(measure(values[i-1]))
		b, both := value.Rat(measure(values[i]))
		var c, folded int
		if numeric && both {
			c = a.Cmp(b)
			folded = c
		} else {
			s, t := text(values[i-1]), text(values[i])
			c, folded = strings.Compare(s, t), strings.Compare(strings.ToLower(s), strings.ToLower(t))
		}
		up, down = up && c <= 0, down && c >= 0
		foldedUp, foldedDown = foldedUp && folded <= 0, foldedDown && folded >= 0
	}
	return up && !folds || foldedUp, down && !folds || foldedDown
}

// miscounted looks for totals that are less than the number of elements, or different from it in a whole list, and for
// sums that differ from the sum of the elements.
func miscounted(x *oracle.Exchange) []oracle.Finding {
	v, ok := x.Got()
	o, isObject := v.(value.Object)
	list, isList := elements(x)
	isList = isList && x.Safe()
	if _, bare := v.([]any); ok && bare && isList && reads(x) {
		return misnumbered(x, list, headed(x))
	}
	if !ok || !isObject || !x.Succeeded() {
		return nil
	}
	if f := missedState(x); f != nil {
		return f
	}
	if inner, ok := resource(o); ok && !isList {
		if f := missummed(x.Operation, inner); f != nil && x.Invalid == nil {
			return f
		}
	}
	if !isList || !reads(x) || slices.ContainsFunc(list, priced) {
		return nil
	}
	return misnumbered(x, list, withTotals(o))
}

// headed returns the totals in the header of an answer, such as X-Total-Count, as members.
func headed(x *oracle.Exchange) (out value.Object) {
	for _, name := range slices.Sorted(maps.Keys(x.Response.Header)) {
		plain := strings.TrimPrefix(words.Plain(name), "x")
		if v := x.Response.Header.Get(name); value.IsNumber(v) &&
			(words.Totals.Has(plain) || words.PageCounts.Has(plain)) {
			out = append(out, value.Member{Name: plain, Value: numeral(v)})
		}
	}
	return out
}

// misnumbered looks for a wrong total or number of pages of a list. The object has these figures as members.
func misnumbered(x *oracle.Exchange, list []any, o value.Object) []oracle.Finding {
	if f := slices.Concat(totalOfPage(x, o), totalOfFiltered(x, o, list)); f != nil {
		return f
	}
	if f := wrongPages(x, o); f != nil {
		return f
	}
	for _, m := range o {
		n, isNumber := value.Rat(m.Value)
		if !words.Totals.Has(m.Name) || !isNumber || !n.IsInt() || !n.Num().IsInt64() {
			continue
		}
		if total := n.Num().Int64(); total < int64(len(list)) || total != int64(len(list)) && whole(x, list) {
			return []oracle.Finding{{Detail: m.Name,
				Reason: fmt.Sprintf("%s is not the number of the elements", m.Name)}}
		}
	}
	return nil
}

// wrongPages looks for a number of pages that does not follow from the total beside it and the page length of the
// call. An empty list may have one page.
func wrongPages(x *oracle.Exchange, o value.Object) []oracle.Finding {
	_, most, limited := number(x, words.Limits)
	if !limited || most == 0 {
		return nil
	}
	total := int64(-1)
	for _, m := range o {
		if n, isNumber := value.Rat(m.Value); isNumber && n.IsInt() && n.Num().IsInt64() && words.Totals.Has(m.Name) {
			total = n.Num().Int64()
		}
	}
	for _, m := range o {
		n, isNumber := value.Rat(m.Value)
		if total <= 0 || !isNumber || !n.IsInt() || !n.Num().IsInt64() || !words.PageCounts.Has(m.Name) {
			continue
		}
		if wanted := (total + int64(most) - 1) / int64(most); n.Num().Int64() != wanted {
			return one(m.Name, "%s is %d, and all of the %d elements need %d of %d", m.Name,
				n.Num().Int64(), total, wanted, most)
		}
	}
	return nil
}
