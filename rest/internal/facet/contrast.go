package facet

import (
	"bytes"
	"math/big"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Contrasts score the content of an answer beside its status: the elements of a list and their order, and the single
// input that distinguishes the call from an earlier one with another answer.
type Contrasts struct {
	// Bounds says that the least and the greatest accepted values are targets.
	Bounds bool
	// LogsIn reports whether an operation is the log-in of a user.
	LogsIn func(*api.Operation) bool
}

// Begin implements [execute.Scorer].
func (*Contrasts) Begin() {}

// Score implements [execute.Scorer].
func (c *Contrasts) Score(s *execute.Step, board *fitness.Board) (whole bool) {
	t, about, status := s.Call.Op.Targets, s.About, s.Answer.Status
	if status == 0 {
		return false
	}
	shows := func(id fitness.ID, all bool) {
		board.Score(id, s.Step, 1)
		whole = whole || all
	}
	if several(about) {
		shows(t.OfSeveral(status), true)
	}
	if name, none := telling(about); name != "" {
		shows(t.OfQuery(status, name, none), true)
	}
	if hides(about) {
		shows(t.OfOther(status), true)
	}
	if name, least := bound(about); name != "" && c.Bounds {
		shows(t.OfBound(status, name, least), false)
	}
	if name := mistaken(about); name != "" && c.LogsIn(s.Call.Op) {
		shows(t.OfMistake(status, name), false)
	}
	return whole
}

// telling returns the parameter of a query that shows its effect. The same user made the same call without the
// parameter since the last possible change, and that answer has further elements, or the elements in another order, or
// is another part of a list that was read before. It returns "" if no parameter shows an effect. None says that the
// parameter leaves no element.
func telling(x *oracle.Exchange) (name string, none bool) {
	if !x.Safe() || !x.Succeeded() || len(x.Query()) == 0 || x.Invalid != nil {
		return "", false
	}
	reads := readAlike(x)
	partOf := func(whole *oracle.Exchange) bool { return narrows(x, whole) }
	for _, b := range reads {
		name = further(x, b)
		if none = emptied(x, b); name != "" &&
			(none || partOf(b) || apart(x, b) && slices.ContainsFunc(reads, partOf)) {
			return name, none
		}
	}
	return "", false
}

// several reports whether an answer has a list of elements that differ, so that their order matters.
func several(x *oracle.Exchange) bool {
	if !x.Safe() || !x.Succeeded() || x.Invalid != nil {
		return false
	}
	got, ok := x.Got()
	return ok && lists(got)
}

// lists reports whether a value is a list of elements that differ, or has such a member.
func lists(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) > 1 && !value.Equal(v[0], v[len(v)-1])
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return lists(m.Value) })
	}
	return false
}

// readAlike returns the earlier calls of the same user that read the same path since the last possible change, the
// latest first.
func readAlike(x *oracle.Exchange) (out []*oracle.Exchange) {
	for _, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			break
		}
		if b.Operation == x.Operation && b.User == x.User && b.Succeeded() && b.Path() == x.Path() {
			out = append(out, b)
		}
	}
	return out
}

// apart reports whether an answer and another one both have elements, and none in common, such as two pages.
func apart(x, than *oracle.Exchange) bool {
	next, ok := x.Got()
	page, both := than.Got()
	return ok && both && disjoint(next, page)
}

// disjoint reports whether two values are lists with elements, and none in common, or objects that have such lists in
// the same member.
func disjoint(a, b any) bool {
	switch a := a.(type) {
	case []any:
		other, _ := b.([]any)
		common := func(e any) bool {
			return slices.ContainsFunc(other, func(o any) bool { return value.Equal(e, o) })
		}
		return len(a) > 0 && len(other) > 0 && !slices.ContainsFunc(a, common)
	case value.Object:
		other, _ := b.(value.Object)
		return slices.ContainsFunc(a, func(m value.Member) bool {
			v, ok := other.Get(m.Name)
			return ok && disjoint(m.Value, v)
		})
	}
	return false
}

// further returns the only query parameter that x has and the other call lacks, if the two calls are equal otherwise.
func further(x, than *oracle.Exchange) (name string) {
	if len(x.Query()) != len(than.Query())+1 {
		return ""
	}
	for n, values := range x.Query() {
		switch other, has := than.Query()[n]; {
		case !has && name == "":
			name = n
		case !has, !slices.Equal(values, other):
			return ""
		}
	}
	return name
}

// narrows reports whether an answer has only some of the elements of another one, or all in another order.
func narrows(x, whole *oracle.Exchange) bool {
	part, ok := x.Got()
	all, both := whole.Got()
	return ok && both && among(part, all)
}

// emptied reports whether an answer has no elements where another one has some.
func emptied(x, whole *oracle.Exchange) bool {
	part, ok := x.Got()
	all, both := whole.Got()
	return ok && both && empties(part, all)
}

// empties reports whether a list is empty or null where another list has elements, or whether this holds for a member
// of two objects.
func empties(part, all any) bool {
	switch all := all.(type) {
	case []any:
		list, isList := part.([]any)
		return len(all) > 0 && len(list) == 0 && (isList || part == nil)
	case value.Object:
		object, _ := part.(value.Object)
		return slices.ContainsFunc(all, func(m value.Member) bool {
			v, has := object.Get(m.Name)
			return has && empties(v, m.Value)
		})
	}
	return false
}

