package rules

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about lists.
const (
	CodeNotListed = 1004 // a list lacks a created element
	CodeFilter    = 1005 // a filtered list has elements that do not match, or lacks ones that do
	CodePages     = 1006 // a page is too long, overlaps another one, or skips elements
	CodeOrder     = 1007 // a sorted list is not in order
	CodeTotal     = 1008 // a total does not fit the elements
)

// wholeList is the number of elements that the first page of a list surely has room for if no parameter sets its
// length.
const wholeList = 10

// parameterOf returns the name and the single value of the query parameter whose name is in the table.
func parameterOf(x *oracle.Exchange, called words.Table) (name, v string, ok bool) {
	for _, p := range x.Operation.Parameters {
		if all := x.Query()[p.Name]; len(all) == 1 && p.In == "query" && called.Has(p.Name) {
			return p.Name, all[0], true
		}
	}
	return "", "", false
}

// number is [parameterOf] for a whole number that is at least 0.
func number(x *oracle.Exchange, called words.Table) (name string, n int, ok bool) {
	name, text, ok := parameterOf(x, called)
	if !ok {
		return "", 0, false
	}
	n, err := strconv.Atoi(text)
	return name, n, err == nil && n >= 0
}

// whole reports whether a list surely has all elements that exist: it is short, and no parameter limits it, filters it
// or starts it later.
func whole(x *oracle.Exchange, list []any) bool {
	return len(x.Query()) == 0 && len(list) < wholeList
}

// notListed looks for a created element that can be read and that its collection lacks.
func notListed(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	w, i := lastChange(x.Before)
	if !ok || !reads(x) || !whole(x, list) || w == nil || w.User != x.User || w.Invalid != nil ||
		w.Path() != x.Path() || w.Status() != 201 {
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
			return []oracle.Finding{
				{Of: w.Operation, Detail: x.Operation.Path, Reason: fmt.Sprintf(
					"%s does not list what it made, and %s shows", x.Operation.Name(), b.Operation.Name(),
				)},
			}
		}
	}
	return nil
}

// listedBefore returns the elements of the same list without parameters, as the test saw it last. It returns nil if a
// change followed.
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

// outOfOrder looks for lists that are not in the order that the call requests.
func outOfOrder(x *oracle.Exchange) []oracle.Finding {
	if f := misaged(x); f != nil {
		return f
	}
	return disordered(x)
}

// misaged looks for a list that is to be ordered by age and has two elements in the wrong order. The test made them
// one after the other. Elements that show the same time may be in any order.
func misaged(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	if !ok || !reads(x) || x.Invalid != nil || len(list) < 2 {
		return nil
	}
	name, up, asks := agesAsked(x)
	if !asks {
		return nil
	}
	noun := api.Noun(x.Operation.Path)
	known := ids(list, noun)
	last := -1
	for _, id := range madeIn(x) {
		at := slices.Index(known, id)
		if at < 0 {
			continue
		}
		if last >= 0 && (at > last) != up && !sameAge(list[at], list[last]) {
			return []oracle.Finding{{Detail: name + " by age",
				Reason: fmt.Sprintf("the list is not in the order of age that %s asks for", name)}}
		}
		last = at
	}
	return nil
}

// agesAsked returns the parameter that requests an order by age, and whether the oldest element comes first.
func agesAsked(x *oracle.Exchange) (name string, up, ok bool) {
	for _, p := range x.Operation.Parameters {
		all := x.Query()[p.Name]
		if p.In == "query" && len(all) == 1 &&
			(words.YoungFirst().MatchString(all[0]) || words.OldFirst().MatchString(all[0])) {
			return p.Name, words.OldFirst().MatchString(all[0]), true
		}
	}
	return "", false, false
}

// madeIn returns the ids of the elements that earlier calls of the test made in the collection of a list, the oldest
// first.
func madeIn(x *oracle.Exchange) (out []string) {
	for _, b := range x.Before {
		if b.Request.Method != "POST" || !b.Succeeded() || b.Path() != x.Path() {
			continue
		}
		o, _ := got(b)
		if id := idOf(o, api.Noun(x.Operation.Path)); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// sameAge reports whether two elements have a member with the same time.
func sameAge(a, b any) bool {
	return slices.ContainsFunc(object(a), func(m value.Member) bool {
		v, _ := object(b).Get(m.Name)
		_, isTime := instant(text(m.Value))
		return isTime && strings.ContainsAny(text(m.Value), "T ") && text(v) == text(m.Value)
	})
}

// rows returns the rows of a list in any form: the elements of a JSON list, the values of JSON lines, or the rows of a
// table, with the names of its first line. All values of a table are texts.
func rows(x *oracle.Exchange) ([]any, bool) {
	if list, ok := elements(x); ok || api.LastParam(x.Operation.Path) != "" {
		return list, ok
	}
	body, whole := x.Text()
	if !whole {
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
	body, whole := x.Text()
	return whole && len(bytes.TrimSpace(body)) > 0 && !strings.Contains(form(x), "json")
}
