package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// misfiltered looks for elements of a filtered list that do not match the filter, and for matching elements of the
// unfiltered list that the filtered list lacks.
func misfiltered(x *oracle.Exchange) (found []oracle.Finding) {
	list, ok := elements(x)
	if !ok || !reads(x) || x.Invalid != nil {
		return nil
	}
	for _, p := range x.Operation.Parameters {
		values := x.Query()[p.Name]
		if p.In != "query" || len(values) != 1 || values[0] == "" {
			continue
		}
		f, ok := filterOf(p, values[0], x, list)
		if !ok {
			found = append(found, missearched(x, p, values[0], list)...)
			continue
		}
		if f.fails(list) {
			found = append(found, oracle.Finding{Detail: p.Name,
				Reason: fmt.Sprintf("%s does not hold for all elements of the list", p.Name)})
		} else if f.loses(x, list) {
			found = append(found, oracle.Finding{Detail: p.Name + " missing",
				Reason: fmt.Sprintf("the list with %s lacks elements for which it holds", p.Name)})
		}
	}
	return found
}

// filter is the condition that a parameter of a list puts on a member of the elements.
type filter struct {
	member, wanted string
	bound          int  // -1: the value is the least one allowed, 1: the greatest one, 0: the only one
	exact          bool // the values have to be equal: the parameter has choices, or its description says so
	open           bool // the bound itself may be excluded
	many           bool // the member is a list of texts, one of which has to be the wanted one
}

// filterOf returns the filter that a parameter puts on the member of the same name. All elements have to be objects,
// and one of them has to have the member as a scalar. For a time, and a parameter that is called like a bound, the
// filter is on the only member that is a time.
func filterOf(p *parameter, wanted string, x *oracle.Exchange, list []any) (f filter, ok bool) {
	plain := words.Plain(strings.TrimSuffix(p.Name, "[]"))
	all := append(slices.Clone(list), listedBefore(x)...)
	if slices.ContainsFunc(all, func(e any) bool { _, isObject := e.(value.Object); return !isObject }) {
		return f, false
	}
	f = filter{wanted: wanted, exact: hasChoices(p) ||
		asksForThis(p), open: !words.Inside().MatchString(p.Description) &&
		(words.Outside().MatchString(p.Description) || len(wanted) > len(time.DateOnly))}
	if _, isTime := instant(wanted); isTime && p.Schema != nil &&
		strings.HasPrefix(message.Flatten(p.Schema).Format, "date") {
		if member := onlyTime(all); member != "" && ((words.Earliest + words.Latest).Has(plain)) {
			f.member, f.bound, f.open = member, 1, !words.Inside().MatchString(p.Description)
			if words.Earliest.Has(plain) {
				f.bound = -1
			}
			return f, true
		}
	}
	if (words.Paging + words.Sorts + words.Cursors).Has(plain) {
		return f, false
	}
	return f.about(plain, all)
}

// about returns the filter with the member of the elements that the parameter is called like: a scalar, or a list of
// texts.
func (f filter) about(param string, all []any) (filter, bool) {
	for _, e := range all {
		for _, m := range e.(value.Object) {
			plain := words.Plain(m.Name)
			if bound, ok := calledLike(param, plain); ok && isScalar(m.Value) {
				f.member, f.bound = m.Name, bound
				return f, true
			}
			if list, ok := m.Value.([]any); ok && len(list) > 0 &&
				(param == plain || param == api.Singular(plain)) && !strings.ContainsAny(f.wanted, ",;| ") &&
				!slices.ContainsFunc(list, func(v any) bool { _, isText := v.(string); return !isText }) {
				f.member, f.many = m.Name, true
				return f, true
			}
		}
	}
	return f, false
}

// asksForThis reports whether the description of a parameter says that the member has to equal the parameter.
func asksForThis(p *parameter) bool {
	return words.Just().MatchString(p.Description) && !words.Part().MatchString(p.Description)
}