// among reports whether a list has a part of the elements of another list, or all of them in another order, or whether
// this holds for a member of two objects.
func among(part, all any) bool {
	switch part := part.(type) {
	case []any:
		whole, ok := all.([]any)
		return ok && len(part) > 0 && some(part, whole)
	case value.Object:
		whole, _ := all.(value.Object)
		return slices.ContainsFunc(part, func(m value.Member) bool {
			v, ok := whole.Get(m.Name)
			return ok && among(m.Value, v)
		})
	}
	return false
}

// some reports whether the second list has all elements of the first one, and also further elements or another order.
func some(part, whole []any) bool {
	left, same := map[string]int{}, len(part) == len(whole)
	for _, e := range whole {
		left[text(e)]++
	}
	for i, e := range part {
		if left[text(e)]--; left[text(e)] < 0 {
			return false
		}
		same = same && text(e) == text(whole[i])
	}
	return !same
}

func text(v any) string { return string(value.AppendJSON(nil, v)) }

// bound returns the input of an accepted call that is the least or the greatest accepted value: an earlier call was
// refused for its data, and differs only in the next number, or in one character more or less. It returns "" if there
// is none.
func bound(x *oracle.Exchange) (name string, least bool) {
	if !x.Succeeded() || x.Invalid != nil {
		return "", false
	}
	for _, b := range slices.Backward(x.Before) {
		if s := b.Status(); s != http.StatusBadRequest && s != http.StatusUnprocessableEntity || !sameAbout(x, b) {
			continue
		}
		if d := differing(x, b); len(d) == 1 {
			if by := step(d[0].a, d[0].b); by != 0 {
				return d[0].name, by > 0
			}
		}
	}
	return "", false
}

// mistaken returns the only text that differs between a refused call and an earlier accepted one, or "" if there is
// none.
func mistaken(x *oracle.Exchange) string {
	if !x.Refused() || x.Invalid != nil {
		return ""
	}
	for _, b := range slices.Backward(x.Before) {
		if !b.Succeeded() || !sameAbout(x, b) {
			continue
		}
		if d := differing(x, b); len(d) == 1 {
			if text, isText := d[0].a.(string); isText && text != "" {
				return d[0].name
			}
		}
	}
	return ""
}

// sameAbout reports whether two calls have the same user and the same resource.
func sameAbout(a, b *oracle.Exchange) bool {
	return a.Operation == b.Operation && a.User == b.User && a.Path() == b.Path()
}

// step returns 1 if b is the number before a, or the text a without its last character. It returns -1 for the
// opposite, else 0.
func step(a, b any) int {
	x, y := integer(a), integer(b)
	if x != nil && y != nil {
		if d := new(big.Int).Sub(x, y); d.IsInt64() && (d.Int64() == 1 || d.Int64() == -1) {
			return int(d.Int64())
		}
		return 0
	}
	s, isText := a.(string)
	t, both := b.(string)
	switch longer := len([]rune(s)) - len([]rune(t)); {
	case !isText || !both:
		return 0
	case longer == 1 && strings.HasPrefix(s, t), longer == -1 && strings.HasPrefix(t, s):
		return longer
	}
	return 0
}

// integer returns a whole number, also one in a text, or nil if there is none.
func integer(v any) *big.Int {
	if text, isText := v.(string); isText {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return nil
		}
		return n
	}
	if r, ok := value.Rat(v); ok && r.IsInt() {
		return r.Num()
	}
	return nil
}

// difference is an input, by its name, with its values in two calls.
type difference struct {
	name string
	a, b any
}

// differing returns the inputs in query and body that differ between two calls, at most two of them.
func differing(a, b *oracle.Exchange) (out []difference) {
	for name, values := range a.Query() {
		other, has := b.Query()[name]
		if !has || len(values) != 1 || len(other) != 1 {
			out = append(out, difference{name, values, other})
		} else if values[0] != other[0] {
			out = append(out, difference{name, values[0], other[0]})
		}
	}
	if len(a.Query()) != len(b.Query()) {
		out = append(out, difference{}, difference{})
	}
	x, isJSON := a.Sent()
	y, both := b.Sent()
	if isJSON && both {
		out = unlike("", x, y, out)
	} else if !bytes.Equal(a.Request.Body, b.Request.Body) {
		out = append(out, difference{}, difference{})
	}
	return out
}

// unlike adds the scalars in which two values differ.
func unlike(name string, a, b any, out []difference) []difference {
	if len(out) > 1 || value.Equal(a, b) {
		return out
	}
	x, isObject := a.(value.Object)
	y, both := b.(value.Object)
	if !isObject || !both || len(x) != len(y) {
		return append(out, difference{name, a, b})
	}
	for _, m := range x {
		other, has := y.Get(m.Name)
		if !has {
			return append(out, difference{}, difference{})
		}
		out = unlike(m.Name, m.Value, other, out)
	}
	return out
}

// hides reports whether a read shows a user fewer elements than it showed another user since the last possible change.
func hides(x *oracle.Exchange) bool {
	if !x.Safe() || !x.Succeeded() || x.Invalid != nil || x.User == "" || x.Forged {
		return false
	}
	for _, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			return false
		}
		other := b.User != "" && b.User != x.User && !b.Forged && b.Operation == x.Operation && b.Succeeded()
		if other && b.Path() == x.Path() && len(differing(x, b)) == 0 && (narrows(x, b) || emptied(x, b)) {
			return true
		}
	}
	return false
}
