package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/schema"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// misfiltered looks for elements of a filtered list that do not fit, and for those of the same list without the
// filter that fit and are missing.
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
			continue
		}
		if f.fails(list) {
			found = append(found, oracle.Finding{Detail: p.Name, Reason: fmt.Sprintf("%s does not hold for all elements of the list", p.Name)})
		} else if f.loses(x, list) {
			found = append(found, oracle.Finding{Detail: p.Name + " missing", Reason: fmt.Sprintf("the list with %s lacks elements for which it holds", p.Name)})
		}
	}
	return found
}

// filter is what a parameter of a list says about a member of the elements.
type filter struct {
	member, wanted string
	bound          int  // -1 for a least value, 1 for a greatest value, 0 for this value
	exact          bool // the parameter has only some values
	open           bool // a value that is the bound may be outside
}

// Beginnings and ends of names that say that a parameter is a bound. They are read-only.
var least, greatest = []string{"min", "minimum", "from", "gte", "atleast"}, []string{"max", "maximum", "to", "lte", "atmost"}

// Names of parameters that are bounds of the only time that elements have. They are read-only.
var earliest, latest = []string{"from", "since", "after", "start", "startdate", "fromdate", "datefrom", "begin"},
	[]string{"to", "until", "before", "end", "enddate", "todate", "dateto"}

var (
	// outside says in the description of a bound that the bound itself is outside.
	outside = regexp.MustCompile(`(?i)\b(before|after|than|exclusive|excluded|excluding|below|above|until|under|over|past)\b`)
	// inside says that it is within.
	inside = regexp.MustCompile(`(?i)\b(or|inclusive|included|including|at least|at most|up to)\b`)
)

// filterOf returns what a parameter says about the member of its name, if all elements are objects and one
// of them has it as a scalar; of the only time that they have, if the parameter is a time and called like a bound.
func filterOf(p *parameter, wanted string, x *oracle.Exchange, list []any) (f filter, ok bool) {
	plain := api.PlainName(strings.TrimSuffix(p.Name, "[]"))
	all := append(slices.Clone(list), listedBefore(x)...)
	if slices.ContainsFunc(all, func(e any) bool { _, isObject := e.(value.Object); return !isObject }) {
		return f, false
	}
	f = filter{wanted: wanted, exact: hasChoices(p), open: !inside.MatchString(p.Description) && (outside.MatchString(p.Description) || len(wanted) > len(time.DateOnly))}
	if _, isTime := instant(wanted); isTime && p.Schema != nil && strings.HasPrefix(schema.Flatten(p.Schema).Format, "date") {
		if member := onlyTime(all); member != "" && (slices.Contains(earliest, plain) || slices.Contains(latest, plain)) {
			f.member, f.bound, f.open = member, 1, !inside.MatchString(p.Description)
			if slices.Contains(earliest, plain) {
				f.bound = -1
			}
			return f, true
		}
	}
	for _, taken := range [][]string{api.Limits, api.Offsets, api.Pages, api.Sorts, api.Cursors} {
		if slices.Contains(taken, plain) {
			return f, false
		}
	}
	for _, e := range all {
		for _, m := range e.(value.Object) {
			if bound, ok := calledLike(plain, api.PlainName(m.Name)); ok && isScalar(m.Value) {
				f.member, f.bound = m.Name, bound
				return f, true
			}
		}
	}
	return f, false
}

// hasChoices reports whether a parameter has only some values, which are then no parts of other texts.
func hasChoices(p *parameter) bool { return p.Schema != nil && len(schema.Flatten(p.Schema).Enum) > 0 }

// onlyTime returns the name of the only member of elements that is a time, "" for none or several.
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
	for side, words := range map[int][]string{-1: least, 1: greatest} {
		for _, w := range words {
			if param == w+member || param == member+w {
				return side, true
			}
		}
	}
	return 0, false
}

// fails reports whether some elements surely do not fit. Numbers that are all on one side of the wanted one do: many a
// parameter is a bound without saying so, such as the seats of a room.
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
	if f.bound != 0 {
		side, comparable := f.side(v)
		return comparable && side == f.bound
	}
	if s, isText := v.(string); isText {
		if f.exact {
			return !strings.EqualFold(s, f.wanted)
		}
		return !strings.Contains(strings.ToLower(s), strings.ToLower(strings.TrimSpace(f.wanted))) && !sameInstant(s, f.wanted)
	}
	if _, isNumber := value.Rat(v); isNumber && !value.IsNumber(f.wanted) {
		return false
	}
	return !same(v, numeral(f.wanted)) && text(v) != f.wanted
}

// side reports whether a value is less than the bound, the bound, or more: -1, 0 or 1. It returns false unless both are
// numbers, days or instants.
func (f *filter) side(v any) (side int, comparable bool) {
	limit, numeric := value.Rat(numeral(f.wanted))
	if n, both := value.Rat(v); numeric && both {
		return n.Cmp(limit), true
	}
	bound, isTime := instant(f.wanted)
	t, both := instant(text(v))
	return t.Compare(bound), isTime && both && (len(text(v)) > len(time.DateOnly)) == (len(f.wanted) > len(time.DateOnly))
}

// includes reports whether an element surely fits.
func (f *filter) includes(e any) bool {
	v, ok := f.of(e)
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
	return v, ok && isScalar(v)
}

// numeral returns the number that a text is, or the text.
func numeral(s string) any {
	if v, err := value.ParseJSON([]byte(s)); err == nil && value.IsNumber(s) {
		return v
	}
	return s
}

// loses reports whether an element of the same list without the filter has just the wanted value, or one within the
// bound, and is not in the filtered list. A bound is taken to be within.
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