// hasChoices reports whether the values of a parameter are an enum. Then a value is no part of another text.
func hasChoices(p *parameter) bool { return p.Schema != nil && len(message.Flatten(p.Schema).Enum) > 0 }

// onlyTime returns the name of the only member of the elements that is a time. It returns "" if none or several are.
func onlyTime(all []any) (name string) {
	for _, e := range all {
		for _, m := range e.(value.Object) {
			if _, isTime := instant(text(m.Value)); !isTime || m.Name == name {
				continue
			}
			if name != "" {
				return ""
			}
			name = m.Name
		}
	}
	return name
}

// calledLike reports whether a parameter is called like a member, or like a bound of it.
func calledLike(param, member string) (bound int, ok bool) {
	if param == member {
		return 0, true
	}
	for side, terms := range map[int]words.Table{-1: words.Least, 1: words.Greatest} {
		for w := range terms.All() {
			if param == w+member || param == member+w || w+api.WithoutUnit(member) == param && param != w {
				return side, true
			}
		}
	}
	return 0, false
}

// fails reports whether the elements surely do not match the filter. Numbers that are all above or all below the
// wanted one may match: many parameters are bounds without saying so, such as a number of seats.
func (f *filter) fails(list []any) bool {
	sides := map[int]bool{}
	for _, e := range list {
		if !f.excludes(e) {
			continue
		}
		v, _ := f.of(e)
		side, comparable := f.side(v)
		if _, isNumber := value.Rat(v); f.bound != 0 || !comparable || !isNumber {
			return true
		}
		sides[side] = true
	}
	return len(sides) > 1
}

// excludes reports whether an element surely does not fit. A text fits if it has the wanted one in
// it, in any case, unless the parameter has only some values.
func (f *filter) excludes(e any) bool {
	v, ok := f.of(e)
	if !ok {
		return false
	}
	if list, _ := v.([]any); f.many {
		return !slices.ContainsFunc(list, func(t any) bool { return strings.EqualFold(text(t), f.wanted) })
	}
	if f.bound != 0 {
		side, comparable := f.side(v)
		return comparable && side == f.bound
	}
	if s, isText := v.(string); isText {
		if f.exact {
			return !strings.EqualFold(s, f.wanted)
		}
		return !strings.Contains(strings.ToLower(s), strings.ToLower(strings.TrimSpace(f.wanted))) &&
			!sameInstant(s, f.wanted)
	}
	if _, isNumber := value.Rat(v); isNumber && !value.IsNumber(f.wanted) {
		return false
	}
	if _, isBool := v.(bool); isBool && f.wanted != "true" && f.wanted != "false" {
		return false // the member may be true for a certain user, or be spelled in another way
	}
	return !same(v, numeral(f.wanted)) && text(v) != f.wanted
}

// side returns -1 if a value is less than the bound, 0 if it equals the bound, and 1 if it is greater. It returns
// false unless both are numbers, days or instants.
func (f *filter) side(v any) (side int, comparable bool) {
	limit, numeric := value.Rat(numeral(f.wanted))
	if n, both := value.Rat(amount(v)); numeric && both {
		return n.Cmp(limit), true
	}
	bound, isTime := instant(f.wanted)
	t, both := instant(text(v))
	return t.Compare(bound), isTime && both &&
		(len(text(v)) > len(time.DateOnly)) == (len(f.wanted) > len(time.DateOnly))
}

// decimals matches a number with two decimals, as amounts are written in texts.
var decimals = lazyregexp.New(`^-?\d{1,15}\.\d\d$`)

// amount returns a text that is an amount as its number, and other values unchanged.
func amount(v any) any {
	if s, isText := v.(string); isText && decimals().MatchString(s) {
		return numeral(s)
	}
	return v
}

