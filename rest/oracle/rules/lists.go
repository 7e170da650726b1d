package rules

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// complete: what was made is in the list.
func complete(*model) Relation {
	return Relation{
		Name:     "whole list",
		Law:      "A list has all that was made in it.",
		Scenario: "act, observe",
		Rules: []*oracle.Rule{
			{Code: CodeNotListed, Name: "list without a new element", Check: notListed,
				Explanation: "What was made can be read by its path, and its collection does not have it."},
		},
	}
}

// CodeNotListed is the code of the rule about lists that lack what was made.
const CodeNotListed = 1004

// wholeList is the number of elements that the first page of a list surely has room for if no parameter sets its
// length.
const wholeList = 10

// listing is a successful answer of a collection.
type listing struct {
	*oracle.Exchange
	list []any
	ids  []string // of the elements; nil if an element has none, or two have the same
}

// listingOf returns the elements that an answer lists.
func listingOf(x *oracle.Exchange) (l listing, ok bool) {
	if list, ok := elements(x); ok && reads(x) && x.Invalid == nil {
		return listing{x, list, idsIn(x, list)}, true
	}
	return listing{}, false
}

// earlier yields the earlier answers of the same collection to the same user, the latest first, back to the last
// change.
func (l listing) earlier() iter.Seq[listing] {
	return func(yield func(listing) bool) {
		for _, b := range slices.Backward(l.Before) {
			if changes(b) {
				return
			}
			if b.User != l.User || b.Path() != l.Path() || !sameHeaders(b, l.Exchange) {
				continue
			}
			if e, ok := listingOf(b); ok && !yield(e) {
				return
			}
		}
	}
}

// likewise reports whether two calls have the same query, apart from the start of the page and the parameters in the
// table.
func (l listing) likewise(b listing, but words.Table) bool {
	p, q := maps.Clone(l.Query()), maps.Clone(b.Query())
	for _, params := range []map[string][]string{p, q} {
		maps.DeleteFunc(params,
			func(name string, _ []string) bool { return (words.Offsets + words.Pages + but).Has(name) })
	}
	return maps.EqualFunc(p, q, slices.Equal[[]string])
}

// sameList reports whether two calls request pages of the same list in the same order.
func (l listing) sameList(b listing) bool {
	_, _, counted := parameterOf(l.Exchange, words.Offsets+words.Pages)
	_, _, both := parameterOf(b.Exchange, words.Offsets+words.Pages)
	if counted || both {
		return l.likewise(b, words.Limits)
	}
	return l.likewise(b, words.Limits+words.Cursors)
}

// only reports whether all parameters of a call are in the table.
func (l listing) only(called words.Table) bool {
	for name := range l.Query() {
		if !called.Has(name) {
			return false
		}
	}
	return true
}

// whole returns the last earlier answer that has all elements from which a call selects: it has the same query, apart
// from the parameters in the table, and asks for no page.
func (l listing) whole(but words.Table) (w listing, ok bool) {
	for b := range l.earlier() {
		_, _, cut := parameterOf(b.Exchange, words.Paging+words.Cursors)
		if !cut && len(b.list) < wholeList && l.likewise(b, but+words.Limits+words.Cursors) {
			return b, true
		}
	}
	return listing{}, false
}

// plain returns the last earlier answer without any parameter, if it has all elements.
func (l listing) plain() (w listing, ok bool) {
	for b := range l.earlier() {
		if len(b.Query()) == 0 {
			return b, len(b.list) < wholeList
		}
	}
	return listing{}, false
}

// has reports whether a list shows an element with an id.
func (l listing) has(id string) bool { return slices.Contains(l.ids, id) }

// within reports whether all elements of a list are in another list.
func (l listing) within(all listing) bool {
	return l.ids != nil && !slices.ContainsFunc(l.ids, func(id string) bool { return !all.has(id) })
}

// parameterOf returns the name and the single value of the query parameter whose name is in the table.
func parameterOf(x *oracle.Exchange, called words.Table) (name, v string, ok bool) {
	for _, p := range x.Operation.Parameters {
		if all := x.Query()[p.Name]; len(all) == 1 && p.In == "query" && called.Has(p.Name) {
			return p.Name, all[0], true
		}
	}
	return "", "", false
}

// number is [parameterOf] for a whole number that is at least 0; without ok, n is 0.
func number(x *oracle.Exchange, called words.Table) (name string, n int, ok bool) {
	name, text, ok := parameterOf(x, called)
	if !ok {
		return "", 0, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return "", 0, false
	}
	return name, n, true
}

// parameterNamed returns the query parameter of an operation with a name, nil for none.
func parameterNamed(op *operation, name string) *parameter {
	for _, p := range op.Parameters {
		if p.In == "query" && p.Name == name {
			return p
		}
	}
	return nil
}

// whole reports whether a list surely has all elements that exist: it is short, and no parameter limits it, filters it
// or starts it later.
func whole(x *oracle.Exchange, list []any) bool {
	return len(x.Query()) == 0 && len(list) < wholeList
}

