package rules

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
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
	return len(x.Query()) == 0 && len(list) < wholeList
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
