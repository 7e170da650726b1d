package rules

import (
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// subsets: a filter takes away what it does not hold for, and neither more nor less.
func subsets(*model) Relation {
	return Relation{
		Name:     "subset",
		Law:      "A filter leaves out what it does not hold for, and nothing else.",
		Scenario: "observe all, observe with a filter",
		Rules: []*oracle.Rule{
			{Code: CodeFilter, Name: "filter that does not hold", Check: misfiltered,
				Explanation: "A parameter is called like a member of the elements, and the list " +
					"has others, or lacks some."},
		},
	}
}

// CodeFilter is the code of the rule about filtered lists: elements that do not match, that do and are missing, or that
// the list lacks without the filter.
const CodeFilter = 1005

// misfiltered looks for a list that parameters do not make a subset of the list without them: it has elements for which
// a parameter does not hold, lacks some for which all hold, or has others.
func misfiltered(x *oracle.Exchange) (found []oracle.Finding) {
	l, ok := listingOf(x)
	if !ok {
		return nil
	}
	var names []string
	var filters []filter
	for _, p := range x.Operation.Parameters {
		values := x.Query()[p.Name]
		if p.In == "query" && len(values) > 1 {
			found = append(found, several(l, p, values)...)
		}
		if p.In != "query" || len(values) != 1 || values[0] == "" {
			continue
		}
		f, ok := filterOf(p, values[0], l)
		switch {
		case !ok:
			found = append(found, missearched(l, p, values[0])...)
		case f.fails(l.list):
			found = append(found, one(p.Name, "%s does not hold for all elements of the list", p.Name)...)
		default:
			names, filters = append(names, p.Name), append(filters, f)
		}
	}
	fits := func(e any) bool {
		return !slices.ContainsFunc(filters, func(f filter) bool { return f.holds(e) != right })
	}
	all := strings.Join(names, " and ")
	switch {
	case found != nil:
		return found
	case len(filters) > 0 && len(filters)+l.cuts() == len(x.Query()) && l.lacks(fits):
		return one(all+" missing", "the list with %s lacks elements for which it holds", all)
	case len(filters) == 1 && len(x.Query()) == 1:
		found = filters[0].sides(l)
	}
	if found == nil {
		found = unfiltered(l)
	}
	if found == nil {
		found = widened(l)
	}
	return found
}

// several looks for an element that has none of the values that a parameter asks for, or not all of them where the
// description says that elements have all.
func several(l listing, p *parameter, values []string) []oracle.Finding {
	all := words.Every().MatchString(p.Description)
	for _, e := range l.list {
		n := 0
		for _, v := range values {
			f, ok := filterOf(p, v, l)
			if !ok || f.bound != 0 || !f.choices && !f.many {
				return nil
			}
			if f.holds(e) != wrong {
				n++
			}
		}
		if n == 0 || all && n < len(values) {
			return one(p.Name, "%s does not hold for all elements of the list", p.Name)
		}
	}
	return nil
}

// unfiltered looks for a page of a cursor with elements for which the filters of the page that gave the cursor do not
// hold. Clients cannot send these filters again: the list refuses them beside the cursor.
func unfiltered(l listing) []oracle.Finding {
	param, at, goes := parameterOf(l.Exchange, words.Cursors)
	if !goes || !l.only(words.Cursors+words.Limits) {
		return nil
	}
	for b := range l.earlier() {
		if !leadsOn(b.Exchange, at) || !slices.ContainsFunc(l.Before, func(c *oracle.Exchange) bool {
			return c.Path() == l.Path() && c.User == l.User && c.Invalid == nil && !c.Forged &&
				(c.Status() == 400 || c.Status() == 422) && c.Query().Get(param) == at &&
				b.likewise(listing{Exchange: c}, words.Cursors+words.Limits)
		}) {
			continue
		}
		for name, values := range b.Query() {
			p := parameterNamed(l.Operation, name)
			if p == nil || len(values) != 1 || words.Limits.Has(name) {
				continue
			}
			if f, ok := filterOf(p, values[0], l); ok && f.fails(l.list) {
				return one("next without filters", "the next page has elements for which %s of the page before it "+
					"does not hold, and the list refuses %s beside %s", name, name, param)
			}
		}
	}
	return nil
}

// lacks reports whether a list lacks an element that fits and that earlier lists show.
func (l listing) lacks(fits func(element any) bool) bool {
	if len(l.list) >= wholeList || l.ids == nil {
		return false
	}
	for b := range l.earlier() {
		for i, id := range b.ids {
			if !l.has(id) && fits(b.list[i]) && b.narrows(nil) {
				return true
			}
		}
	}
	return false
}

// narrows reports whether all parameters of a call can only leave elements out. One with choices may ask for what the
// list leaves out without it, unless an element of the whole list has the same value, and so may one with a default and
// a bound of times.
func (l listing) narrows(whole []any) bool {
	for name, values := range l.Query() {
		p := parameterNamed(l.Operation, name)
		if words.Paging.Has(name) || p != nil && api.SortsBy(p) {
			continue
		}
		if p == nil || len(values) != 1 || p.Schema == nil || message.Flatten(p.Schema).Default != nil {
			return false
		}
		f, ok := filterOf(p, values[0], l)
		_, isTime := instant(values[0])
		there := func(e any) bool { return f.holds(e) == right }
		chosen := f.choices || message.Flatten(p.Schema).Is("boolean")
		if !ok || isTime || chosen && !slices.ContainsFunc(whole, there) {
			return false
		}
	}
	return !widens(l.Exchange)
}

// sides looks for an element at a bound that is on both sides of it, although a description says that it is not on one
// of them, or on neither, although no description says so of both.
func (f *filter) sides(l listing) []oracle.Finding {
	atBound := func(e any) bool {
		v, ok := f.of(e)
		side, comparable := f.side(v)
		return ok && comparable && side == 0
	}
	for b := range l.earlier() {
		p := f.opposite(l, b)
		if p == nil || b.ids == nil {
			continue
		}
		here, there := excludes(f.param), excludes(p)
		if (here || there) && slices.ContainsFunc(l.list, atBound) && slices.ContainsFunc(b.list, atBound) {
			return one(f.param.Name+" and "+p.Name, "an element at the bound itself is in the list with %s and in "+
				"that with %s, and one of them leaves it out by its description", f.param.Name, p.Name)
		}
		if !(here && there) && l.lacks(atBound) && !slices.ContainsFunc(b.list, atBound) {
			return one(f.param.Name+" or "+p.Name, "an element at the bound itself is neither in the list with %s nor "+
				"in that with %s", f.param.Name, p.Name)
		}
	}
	return nil
}

// opposite returns the parameter of an earlier call that puts the same bound on the other side, if the calls differ in
// nothing else. It returns nil if there is none.
func (f *filter) opposite(l, b listing) *parameter {
	if f.bound == 0 || len(b.Query()) != 1 || len(b.list) >= wholeList {
		return nil
	}
	for name := range b.Query() {
		p, both := parameterNamed(b.Operation, name), listing{l.Exchange, slices.Concat(b.list, l.list), nil}
		if p != nil && b.Query().Get(name) == f.wanted {
			if o, ok := filterOf(p, f.wanted, both); ok && o.member == f.member && o.bound == -f.bound {
				return p
			}
		}
	}
	return nil
}

// excludes reports whether the description of a bound says that the bound itself is left out.
func excludes(p *parameter) bool {
	return words.Outside().MatchString(p.Description) && !words.Inside().MatchString(p.Description)
}

// widened looks for an element that a list has with filters and lacks without them.
func widened(l listing) []oracle.Finding {
	w, ok := l.plain()
	if ok && len(l.Query()) > 0 && (w.ids != nil || len(w.list) == 0) && l.narrows(w.list) &&
		slices.ContainsFunc(l.ids, func(id string) bool { return !w.has(id) && !listedFor(l.Exchange, l.Path(), id) }) {
		return one("more", "the list with these parameters has an element that it lacks without them")
	}
	return nil
}

// filter is the condition that a parameter of a list puts on a member of the elements.
type filter struct {
	param          *parameter
	member, wanted string
	bound          int  // -1: the value is the least one allowed, 1: the greatest one, 0: the only one
	choices        bool // the values of the parameter are an enum: none is a part of another text
	exact          bool // the values have to be equal: the parameter has choices, or its description says so
	open           bool // the bound itself may be excluded
	many           bool // the member is a list of texts, one of which has to be the wanted one
}

// filterOf returns the filter that a parameter puts on the member of the same name. All elements have to be objects,
// and one of them has to have the member as a scalar. For a time, and a parameter that is called like a bound, the
// filter is on the only member that is a time.
func filterOf(p *parameter, wanted string, l listing) (f filter, ok bool) {
	plain := words.Plain(strings.TrimSuffix(p.Name, "[]"))
	all := slices.Clone(l.list)
	for b := range l.earlier() {
		all = append(all, b.list...)
	}
	if slices.ContainsFunc(all, func(e any) bool { _, isObject := e.(value.Object); return !isObject }) {
		return f, false
	}
	f = filter{param: p, wanted: wanted, choices: p.Schema != nil && len(message.Flatten(p.Schema).Enum) > 0,
		open: !words.Inside().MatchString(p.Description) &&
			(words.Outside().MatchString(p.Description) || len(wanted) > len(time.DateOnly))}
	f.exact = f.choices || words.Just().MatchString(p.Description) && !words.Part().MatchString(p.Description)
	member, first := onlyTime(all), words.Earliest.Has(plain)
	if _, isTime := instant(wanted); isTime && p.Schema != nil && member != "" &&
		strings.HasPrefix(message.Flatten(p.Schema).Format, "date") && (first || words.Latest.Has(plain)) {
		f.member, f.open = member, !words.Inside().MatchString(p.Description)
		f.bound = map[bool]int{true: -1, false: 1}[first]
		return f, true
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

// fails reports whether the elements surely do not match the filter. Numbers that are all above or all below the
// wanted one may match: many parameters are bounds without saying so, such as a number of seats.
func (f *filter) fails(list []any) bool {
	sides := map[int]bool{}
	for _, e := range list {
		if f.holds(e) != wrong {
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

// What is known of an element and a filter.
const (
	wrong  = iota - 1 // it surely does not match
	unsure            // it may match
	right             // it surely matches
)

// holds says whether an element matches. A text may match if it has the wanted one in it, in any case, unless the
// parameter has only some values.
func (f *filter) holds(e any) int {
	v, ok := f.of(e)
	s, isText := v.(string)
	_, isNumber := value.Rat(v)
	_, isBool := v.(bool)
	list, _ := v.([]any)
	side, comparable := f.side(v)
	like := func(t any) bool { return strings.EqualFold(words.Plain(text(t)), words.Plain(f.wanted)) }
	switch {
	case !ok, f.bound != 0 && !comparable:
		return unsure
	case f.bound != 0 && side == f.bound, f.many && !slices.ContainsFunc(list, like):
		return wrong
	case f.bound != 0 && side == 0 && f.open:
		return unsure
	case f.bound != 0, slices.Contains(list, any(f.wanted)), text(v) == f.wanted:
		return right
	case f.many, isText && like(v), same(v, numeral(f.wanted)), isNumber && !value.IsNumber(f.wanted),
		isText && !f.exact && (strings.Contains(strings.ToLower(s), strings.ToLower(strings.TrimSpace(f.wanted))) ||
			sameInstant(s, f.wanted)),
		isBool && f.wanted != "true" && f.wanted != "false": // it may be true for a certain user
		return unsure
	}
	return wrong
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

// of returns the member of an element that the filter is on.
func (f *filter) of(e any) (any, bool) {
	v, ok := object(e).Get(f.member)
	if _, isList := v.([]any); f.many {
		return v, isList
	}
	return v, ok && isScalar(v)
}

// missearched looks for errors of a text search. An element of the result lacks the text everywhere, although it has a
// member that the description of the parameter names; or an element of the list without the parameter has the text in
// such a member, and the result lacks it.
func missearched(l listing, p *parameter, wanted string) []oracle.Finding {
	terms := sentence.Words(p.Description)
	if !words.Searches.Has(p.Name) || len(terms) == 0 || len(wanted) < 2 || strings.ContainsAny(wanted, " ,*%\"") {
		return nil
	}
	has := func(t string) bool { return strings.Contains(strings.ToLower(t), strings.ToLower(wanted)) }
	exactly := func(t string) bool { return strings.Contains(t, wanted) && !value.IsNumber(t) }
	switch {
	case slices.ContainsFunc(l.list, func(e any) bool { // members that are searched may be called otherwise there
		return len(textsOf(e, terms)) > 0 && !slices.ContainsFunc(textsOf(e, nil), has)
	}):
		return one(p.Name, "%s does not hold for all elements of the list", p.Name)
	case len(l.Query()) == 1 && l.lacks(func(e any) bool { return slices.ContainsFunc(textsOf(e, terms), exactly) }):
		return one(p.Name+" missing", "the list with %s lacks elements for which it holds", p.Name)
	}
	return nil
}
