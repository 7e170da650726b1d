package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about lists.
const (
	CodeNotListed = 1004 // a list lacks what was made
	CodeFilter    = 1005 // a filtered list has what does not fit, or lacks what does
	CodePages     = 1006 // a page is too long, overlaps another one, or skips elements
	CodeOrder     = 1007 // a sorted list is not in order
	CodeTotal     = 1008 // a total is not that of the elements
)

// wholeList is how many elements the first page of a list surely has room for, where no
// parameter says how many.
const wholeList = 10

// Words that say what a parameter of a list is for. They are read-only.
var (
	ways    = []string{"order", "direction", "dir", "sortorder", "sortdirection", "sortdir", "orderdirection", "desc", "descending", "asc", "ascending", "reverse"}
	cursors = []string{"since", "cursor", "after", "before", "token", "pagetoken", "nexttoken", "marker", "from", "next"}
)

// parameterOf returns the single value of the parameter of a query that is called like one of
// some words, and its name.
func parameterOf(x *oracle.Exchange, words []string) (name, v string, ok bool) {
	for _, p := range x.Operation.Parameters {
		if p.In != "query" || !slices.Contains(words, api.PlainName(p.Name)) {
			continue
		}
		if all := x.Query()[p.Name]; len(all) == 1 {
			return p.Name, all[0], true
		}
	}
	return "", "", false
}

// number is [parameterOf] for a whole number that is at least 0.
func number(x *oracle.Exchange, words []string) (name string, n int, ok bool) {
	name, text, ok := parameterOf(x, words)
	if !ok {
		return "", 0, false
	}
	n, err := strconv.Atoi(text)
	return name, n, err == nil && n >= 0
}

// whole reports whether a list has surely all elements there are: it is short, and no
// parameter cuts it, filters it or goes on from somewhere.
func whole(x *oracle.Exchange, list []any) bool {
	return len(x.Query()) == 0 && len(list) < wholeList && len(list) >= 0
}

// notListed looks for what was made and can be read, and is missing in its collection.
func notListed(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	w, i := lastChange(x.Before)
	if !ok || !reads(x) || !whole(x, list) || w == nil || w.User != x.User || w.Invalid != nil || w.Path() != x.Path() || w.Status() != 201 {
		return nil
	}
	o, ok := got(w)
	id := idOf(o, api.Noun(x.Operation.Path))
	if !ok || id == "" || slices.Contains(ids(list, api.Noun(x.Operation.Path)), id) {
		return nil
	}
	if len(list) > 0 && ids(list, api.Noun(x.Operation.Path)) == nil {
		return nil // elements without ids
	}
	for _, b := range x.Before[i+1:] {
		if reads(b) && b.User == x.User && made(w, b.Path(), b.Operation.Path) {
			return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path, Reason: fmt.Sprintf("%s does not list what it made, and %s shows", x.Operation.Name(), b.Operation.Name())}}
		}
	}
	return nil
}

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
		f, ok := filterOf(p.Name, values[0], x, list)
		if !ok {
			continue
		}
		if slices.ContainsFunc(list, func(e any) bool { return f.excludes(e) }) {
			found = append(found, oracle.Finding{Detail: p.Name, Reason: fmt.Sprintf("%s does not hold for all elements of the list", p.Name)})
		} else if f.loses(x, list) {
			found = append(found, oracle.Finding{Detail: p.Name + " missing", Reason: fmt.Sprintf("the list with %s lacks elements for which it holds", p.Name)})
		}
	}
	return found
}

// filter is what a parameter of a list says about a member of the elements.
type filter struct {
	param, member string
	wanted        string
	bound         int // -1 for a least value, 1 for a greatest value, 0 for this value
}

// Beginnings and ends of names that say that a parameter is a bound. They are read-only.
var least, greatest = []string{"min", "minimum", "from", "gte", "atleast"}, []string{"max", "maximum", "to", "lte", "atmost"}

// filterOf returns what a parameter says about the member of its name, if all elements are objects and one
// of them has it as a scalar.
func filterOf(param, wanted string, x *oracle.Exchange, list []any) (f filter, ok bool) {
	plain := api.PlainName(strings.TrimSuffix(param, "[]"))
	for _, taken := range [][]string{api.Limits, api.Offsets, api.Pages, api.Sorts, cursors} {
		if slices.Contains(taken, plain) {
			return f, false
		}
	}
	for _, e := range append(slices.Clone(list), listedBefore(x)...) {
		o, isObject := e.(value.Object)
		if !isObject {
			return f, false
		}
		for _, m := range o {
			if bound, ok := calledLike(plain, api.PlainName(m.Name)); ok && isScalar(m.Value) {
				return filter{param, m.Name, wanted, bound}, true
			}
		}
	}
	return f, false
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

func isScalar(v any) bool {
	switch v.(type) {
	case nil, value.Object, []any:
		return false
	}
	return true
}

// excludes reports whether an element surely does not fit. A text fits if it has the wanted one in
// it, in any case.
func (f *filter) excludes(e any) bool {
	v, ok := f.of(e)
	if !ok {
		return false
	}
	if f.bound != 0 {
		limit, numeric := value.Rat(numeral(f.wanted))
		n, both := value.Rat(v)
		return numeric && both && n.Cmp(limit) == f.bound
	}
	if s, isText := v.(string); isText {
		return !strings.Contains(strings.ToLower(s), strings.ToLower(strings.TrimSpace(f.wanted))) && !sameInstant(s, f.wanted)
	}
	if _, isNumber := value.Rat(v); isNumber && !value.IsNumber(f.wanted) {
		return false
	}
	return !same(v, numeral(f.wanted)) && text(v) != f.wanted
}

func (f *filter) of(e any) (any, bool) {
	o, ok := e.(value.Object)
	if !ok {
		return nil, false
	}
	v, ok := o.Get(f.member)
	return v, ok && isScalar(v)
}

// numeric reports whether a value and a text are numbers.
func numeric(v any, s string) bool {
	_, ok := value.Rat(v)
	_, both := value.Rat(numeral(s))
	return ok && both
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
		v, fits := f.of(e)
		if !ok || !fits || f.bound == 0 && text(v) != f.wanted || f.bound != 0 && (f.excludes(e) || !numeric(v, f.wanted)) {
			continue
		}
		if id := idOf(o, noun); id != "" && !slices.Contains(has, id) {
			return true
		}
	}
	return false
}

// listedBefore returns the elements of the same list without parameters, as it was last seen with no change since.
func listedBefore(x *oracle.Exchange) []any {
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if changes(b) {
			return nil
		}
		if reads(b) && b.Path() == x.Path() && b.User == x.User && len(b.Query()) == 0 {
			list, _ := elements(b)
			return list
		}
	}
	return nil
}