// rows returns the rows of a list in any form: the elements of a JSON list, the values of JSON lines, or the rows of a
// table, with the names of its first line. All values of a table are texts.
func rows(x *oracle.Exchange) ([]any, bool) {
	if list, ok := elements(x); ok || api.LastParam(x.Operation.Path) != "" {
		return list, ok
	}
	body, complete := x.Text()
	if !complete {
		return nil, false
	}
	switch kind := form(x); {
	case strings.Contains(kind, "ndjson"), strings.Contains(kind, "jsonl"):
		return lines(body)
	case strings.HasSuffix(kind, "/csv"), strings.HasSuffix(kind, "/tab-separated-values"):
		return table(body)
	}
	return nil, false
}

// form returns the media type of an answer in lower case.
func form(x *oracle.Exchange) string {
	kind, _, _ := strings.Cut(x.Response.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// lines returns the values of JSON lines.
func lines(body []byte) (out []any, ok bool) {
	for line := range bytes.Lines(body) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		v, err := value.ParseJSON(line)
		if err != nil {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// table returns the rows of a table without its first line. The separator of the columns is the one that is most
// frequent in the first line.
func table(body []byte) (out []any, ok bool) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	first, _, _ := bytes.Cut(body, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(body))
	for _, separator := range ";\t|" {
		if bytes.Count(first, []byte(string(separator))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = separator
		}
	}
	all, err := r.ReadAll()
	if err != nil || len(all) == 0 {
		return nil, false
	}
	for _, line := range all[1:] {
		var o value.Object
		for i, cell := range line {
			o = append(o, value.Member{Name: all[0][i], Value: cell})
		}
		out = append(out, o)
	}
	return out, true
}

// tells reports whether an answer has content: JSON that is not empty, the rows of a table, or any other text.
func tells(x *oracle.Exchange) bool {
	if v, ok := x.Got(); ok {
		return !nothing(v)
	}
	if list, ok := rows(x); ok {
		return len(list) > 0
	}
	body, complete := x.Text()
	return complete && len(bytes.TrimSpace(body)) > 0 && !strings.Contains(form(x), "json")
}

// notListed looks for a created element that can be read and that its collection lacks.
func notListed(x *oracle.Exchange) []oracle.Finding {
	l, ok := listingOf(x)
	w, i := lastChange(x.Before)
	reader := readerOf(x.Operations, x.Operation.Path)
	if !ok || l.ids == nil || !whole(x, l.list) || reader == nil || w == nil || w.User != x.User || w.Invalid != nil ||
		w.Path() != x.Path() || w.Status() != 201 {
		return nil
	}
	o, _ := got(w)
	id := keyIn(o, reader.Path)
	for _, b := range x.Before[i+1:] {
		if id != "" && !l.has(id) && reads(b) && b.User == x.User && made(w, b.Path(), b.Operation.Path) {
			return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path, Reason: fmt.Sprintf(
				"%s does not list what it made, and %s shows", x.Operation.Name(), b.Operation.Name())}}
		}
	}
	return nil
}

// staleList looks for elements of a list with another value than a read of the element shows, with no change between.
func staleList(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	if !ok || !reads(x) || turned(x, list) {
		return nil
	}
	known := idsIn(x, list)
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b, of := x.Before[i], entityOf(x.Before[i])
		own, shown := got(b)
		k := slices.Index(known, of.id())
		if !shown || k < 0 || !reads(b) || b.User != x.User || b.Operation.Path != of.template ||
			listedIn(x, of.id()) != of {
			continue
		}
		if name := unlike(object(list[k]), own); name != "" {
			return []oracle.Finding{{Detail: "listed " + name, Reason: fmt.Sprintf("%s shows another %s than %s "+
				"directly before it", x.Operation.Name(), name, b.Operation.Name())}}
		}
	}
	return nil
}

// turned reports whether a query may request another form of the elements, such as another unit: it has a parameter
// that is neither for pages or orders nor called like a member.
func turned(x *oracle.Exchange, list []any) bool {
	for name := range x.Query() {
		plain := words.Plain(strings.TrimSuffix(name, "[]"))
		if (words.Paging + words.Sorts).Has(plain) {
			continue
		}
		if !slices.ContainsFunc(list, func(e any) bool {
			return slices.ContainsFunc(object(e), func(m value.Member) bool {
				_, like := calledLike(plain, words.Plain(m.Name)) // the member, or a bound of it
				return like
			})
		}) {
			return true
		}
	}
	return false
}

// unlike returns the name of a scalar member with different values in two objects, or "" if there is none.
func unlike(a, b value.Object) string {
	for _, m := range a {
		v, both := b.Get(m.Name)
		if both && isScalar(m.Value) && isScalar(v) && !same(m.Value, v) && !words.Restless().MatchString(m.Name) {
			return m.Name
		}
	}
	return ""
}
