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
	if hasSeveral(about) {
		shows(t.OfSeveral(status), true)
	}
	if name, none := parameterWithEffect(about); name != "" {
		shows(t.OfQuery(status, name, none), true)
	}
	if hidesElements(about) {
		shows(t.OfOther(status), true)
	}
	if name, least := boundInput(about); name != "" && c.Bounds {
		shows(t.OfBound(status, name, least), false)
	}
	if name := mistakenInput(about); name != "" && c.LogsIn(s.Call.Op) {
		shows(t.OfMistake(status, name), false)
	}
	return whole
}

// parameterWithEffect returns the query parameter that shows its effect. The same user made the same call without the
// parameter since the last possible change, and the answer had further elements, or the elements in another order, or
// was another part of a list that was read before. It returns "" if no parameter shows an effect. none says that the
// parameter leaves no element.
func parameterWithEffect(x *oracle.Exchange) (name string, none bool) {
	if !x.Safe() || !x.Succeeded() || len(x.Query()) == 0 || x.Invalid != nil {
		return "", false
	}
	reads := readAlike(x)
	partOf := func(whole *oracle.Exchange) bool { return narrows(x, whole) }
	for _, b := range reads {
		name = addedParameter(x, b)
		if none = isEmptied(x, b); name != "" && (none || partOf(b) ||
			compareLists(x, b, areDisjoint) && slices.ContainsFunc(reads, partOf)) {
			return name, none
		}
	}
	return "", false
}

// hasSeveral reports whether an answer has a list of elements that differ, so that their order matters.
func hasSeveral(x *oracle.Exchange) bool {
	if !x.Safe() || !x.Succeeded() || x.Invalid != nil {
		return false
	}
	got, ok := x.Got()
	return ok && hasList(got)
}

// hasList reports whether a value is a list of elements that differ, or has such a member.
func hasList(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) > 1 && !value.Equal(v[0], v[len(v)-1])
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return hasList(m.Value) })
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

// compareLists reports whether a condition holds for a list of an answer, and for the value at the same place in
// another answer.
func compareLists(x, other *oracle.Exchange, condition func(list []any, other any) bool) bool {
	a, ok := x.Got()
	b, both := other.Got()
	return ok && both && holdsSomewhere(a, b, condition)
}

func holdsSomewhere(a, b any, condition func(list []any, other any) bool) bool {
	switch a := a.(type) {
	case []any:
		return condition(a, b)
	case value.Object:
		other, _ := b.(value.Object)
		return slices.ContainsFunc(a, func(m value.Member) bool {
			v, ok := other.Get(m.Name)
			return ok && holdsSomewhere(m.Value, v, condition)
		})
	}
	return false
}

// areDisjoint reports whether two lists have elements, and none in common, as two pages have.
func areDisjoint(list []any, other any) bool {
	others, _ := other.([]any)
	common := func(e any) bool {
		return slices.ContainsFunc(others, func(o any) bool { return value.Equal(e, o) })
	}
	return len(list) > 0 && len(others) > 0 && !slices.ContainsFunc(list, common)
}

// addedParameter returns the only query parameter that x has and the other call lacks, if the two calls are equal
// otherwise.
func addedParameter(x, than *oracle.Exchange) (name string) {
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

// narrows reports whether an answer has only some of the elements of another answer, or all of them in another order.
func narrows(x, whole *oracle.Exchange) bool { return compareLists(x, whole, isPart) }

// isEmptied reports whether an answer has an empty list, or null, at a place where another answer has elements.
func isEmptied(x, whole *oracle.Exchange) bool {
	return compareLists(whole, x, func(all []any, part any) bool {
		list, isList := part.([]any)
		return len(all) > 0 && len(list) == 0 && (isList || part == nil)
	})
}

// isPart reports whether another list has all elements of a list, and also further elements or another order. A list
// without elements is no part.
func isPart(part []any, other any) bool {
	whole, isList := other.([]any)
	if !isList || len(part) == 0 {
		return false
	}
	left, same := map[string]int{}, len(part) == len(whole)
	for _, e := range whole {
		left[asText(e)]++
	}
	for i, e := range part {
		if left[asText(e)]--; left[asText(e)] < 0 {
			return false
		}
		same = same && asText(e) == asText(whole[i])
	}
	return !same
}

func asText(v any) string { return string(value.AppendJSON(nil, v)) }

// boundInput returns the input of an accepted call that is the least or the greatest accepted value: an earlier call
// was refused for its data, and differs only in the next number, or in one character more or less. It returns "" if
// there is none.
func boundInput(x *oracle.Exchange) (name string, least bool) {
	if !x.Succeeded() || x.Invalid != nil {
		return "", false
	}
	for _, b := range slices.Backward(x.Before) {
		if s := b.Status(); s != http.StatusBadRequest && s != http.StatusUnprocessableEntity || !sameAbout(x, b) {
			continue
		}
		if d := differences(x, b); len(d) == 1 {
			if by := distanceOf(d[0].a, d[0].b); by != 0 {
				return d[0].name, by > 0
			}
		}
	}
	return "", false
}

// mistakenInput returns the only text that differs between a refused call and an earlier accepted one, or "" if there
// is none.
func mistakenInput(x *oracle.Exchange) string {
	if !x.Refused() || x.Invalid != nil {
		return ""
	}
	for _, b := range slices.Backward(x.Before) {
		if !b.Succeeded() || !sameAbout(x, b) {
			continue
		}
		if d := differences(x, b); len(d) == 1 {
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

// distanceOf returns 1 if b is the number before a, or the text a without its last character. It returns -1 for the
// opposite, else 0.
func distanceOf(a, b any) int {
	x, y := wholeNumber(a), wholeNumber(b)
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

// wholeNumber returns a whole number, also one in a text, or nil if there is none.
func wholeNumber(v any) *big.Int {
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

// differences returns the inputs in query and body that differ between two calls, at most two of them.
func differences(a, b *oracle.Exchange) (out []difference) {
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
		out = addDifferences("", x, y, out)
	} else if !bytes.Equal(a.Request.Body, b.Request.Body) {
		out = append(out, difference{}, difference{})
	}
	return out
}

// addDifferences adds the scalars in which two values differ.
func addDifferences(name string, a, b any, out []difference) []difference {
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
		out = addDifferences(m.Name, m.Value, other, out)
	}
	return out
}

// hidesElements reports whether a read shows a user fewer elements than it showed another user since the last possible
// change.
func hidesElements(x *oracle.Exchange) bool {
	if !x.Safe() || !x.Succeeded() || x.Invalid != nil || x.User == "" || x.Forged {
		return false
	}
	for _, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			return false
		}
		other := b.User != "" && b.User != x.User && !b.Forged && b.Operation == x.Operation && b.Succeeded()
		if other && b.Path() == x.Path() && len(differences(x, b)) == 0 && (narrows(x, b) || isEmptied(x, b)) {
			return true
		}
	}
	return false
}