// includes reports whether an element surely matches the filter.
func (f *filter) includes(e any) bool {
	v, ok := f.of(e)
	if list, _ := v.([]any); f.many {
		return ok && slices.ContainsFunc(list, func(t any) bool { return text(t) == f.wanted })
	}
	if !ok || f.bound == 0 {
		return ok && text(v) == f.wanted
	}
	side, comparable := f.side(v)
	return comparable && (side == -f.bound || side == 0 && !f.open)
}

func (f *filter) of(e any) (any, bool) {
	o, ok := e.(value.Object)
	if !ok {
		return nil, false
	}
	v, ok := o.Get(f.member)
	if _, isList := v.([]any); f.many {
		return v, isList
	}
	return v, ok && isScalar(v)
}

// numeral returns a text that is a number as that number, and other texts unchanged.
func numeral(s string) any {
	if v, err := value.ParseJSON([]byte(s)); err == nil && value.IsNumber(s) {
		return v
	}
	return s
}

// loses reports whether the filtered list lacks an element of the unfiltered list that has exactly the wanted value,
// or one within the bound. The bound itself is taken to be within.
func (f *filter) loses(x *oracle.Exchange, list []any) bool {
	if len(list) >= wholeList || len(x.Query()) != 1 {
		return false
	}
	noun := api.Noun(x.Operation.Path)
	has := ids(list, noun)
	if has == nil && len(list) > 0 {
		return false
	}
	for _, e := range listedBefore(x) {
		o, ok := e.(value.Object)
		if !ok || !f.includes(e) {
			continue
		}
		if id := idOf(o, noun); id != "" && !slices.Contains(has, id) {
			return true
		}
	}
	return false
}

// missearched looks for errors of a text search. An element of the result lacks the text everywhere, although it has a
// member that the description of the parameter names; or an element of the list without the parameter has the text in
// such a member, and the result lacks it.
func missearched(x *oracle.Exchange, p *parameter, wanted string, list []any) []oracle.Finding {
	terms := wordsOf(p.Description)
	if !words.Searches.Has(p.Name) || len(terms) == 0 || len(wanted) < 2 || strings.ContainsAny(wanted, " ,*%\"") {
		return nil
	}
	has := func(t string) bool { return strings.Contains(strings.ToLower(t), strings.ToLower(wanted)) }
	for _, e := range list {
		if len(textsOf(object(e), terms, named)) > 0 && !slices.ContainsFunc(textsOf(object(e), nil, anyMember), has) {
			return one(p.Name, "%s does not hold for all elements of the list", p.Name)
		}
	}
	noun := api.Noun(x.Operation.Path)
	shown := ids(list, noun)
	if len(list) >= wholeList || len(x.Query()) != 1 || shown == nil && len(list) > 0 {
		return nil
	}
	for _, e := range listedBefore(x) {
		id := idOf(object(e), noun)
		texts := textsOf(object(e), terms, named)
		has := func(t string) bool { return strings.Contains(t, wanted) && !value.IsNumber(t) }
		if id != "" && !slices.Contains(shown, id) && slices.ContainsFunc(texts, has) {
			return one(p.Name+" missing", "the list with %s lacks elements for which it holds", p.Name)
		}
	}
	return nil
}

// textsOf returns the texts of the members of an object that the words name, those in nested objects and lists
// included.
func textsOf(o value.Object, terms []string, about func(terms []string, member string) bool) (out []string) {
	for _, m := range o {
		if !about(terms, m.Name) {
			continue
		}
		all, isList := m.Value.([]any)
		if !isList {
			all = []any{m.Value}
		}
		for _, v := range all {
			if _, isNumber := value.Rat(v); isNumber || isText(v) {
				out = append(out, text(v))
			}
			out = append(out, textsOf(object(v), terms, about)...)
		}
	}
	return out
}

func isText(v any) bool { t, ok := v.(string); return ok && t != "" }

// named reports whether one of the words names a member.
func named(terms []string, member string) bool {
	return slices.Contains(terms, strings.ToLower(member))
}

// anyMember accepts all members, because descriptions do not name all members that are searched, or name them
// differently.
func anyMember([]string, string) bool { return true }
